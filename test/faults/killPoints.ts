/** The points of a submission at which the process may be killed, and the input of the child process. */
import type { Address, TargetInput } from './desk.ts'

export const killPoints = [
  'before the intent',
  'inside the intent',
  'intent written',
  'token at hand',
  'inside SENDING',
  'SENDING written',
  'attempt written',
  'answer in',
  'inside the outcome',
  'outcome written',
  'never',
] as const
export type KillPoint = (typeof killPoints)[number]

/** The points between a refund and the sale in its place. */
export const pointsBetween = ['refund answered', 'refund read'] as const
type PointBetween = (typeof pointsBetween)[number]

/** A sale in place of the refunded package, and what the person says where the main process asks about it. */
interface Replacement {
  readonly sale: TargetInput
  readonly answer: 'yes' | 'no'
  /** The agent sells although no read shows the refund, as the dialog allows. */
  readonly goesOn: boolean
  /** The operation to which `killAt` belongs. */
  readonly killIn: 'refund' | 'sale'
}

export interface ChildInput {
  readonly info: Address
  readonly folder: string
  readonly target: TargetInput
  readonly killAt: KillPoint | PointBetween
  readonly replacement?: Replacement
}
