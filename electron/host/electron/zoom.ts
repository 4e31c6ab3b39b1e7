/** The zoom levels of the window's page. A factor of 1 is the page's own size. */

export const minZoom = 0.5
export const maxZoom = 3
/** The steps of Chromium's own zoom menu between these limits. */
const steps = [minZoom, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, maxZoom] as const

export type ZoomChange = 'in' | 'out' | 'reset'

/**
 * Chromium stores the logarithm of a factor, so a factor that is read back differs a little from the one that was set.
 */
const tolerance = 0.005

export function zoomAfter(current: number, change: ZoomChange): number {
  if (change === 'reset') return 1
  if (change === 'in') return steps.find((step) => step > current + tolerance) ?? maxZoom
  return steps.findLast((step) => step < current - tolerance) ?? minZoom
}

/** Rounds a factor that was read back to the step that was set, and clamps it to the limits. */
export function normalZoom(factor: number): number {
  const step = steps.find((candidate) => Math.abs(candidate - factor) <= tolerance)
  return step ?? Math.min(maxZoom, Math.max(minZoom, factor))
}
