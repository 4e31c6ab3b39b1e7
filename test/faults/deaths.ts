/** Where a press may end with its process, and what its child is told. */
import type { Address, Wanted } from './desk.ts'

export const deathPoints = [
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
export type DeathPoint = (typeof deathPoints)[number]

export interface ChildOrder {
  readonly info: Address
  readonly folder: string
  readonly target: Wanted
  readonly die: DeathPoint
}
