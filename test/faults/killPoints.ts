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

export interface ChildInput {
  readonly info: Address
  readonly folder: string
  readonly target: TargetInput
  readonly killAt: KillPoint
}
