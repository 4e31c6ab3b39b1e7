/** The columns of the journal. */
import type { TableColumn } from '../../ui/table.ts'

const what = 'minmax(120px, 2.4fr)'
const state = 'minmax(144px, 1fr)'

/** What a narrow window leaves out is in the details of the operation. The state is always in the window. */
export const operationColumns = [
  { key: 'time', width: { wide: 'minmax(176px, 0.3fr)', medium: '168px', narrow: '168px' } },
  { key: 'agent', width: { wide: 'minmax(72px, 0.4fr)' } },
  { key: 'what', width: { wide: 'minmax(120px, 2fr)', medium: what, narrow: what } },
  { key: 'customer', width: { wide: 'minmax(150px, 1.9fr)', medium: 'minmax(110px, 1.8fr)' } },
  { key: 'amount', width: { wide: 'minmax(92px, 0.5fr)', medium: '80px' }, align: 'end' },
  { key: 'state', width: { wide: 'minmax(164px, 1.3fr)', medium: state, narrow: state } },
] as const satisfies readonly TableColumn[]
