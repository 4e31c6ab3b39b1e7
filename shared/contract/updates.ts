/**
 * Updates of the program. Each operation resolves to the state after it. One that does not fit the state changes
 * nothing.
 */
import * as z from 'zod'
import { UpdateState } from '../model/updates.ts'
import { type AnyNamespace, second, operation, nothing } from './operation.ts'

export const updates = {
  state: operation(nothing, UpdateState),
  check: operation(nothing, UpdateState, 120 * second),
  /** Starts the download. Its progress and its end are pushed. */
  download: operation(nothing, UpdateState),
  /** `now` installs the update and starts the new version, unless operations are in flight or unresolved. */
  install: operation(() => z.strictObject({ when: z.enum(['now', 'onClose']) }), UpdateState, 300 * second),
  /** Postpones the update: it cancels a download and withdraws the choice of installing on close. */
  postpone: operation(nothing, UpdateState),
} as const satisfies AnyNamespace
