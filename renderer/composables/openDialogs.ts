/** Modal dialogs that are open, the uppermost last. All else of the window is inert behind it: what has to be seen goes into it. */
import { computed, onActivated, onBeforeUnmount, onDeactivated, shallowRef, type Ref } from 'vue'

const open = shallowRef<readonly HTMLElement[]>([])

/** Null while none is open. */
export const topDialog = computed(() => open.value.at(-1) ?? null)

export interface Modal {
  readonly show: () => void
  readonly hide: () => void
}

/** A component's dialog, which is opened above all others. Taken away while open, it would take the focus with it: it is closed before. */
export function useModal(dialog: Readonly<Ref<HTMLDialogElement | null>>): Modal {
  function takeOff(element: HTMLElement): void {
    open.value = open.value.filter((each) => each !== element)
  }
  function show(): void {
    const element = dialog.value
    if (element === null) return
    element.showModal()
    takeOff(element)
    open.value = [...open.value, element]
  }
  function hide(): void {
    const element = dialog.value
    if (element === null) return
    takeOff(element)
    element.close()
  }
  onBeforeUnmount(hide)
  // With a page that is kept and not shown it is out of the window, and with it all that was put into it.
  let away: HTMLElement | null = null
  onDeactivated(() => {
    away = open.value.find((each) => each === dialog.value) ?? null
    if (away !== null) takeOff(away)
  })
  onActivated(() => {
    if (away !== null && away === dialog.value) open.value = [...open.value, away]
    away = null
  })
  return { show, hide }
}
