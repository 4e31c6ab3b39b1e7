/**
 * The keyboard shortcuts of the whole window: `/` focuses the search, Ctrl or Cmd with 1 to 6 opens a page, Alt and
 * Left goes back.
 */
import { useEventListener } from '@vueuse/core'

export interface ShortcutActions {
  readonly focusSearch: () => void
  readonly goTo: (page: number) => void
  readonly back: () => void
}

/** Whether the focused element takes typed text. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select')
  )
}

function actionOf(event: KeyboardEvent, actions: ShortcutActions): (() => void) | null {
  const command = event.ctrlKey || event.metaKey
  if (command && !event.altKey && !event.shiftKey && /^[1-6]$/.test(event.key))
    return () => actions.goTo(Number(event.key) - 1)
  if (event.altKey && !command && event.key === 'ArrowLeft') return actions.back
  if (event.key === '/' && !command && !event.altKey && !isTyping(event.target)) return actions.focusSearch
  return null
}

/** An open dialog takes all keys, and nothing behind it reacts. */
const dialogIsOpen = (): boolean => document.querySelector('[role=dialog][aria-modal=true], dialog[open]') !== null

export function useShortcuts(actions: ShortcutActions): void {
  useEventListener(document, 'keydown', (event: KeyboardEvent) => {
    const action = actionOf(event, actions)
    if (action === null) return
    event.preventDefault()
    if (!dialogIsOpen()) action()
  })
}
