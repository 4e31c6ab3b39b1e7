/** The columns of the list of devices. */
import type { TableColumn } from '../../ui/table.ts'

export const deviceColumns = [
  { key: 'name', width: 'minmax(200px, 2fr)' },
  { key: 'vendor', width: 'minmax(120px, 1fr)' },
  { key: 'platform', width: 'minmax(120px, 1fr)' },
] as const satisfies readonly TableColumn[]
