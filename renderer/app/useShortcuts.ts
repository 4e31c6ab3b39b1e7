/**
 * Listens for the keys of the whole window. A chord with Ctrl, Cmd or Alt works in a field as well; a character alone
 * is typed there. An open dialog takes all keys, and nothing behind it reacts.
 */
import { useEventListener } from '@vueuse/core'
import { isMac, isWithModifier, matchesChord } from '../ui/chord.ts'

export interface Shortcut {
  readonly chord: string
  readonly run: () => void
}

/** Whether the focused element uses typed characters itself. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches(
      'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [role=combobox], [role=menuitem]',
    )
  )
}

export const dialogIsOpen = (): boolean =>
  document.querySelector('[role=dialog][aria-modal=true], dialog[open]') !== null

/** The earlier of two shortcuts with the same chord counts. */
export function useShortcuts(shortcuts: () => readonly Shortcut[]): void {
  useEventListener(document, 'keydown', (event: KeyboardEvent) => {
    if (event.isComposing || event.defaultPrevented) return
    const shortcut = shortcuts().find(({ chord }) => matchesChord(event, chord))
    if (shortcut === undefined) return
    if (!isWithModifier(shortcut.chord) && (isTyping(event.target) || event.repeat)) return
    // On macOS, Option and an arrow key move by one word in a field.
    if (isMac && shortcut.chord.startsWith('Alt+Arrow') && isTyping(event.target)) return
    // The browser's own meaning of the keys would leave the desk or open another window.
    event.preventDefault()
    if (!dialogIsOpen()) shortcut.run()
  })
}
