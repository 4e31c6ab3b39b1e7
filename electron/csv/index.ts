export { amountCell, type Cell, countCell, iccidsCell, instantCell, textCell } from './cells.ts'
export { csvHead, csvRows } from './table.ts'
