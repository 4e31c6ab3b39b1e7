/**
 * The cursor in the suggestions of a text field. It begins with the choice, so that Enter does not replace it. Typing
 * begins with the first suggestion, at the top of the list, or in a free field with none.
 */
import { nextTick, ref, watch, type Ref } from 'vue'

interface Suggestions {
  readonly id: string
  readonly text: Readonly<Ref<string>>
  readonly options: () => readonly { readonly key: string }[]
  readonly chosen: () => string | null
  /** Whether the list is always visible. */
  readonly inline: () => boolean
  /** Whether the typed text is a choice of its own. */
  readonly free: () => boolean
  /** Scrolls the list to its top. */
  readonly toTop: () => void
}

export function useOptionCursor({ id, text, options, chosen, inline, free, toTop }: Suggestions) {
  const expanded = ref(false)
  const active = ref(0)
  /** Whether the keys have moved to the active suggestion. */
  const moved = ref(false)
  /** Whether the text was typed since the list opened. A text that was there before may be the name of the choice. */
  const typed = ref(false)
  const isTyped = (): boolean => (inline() ? text.value !== '' : typed.value)

  function startOver(): void {
    const at = isTyped() ? -1 : options().findIndex(({ key }) => key === chosen())
    active.value = free() ? at : Math.max(0, at)
    moved.value = false
  }
  async function reveal(): Promise<void> {
    await nextTick()
    if (active.value <= 0) toTop()
    else document.getElementById(`${id}-option-${String(active.value)}`)?.scrollIntoView({ block: 'nearest' })
  }
  /**
   * A suggestion to which the keys have moved keeps the cursor when others come before it. Where it is gone, no other
   * one gets the cursor before the next key, because Enter would take that.
   */
  function keepPlace(now: readonly { readonly key: string }[], before: readonly { readonly key: string }[] = []): void {
    if (!moved.value) return startOver()
    const key = before[active.value]?.key
    active.value = now.findIndex((option) => option.key === key)
    if (active.value >= 0) void reveal()
  }
  watch(options, keepPlace, { immediate: true })
  watch(chosen, () => {
    if (!isTyped()) startOver()
  })
  watch(text, reveal)
  // A key that opens the list moves in it afterwards.
  watch(
    expanded,
    (isExpanded) => {
      if (!isExpanded) typed.value = false
      else if (!inline() && !typed.value) {
        startOver()
        void reveal()
      }
    },
    { flush: 'sync' },
  )

  /** Opens the list, or moves in it by this many suggestions. Either way the keys have led to the one at the cursor. */
  function move(by: number): void {
    if (inline() || expanded.value) active.value = Math.max(0, Math.min(active.value + by, options().length - 1))
    expanded.value = true
    active.value = Math.max(0, active.value)
    moved.value = true
    void reveal()
  }
  function type(): void {
    typed.value = true
    expanded.value = true
    startOver()
  }
  /** The cursor follows a choice, which may be made with the mouse. */
  function moveToKey(key: string): void {
    active.value = Math.max(
      0,
      options().findIndex((option) => option.key === key),
    )
    moved.value = false
  }
  return { expanded, active, moved, move, type, moveToKey }
}
