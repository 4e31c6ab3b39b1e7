export { createSalesHistory, type SalesHistory } from './salesHistory.ts'
