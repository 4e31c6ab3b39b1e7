/**
 * The filters with which pages were left, for the keys and links that lead to them: the route's query has the filter of
 * the inventory and of the journal. Another connection begins without any.
 */
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive, watch } from 'vue'
import { useRoute, useRouter, type LocationQuery, type RouteLocationRaw } from 'vue-router'
import { useConnection } from '../lib/connection.store.ts'
import type { SidebarPage } from './pages.ts'

const isKept = (name: unknown): boolean => name === 'inventory' || name === 'operations'

/** A link to the journal may name a customer. That filter belongs to one call and is not kept. */
const withoutCustomer = (query: LocationQuery): LocationQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'customer'))

export const usePageQueries = defineStore('pageQueries', () => {
  const route = useRoute()
  const router = useRouter()
  const connection = useConnection()
  const queries = shallowReactive(new Map<unknown, LocationQuery>())
  onScopeDispose(
    router.afterEach(({ name, query }) => {
      // Only the journal has the operations that need a person, so a link never returns to another view of the page.
      if (isKept(name) && query['view'] === undefined) queries.set(name, withoutCustomer(query))
    }),
  )
  watch(
    () => connection.key,
    () => queries.clear(),
  )

  return {
    /** Where a page was left. On the page itself it leads to the page without a filter. */
    linkTo: (page: SidebarPage): RouteLocationRaw => ({
      path: `/${page}`,
      query: route.name === page ? {} : (queries.get(page) ?? {}),
    }),
  }
})
