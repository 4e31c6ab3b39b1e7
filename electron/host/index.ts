export type * from './host.ts'
export { HostProblem } from './problem.ts'
