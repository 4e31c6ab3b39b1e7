export { createApprovals, type Approvals, type WantedService } from './approvals.ts'
export type { MoneyFacts } from './question.ts'
export { asking } from './table.ts'
