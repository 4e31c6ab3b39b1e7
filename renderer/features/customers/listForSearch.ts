/** Opens the list of customers for a search that begins on another page. */
import type { Router } from 'vue-router'

/** The entry of the history is marked as one for a search, so that going back leaves it with the search. */
export function openListForSearch(router: Router): void {
  const path = '/customers'
  if (router.currentRoute.value.path !== path) void router.push({ path, state: { isForSearch: true } })
}
