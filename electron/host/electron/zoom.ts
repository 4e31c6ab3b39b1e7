/** Sizes in which the window's page can be shown. Factors: 1 is the page's own size. */

export const minZoom = 0.5
export const maxZoom = 3
/** The steps that Chromium's own menu has between the two. */
const steps = [minZoom, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, maxZoom] as const

export type ZoomChange = 'in' | 'out' | 'reset'

/** Chromium keeps the logarithm of a factor, so a factor that is read back differs a little from what was set. */
const tolerance = 0.005

export function zoomAfter(current: number, change: ZoomChange): number {
  if (change === 'reset') return 1
  if (change === 'in') return steps.find((step) => step > current + tolerance) ?? maxZoom
  return steps.findLast((step) => step < current - tolerance) ?? minZoom
}

/** A factor that was read back, as it was set and within the limits. */
export function normalZoom(factor: number): number {
  const step = steps.find((candidate) => Math.abs(candidate - factor) <= tolerance)
  return step ?? Math.min(maxZoom, Math.max(minZoom, factor))
}
