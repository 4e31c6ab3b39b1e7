/**
 * Where the window opens. Screens come, go, change their size and their scale between two starts, so a stored place is
 * only a wish: the window always opens whole on one screen, within the area that taskbars and docks leave free.
 * Lengths are Electron's device-independent pixels; a screen to the left of the first one has negative coordinates.
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

export interface PlacementRequest {
  /** Where the window was last; null at the first start. */
  readonly stored: Bounds | null
  /** The free area of each screen, that of the first screen first. */
  readonly workAreas: readonly Bounds[]
  /** Size of a window that has no stored place. */
  readonly initial: Size
  /** The window can't be made smaller than this where its screen has room for it. */
  readonly minimum: Size
}

export interface Placement {
  readonly bounds: Bounds
  readonly minimum: Size
}

export function placeWindow({ stored, workAreas, initial, minimum }: PlacementRequest): Placement {
  const [first] = workAreas
  if (first === undefined) return { bounds: { x: 0, y: 0, ...initial, ...stored }, minimum }
  const nearest = stored === null ? null : largestOverlap(stored, workAreas)
  const area = nearest ?? first
  const least = { width: Math.min(minimum.width, area.width), height: Math.min(minimum.height, area.height) }
  const wanted = stored ?? initial
  const width = clamp(wanted.width, least.width, area.width)
  const height = clamp(wanted.height, least.height, area.height)
  const size = { width, height }
  // A window whose screen is gone opens in the middle of the first one.
  const corner = stored === null || nearest === null ? centred(size, area) : stored
  const x = clamp(corner.x, area.x, area.x + area.width - width)
  const y = clamp(corner.y, area.y, area.y + area.height - height)
  return { bounds: { x, y, width, height }, minimum: least }
}

/** Null where the window would be on none of the screens. */
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
