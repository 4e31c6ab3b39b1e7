/**
 * The routes of the pages. All pages but the first are loaded when they are first opened. Going back restores the
 * scroll position.
 */
import { createRouter, createWebHashHistory, START_LOCATION, type Router, type RouteRecordRaw } from 'vue-router'
import { CustomerUid } from '#shared/wire/ids.ts'
import CustomersPage from '../features/customers/CustomersPage.vue'
import { readCopyAhead } from '../lib/copyAhead.ts'
import { usePendingNavigation } from '../lib/pendingNavigation.ts'

/**
 * Fetches a module once. A module that is there already is returned synchronously; the browser would answer `import()`
 * in a task of its own, and after a click such a task waits for the next frame.
 */
function once<T>(fetch: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | null = null
  return () =>
    (fetched ??= fetch().catch((thrown: unknown) => {
      fetched = null
      throw thrown
    }))
}

/** Pages that are loaded when they are opened, or earlier. */
export const laterPages = {
  customer: once(() => import('../features/customer/CustomerPage.vue')),
  inventory: once(() => import('../features/inventory/InventoryPage.vue')),
  operations: once(() => import('../features/operations/OperationsPage.vue')),
}

export const routes: readonly RouteRecordRaw[] = [
  { path: '/', redirect: '/customers' },
  { path: '/customers', name: 'customers', component: CustomersPage },
  { path: '/customers/:uid', name: 'customer', component: laterPages.customer, props: true },
  { path: '/inventory', name: 'inventory', component: laterPages.inventory },
  { path: '/operations', name: 'operations', component: laterPages.operations },
  { path: '/operations/:id', name: 'operation', component: laterPages.operations, props: true },
  { path: '/devices', name: 'devices', component: () => import('../features/devices/DevicesPage.vue') },
  { path: '/events', name: 'events', component: () => import('../features/events/EventsPage.vue') },
  { path: '/settings', name: 'settings', component: () => import('../features/settings/SettingsPage.vue') },
  { path: '/:rest(.*)*', redirect: '/customers' },
]

export function createDeskRouter(): Router {
  const router = createRouter({ history: createWebHashHistory(), routes: [...routes] })
  router.beforeResolve(async (to, from) => {
    const { uid } = to.params
    if (to.name !== 'customer' || to.path === from.path || from === START_LOCATION || typeof uid !== 'string') return
    // The page of a new customer begins with what was bought, and there is no copy yet.
    if (usePendingNavigation().waiting?.what !== 'bought') await readCopyAhead(CustomerUid.parse(uid))
  })
  return router
}
