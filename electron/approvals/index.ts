export { createApprovals, type Approvals, type RequestedService } from './approvals.ts'
export type { LastCheck, MoneyFacts, NotAppliedFacts } from './question.ts'
export { questionsByOperation } from './table.ts'
