/** The steps of the tour: where each of them is, and the element that it points at. */
export const tourSteps = ['search', 'verdict', 'activate', 'refund', 'qr', 'operations'] as const
export type TourStep = (typeof tourSteps)[number]

/** The page of a step. `customer` is that of the customer whom the sandbox prepared for the tour. */
export const pageOfStep = {
  search: '/customers',
  verdict: 'customer',
  activate: 'customer',
  refund: 'customer',
  qr: 'customer',
  operations: '/operations',
} as const satisfies Record<TourStep, string>

/** The element that a step points at, or `null` while it is not on the screen. Parts of the window carry the marks. */
export function targetOfStep(step: TourStep): HTMLElement | null {
  const found = [...document.querySelectorAll<HTMLElement>(`[data-tour="${step}"]`)]
  return found.find((element) => element.getClientRects().length > 0) ?? null
}
