/**
 * Parts that an agent is likely to need in a call. Each is fetched and evaluated while the window is idle, so that its
 * first use takes no longer than the next one.
 */
export const lazyModules: readonly (() => Promise<unknown>)[] = [
  () => import('../features/money/MoneyDialog.vue'),
  () => import('../features/events/TimelineSection.vue'),
  () => import('../ui/ToastMessages.vue'),
  () => import('../features/purchases/TopUpDialog.vue'),
  () => import('../features/sales/NewSale.vue'),
  () => import('./palette/CommandPalette.vue'),
  () => import('../features/documents/EmailDialog.vue'),
  () => import('../features/documents/InstallationDialog.vue'),
  () => import('../features/notes/NoteDialog.vue'),
  () => import('../lib/chat/chatFacts.ts'),
]
