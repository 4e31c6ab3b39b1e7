export { amountCell, type Cell, countCell, iccidsCell, instantCell, textCell } from './cells.ts'
export { csvTable } from './table.ts'
