/** Which page is where. Pages but the first load when they are first opened; going back finds the scroll position of before. */
import { createRouter, createWebHashHistory, type Router, type RouteRecordRaw } from 'vue-router'
import CustomersPage from './pages/CustomersPage.vue'

export const routes: readonly RouteRecordRaw[] = [
  { path: '/', redirect: '/customers' },
  { path: '/customers', name: 'customers', component: CustomersPage },
  { path: '/customers/:uid', name: 'customer', component: () => import('./pages/CustomerPage.vue'), props: true },
  { path: '/inventory', name: 'inventory', component: () => import('./pages/InventoryPage.vue') },
  { path: '/operations', name: 'operations', component: () => import('./pages/OperationsPage.vue') },
  { path: '/operations/:id', name: 'operation', component: () => import('./pages/OperationsPage.vue'), props: true },
  { path: '/devices', name: 'devices', component: () => import('./pages/DevicesPage.vue') },
  { path: '/settings', name: 'settings', component: () => import('./pages/SettingsPage.vue') },
  { path: '/:rest(.*)*', redirect: '/customers' },
]

export function createDeskRouter(): Router {
  return createRouter({ history: createWebHashHistory(), routes: [...routes] })
}
