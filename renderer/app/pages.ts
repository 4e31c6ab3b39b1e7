/** The pages of the sidebar in their order. Ctrl or Cmd with the number of a page opens it. */
import { ArrowLeftRight, ListTodo, Package, RadioTower, Settings, Smartphone, Users } from '@lucide/vue'

export const sidebarPages = [
  { name: 'customers', icon: Users },
  { name: 'today', icon: ListTodo },
  { name: 'inventory', icon: Package },
  { name: 'operations', icon: ArrowLeftRight },
  { name: 'devices', icon: Smartphone },
  { name: 'events', icon: RadioTower },
  { name: 'settings', icon: Settings },
] as const

export type SidebarPage = (typeof sidebarPages)[number]['name']
