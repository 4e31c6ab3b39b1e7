/**
 * Whether the files that can't be recreated are those that this desk wrote last. A missing journal also means missing
 * locks of unresolved operations and missing amounts that count for a daily limit.
 */
import * as z from 'zod'
import { Instant } from '../customer/views.ts'

/** `other`: a file of another folder or desk. `older`: the right file, restored from a time before its newest rows. */
export const LossKind = z.enum(['missing', 'damaged', 'other', 'older'])
export type LossKind = z.infer<typeof LossKind>

/** A connection whose operations are no longer complete in the journal. */
export const LostConnection = z.strictObject({
  name: z.string(),
  /** USD, the last known value, or `null` if there was no limit. */
  dailyLimit: z.string().nullable(),
  /** The number of operations with an unknown outcome. */
  unresolved: z.number().int(),
})
export type LostConnection = z.infer<typeof LostConnection>

export const StorageLoss = z.strictObject({
  file: z.enum(['journal', 'work']),
  kind: LossKind,
  /** The name under which a damaged file was stored. */
  movedTo: z.string().nullable(),
  /** When the missing rows were last seen, or `null` if that isn't known. */
  knownUntil: Instant.nullable(),
  /** The minimum number of missing operations, or of notes on operations, or `null` if that isn't known. */
  missing: z.number().int().nullable(),
  /** Empty if the journal is complete. */
  connections: z.array(LostConnection),
})
export type StorageLoss = z.infer<typeof StorageLoss>

export const JournalState = z.strictObject({
  /** Identifies exactly these losses, because only what was shown can be acknowledged. `null` if nothing is missing. */
  id: z.string().nullable(),
  losses: z.array(StorageLoss),
  /** Live connections submit no operation that moves money until the losses are acknowledged. */
  refusesMoney: z.boolean(),
})
export type JournalState = z.infer<typeof JournalState>
