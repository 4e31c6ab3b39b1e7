/**
 * Decides where the window opens. Screens are added, removed, resized and rescaled between two starts, so stored bounds
 * are only a request: the window always opens completely on one screen, inside the area that taskbars and docks leave
 * free. Lengths are Electron's device-independent pixels; a screen to the left of the primary one has negative
 * coordinates.
 */
import { z } from 'zod'

const Coordinate = z.number().int().min(-1_000_000).max(1_000_000)
const Length = z.number().int().min(1).max(1_000_000)
export const Bounds = z.strictObject({ x: Coordinate, y: Coordinate, width: Length, height: Length })
export type Bounds = Readonly<z.infer<typeof Bounds>>

export interface Size {
  readonly width: number
  readonly height: number
}

interface PlacementRequest {
  /** The last bounds of the window; null at the first start. */
  readonly stored: Bounds | null
  /** The work area of each screen, the primary one first. */
  readonly workAreas: readonly Bounds[]
  /** The size of a window without stored bounds. */
  readonly initial: Size
  /** The minimum size of the window, if its screen has room for it. */
  readonly minimum: Size
}

interface Placement {
  readonly bounds: Bounds
  readonly minimum: Size
}

export function placeWindow({ stored, workAreas, initial, minimum }: PlacementRequest): Placement {
  const [first] = workAreas
  if (first === undefined) return { bounds: { x: 0, y: 0, ...initial, ...stored }, minimum }
  const nearest = stored === null ? null : largestOverlap(stored, workAreas)
  const area = nearest ?? first
  const minimumSize = { width: Math.min(minimum.width, area.width), height: Math.min(minimum.height, area.height) }
  const requested = stored ?? initial
  const width = clamp(requested.width, minimumSize.width, area.width)
  const height = clamp(requested.height, minimumSize.height, area.height)
  const size = { width, height }
  // A window whose screen was removed opens in the middle of the primary one.
  const corner = stored === null || nearest === null ? centred(size, area) : stored
  const x = clamp(corner.x, area.x, area.x + area.width - width)
  const y = clamp(corner.y, area.y, area.y + area.height - height)
  return { bounds: { x, y, width, height }, minimum: minimumSize }
}

/** Returns null if the window would be on none of the screens. */
function largestOverlap(bounds: Bounds, areas: readonly Bounds[]): Bounds | null {
  let best: Bounds | null = null
  for (const area of areas) {
    if (overlap(bounds, area) > (best === null ? 0 : overlap(bounds, best))) best = area
  }
  return best
}

function overlap(a: Bounds, b: Bounds): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

function centred({ width, height }: Size, area: Bounds): { readonly x: number; readonly y: number } {
  return {
    x: area.x + Math.floor((area.width - width) / 2),
    y: area.y + Math.floor((area.height - height) / 2),
  }
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)
