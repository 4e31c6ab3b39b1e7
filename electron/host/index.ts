export type * from './host.ts'
export { policyHeaders } from './policy.ts'
export { HostProblem } from './problem.ts'
export { type OfferedRelease, UpdateFailure, type UpdateSource } from './updates.ts'
