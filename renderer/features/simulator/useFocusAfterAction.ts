/**
 * Keeps the focus in the panel. The controls are disabled during an action, and one that is disabled loses the focus;
 * after the action it may also be gone. The focus then returns to the control, or else to the first one of its group,
 * unless somebody has clicked elsewhere meanwhile.
 */
import { useEventListener } from '@vueuse/core'
import { nextTick, watch } from 'vue'

const controls = 'button:not([disabled]), select:not([disabled]), input:not([disabled])'

interface Start {
  readonly control: HTMLElement
  readonly group: Element | null
}

export function useFocusAfterAction(panel: () => HTMLElement | null, busy: () => boolean): void {
  let start: Start | null = null

  function remember(): void {
    const focused = document.activeElement
    // One action may make two requests, and the focus is lost before the second one.
    if (focused === document.body) return
    const isInPanel = focused instanceof HTMLElement && panel()?.contains(focused) === true
    start = isInPanel ? { control: focused, group: focused.closest('section') } : null
  }

  function restore(): void {
    if (busy() || start === null) return
    const { control, group } = start
    start = null
    if (document.activeElement !== document.body && document.activeElement !== control) return
    if (control.isConnected && control.matches(controls)) control.focus()
    else group?.querySelector<HTMLElement>(controls)?.focus()
  }

  // A click on an empty place leaves the focus where a disabled control does. A double click is on the control.
  useEventListener(
    document,
    'pointerdown',
    ({ target }: PointerEvent) => {
      if (target instanceof Node && start?.control.contains(target) !== true) start = null
    },
    { capture: true },
  )
  watch(busy, (isBusy) => (isBusy ? remember() : void nextTick(restore)), { flush: 'sync' })
}
