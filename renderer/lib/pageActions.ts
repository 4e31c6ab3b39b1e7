/**
 * What an agent can do on the page that is shown, in one place: the palette offers these actions, the list of keys
 * shows those that have one, and the frame listens for the keys. A component registers its actions for as long as it is
 * on the screen. Running an action is the same as pressing its button: one that moves money opens its dialog.
 */
import { defineStore } from 'pinia'
import { computed, onActivated, onDeactivated, onMounted, onScopeDispose, shallowRef } from 'vue'

export interface PageAction {
  readonly id: string
  readonly label: string
  /** What it acts on, where several actions have the same label. */
  readonly detail?: string
  /** How it is shown among several actions with the same key: what it acts on, and what else is known of that. */
  readonly choice?: { readonly name: string; readonly facts: string }
  /** A character, such as `t`. If several possible actions have it, the palette offers them. */
  readonly chord?: string
  /** Whether it can be run now. */
  readonly possible?: boolean
  /** Why it can't be run, which its key shows. */
  readonly whyNot?: string
  /** Called when its key has shown the reason. */
  readonly onWhyNot?: () => void
  /** Where an agent chooses among the actions of one key, lower ones come first. 0 if it is missing. */
  readonly rank?: number
  /** The palette offers it for a typed text alone, because it has many like it. */
  readonly typed?: boolean
  readonly run: () => void
}

type Source = () => readonly PageAction[]

export const usePageActionList = defineStore('pageActions', () => {
  const sources = shallowRef<ReadonlySet<Source>>(new Set())

  return {
    /** In the order in which their components came onto the screen. */
    actions: computed(() => [...sources.value].flatMap((source) => source())),
    add: (source: Source): void => void (sources.value = new Set([...sources.value, source])),
    remove: (source: Source): void =>
      void (sources.value = new Set([...sources.value].filter((other) => other !== source))),
  }
})

/** Registers the actions of the calling component while it is on the screen. `actions` may depend on its state. */
export function usePageActions(actions: Source): void {
  const list = usePageActionList()
  const add = (): void => list.add(actions)
  const remove = (): void => list.remove(actions)
  onMounted(add)
  onActivated(add)
  onDeactivated(remove)
  onScopeDispose(remove)
}
