/** The rail's pages, in its order: Ctrl or Cmd with their number goes there. */
import { ArrowLeftRight, Package, Settings, Smartphone, Users } from '@lucide/vue'

export const sidebarPages = [
  { name: 'customers', icon: Users },
  { name: 'inventory', icon: Package },
  { name: 'operations', icon: ArrowLeftRight },
  { name: 'devices', icon: Smartphone },
  { name: 'settings', icon: Settings },
] as const

export type SidebarPage = (typeof sidebarPages)[number]['name']
