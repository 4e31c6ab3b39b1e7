export { createApprovals, type Approvals, type RequestedService } from './approvals.ts'
export type { MoneyFacts } from './question.ts'
export { questionsByOperation } from './table.ts'
