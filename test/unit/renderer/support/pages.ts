/** A router with empty pages, for what the frame and the search do with the present page. */
import { createMemoryHistory, createRouter, type Router } from 'vue-router'

export function emptyPages(): Router {
  const component = { template: '<i />' }
  return createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/customers', name: 'customers', component },
      { path: '/customers/:uid', name: 'customer', component },
      { path: '/inventory', name: 'inventory', component },
      { path: '/devices', name: 'devices', component },
      { path: '/operations', name: 'operations', component },
      { path: '/operations/:id', name: 'operation', component },
      { path: '/events', name: 'events', component },
      { path: '/settings', name: 'settings', component },
    ],
  })
}
