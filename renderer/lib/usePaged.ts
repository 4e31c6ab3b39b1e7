/** A list that is shown in pages, one below the other: rendering thousands of rows at once would block the window. */
import { computed, ref, type ComputedRef, type Ref } from 'vue'
import { growList } from './growList.ts'

interface Paged<Item> {
  readonly shown: ComputedRef<readonly Item[]>
  /** The number of items that `showMore` would add. */
  readonly next: ComputedRef<number>
  readonly showMore: () => void
}

/**
 * @param list the element whose children are the shown items
 * @param minShown the number of items that have to be shown in any case
 */
export function usePaged<Item>(
  items: () => readonly Item[],
  pageSize: number,
  list: Readonly<Ref<HTMLElement | null>>,
  minShown: () => number = () => 0,
): Paged<Item> {
  const wanted = ref(pageSize)
  const count = computed(() => Math.min(items().length, Math.max(wanted.value, minShown())))
  return {
    shown: computed(() => items().slice(0, count.value)),
    next: computed(() => Math.min(pageSize, items().length - count.value)),
    showMore() {
      void growList(list.value, () => {
        wanted.value = count.value + pageSize
      })
    },
  }
}
