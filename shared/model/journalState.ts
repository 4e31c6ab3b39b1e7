/**
 * Whether the files that can't be made again are those that this desk wrote last. A journal that is missing takes with it
 * the locks of operations whose end isn't known, and what counts for a daily limit.
 */
import * as z from 'zod'
import { Instant } from './views.ts'

/** `other`: a file of another folder or desk. `older`: the right one, restored from before its newest rows. */
export const LossKind = z.enum(['missing', 'damaged', 'other', 'older'])
export type LossKind = z.infer<typeof LossKind>

/** A connection whose operations can't be known from the journal any more. */
export const LostConnection = z.strictObject({
  name: z.string(),
  /** USD, as it was last; null where there was none. */
  dailyLimit: z.string().nullable(),
  /** Operations whose end wasn't known. */
  unresolved: z.number().int(),
})
export type LostConnection = z.infer<typeof LostConnection>

export const StorageLoss = z.strictObject({
  file: z.enum(['journal', 'work']),
  kind: LossKind,
  /** Name under which a damaged file was kept. */
  movedTo: z.string().nullable(),
  /** When the missing rows were last seen; null where that isn't known. */
  knownUntil: Instant.nullable(),
  /** At least so many operations, or notes of operations; null where that isn't known. */
  missing: z.number().int().nullable(),
  /** None where the journal is as it should be. */
  connections: z.array(LostConnection),
})
export type StorageLoss = z.infer<typeof StorageLoss>

export const JournalState = z.strictObject({
  /** Names exactly these losses: what is acknowledged is what was shown. Null where nothing is missing. */
  id: z.string().nullable(),
  losses: z.array(StorageLoss),
  /** Live connections send nothing that moves money until the losses are acknowledged. */
  refusesMoney: z.boolean(),
})
export type JournalState = z.infer<typeof JournalState>
