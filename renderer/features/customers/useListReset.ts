/** Discards what was found, listed and selected: another connection was opened, or the list was deleted. */
import { useSearch } from './search.store.ts'
import { useSelection } from './selection.store.ts'

export function useListReset(): () => void {
  const search = useSearch()
  const selection = useSelection()
  return () => {
    search.reset()
    selection.deselect()
  }
}
