/**
 * The routes of the pages. All pages but the first are loaded when they are first opened. Going back restores the
 * scroll position.
 */
import { createRouter, createWebHashHistory, type Router, type RouteRecordRaw } from 'vue-router'
import CustomersPage from '../features/customers/CustomersPage.vue'
import { createLateHistory } from './lateHistory.ts'

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
export const lazyPages = {
  customer: once(() => import('../features/customer/CustomerPage.vue')),
  inventory: once(() => import('../features/inventory/InventoryPage.vue')),
  operations: once(() => import('../features/operations/OperationsPage.vue')),
}

export const routes: readonly RouteRecordRaw[] = [
  { path: '/', redirect: '/customers' },
  { path: '/customers', name: 'customers', component: CustomersPage },
  { path: '/customers/:uid', name: 'customer', component: lazyPages.customer, props: true },
  { path: '/today', name: 'today', component: () => import('../features/today/TodayPage.vue') },
  { path: '/inventory', name: 'inventory', component: lazyPages.inventory },
  { path: '/operations', name: 'operations', component: lazyPages.operations },
  { path: '/operations/:id', name: 'operation', component: lazyPages.operations, props: true },
  { path: '/devices', name: 'devices', component: () => import('../features/devices/DevicesPage.vue') },
  { path: '/events', name: 'events', component: () => import('../features/events/EventsPage.vue') },
  { path: '/settings', name: 'settings', component: () => import('../features/settings/SettingsPage.vue') },
  { path: '/:rest(.*)*', redirect: '/customers' },
]

export function createDeskRouter(): Router {
  return createRouter({ history: createLateHistory(createWebHashHistory()), routes: [...routes] })
}
