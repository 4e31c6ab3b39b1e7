/**
 * What an answer to a money request means, and what it means together with a read of the customer, as data. An outcome
 * rests on both: an answer may report what the service does not show, and the reverse. The states are those of the
 * journal.
 */
import * as z from 'zod'
import type { ConfirmedBy, OperationKind } from '#shared/model/operation/operation.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import type { OperationState } from '#shared/model/operation/operationStates.ts'

/**
 * `refused`, `denied`: the service refuses, with a status or in an answer of status 200. `open`: it answered something
 * that is neither a yes nor a no. `unclear`: no answer of the service itself.
 */
export type AnswerClass = 'notSent' | 'refused' | 'unclear' | 'open' | 'denied' | 'accepted'

/** The state that follows from the answer alone. */
export const stateByAnswer = {
  notSent: 'NOT_SENT',
  refused: 'REJECTED',
  unclear: 'UNKNOWN',
  open: 'UNKNOWN',
  denied: 'UNKNOWN',
  accepted: 'CONFIRMED',
} as const satisfies Readonly<Record<AnswerClass, OperationState>>

/** What a complete read shows of the operation, or that the read is not complete. */
export type Shown = 'change' | 'none' | 'incomplete'

/** The answers that leave an operation unresolved, and none at all (`lost`). */
const OpenAnswer = z.enum(['lost', 'unclear', 'open', 'denied'])
type OpenAnswer = z.infer<typeof OpenAnswer>

/** The state of an unresolved operation on an item after a read. `null`: it stays as it is. */
type StateByRead = Readonly<Record<Shown, 'CONFIRMED' | 'NOT_APPLIED' | null>>

/** The other classes have ended the operation. */
export const stateByRead: Readonly<Record<OpenAnswer, StateByRead>> = {
  lost: { change: 'CONFIRMED', none: null, incomplete: null },
  unclear: { change: 'CONFIRMED', none: null, incomplete: null },
  open: { change: 'CONFIRMED', none: null, incomplete: null },
  /** That the item shows the change although the service denied it may be the work of somebody else. */
  denied: { change: 'NOT_APPLIED', none: 'NOT_APPLIED', incomplete: null },
}

/** The causes of transitions by a read after a denial: with the change, or without it. */
export const deniedCauses = { change: 'read: denied, changed', none: 'read: denied' } as const

/**
 * What the reads after an accepted operation have shown. `overdue`: still not the change when the scheduled reads had
 * ended, so a person is needed. `done` and `notDone` were recorded by a person. `notOffered`: this service does not
 * show such changes, so the answer alone counts. `null`: no complete read yet.
 */
export const ShownByReads = z.enum(['change', 'none', 'overdue', 'done', 'notDone', 'notOffered'])
export type ShownByReads = z.infer<typeof ShownByReads>

/** The state that the desk shows of an accepted operation. */
const stateByShown: Readonly<Record<ShownByReads, OperationState>> = {
  change: 'CONFIRMED',
  none: 'UNKNOWN',
  overdue: 'NEEDS_HUMAN',
  done: 'CONFIRMED',
  notDone: 'NOT_APPLIED',
  notOffered: 'CONFIRMED',
}

/** The parts of a row of the journal on which its outcome rests. */
interface RecordedOutcome {
  readonly kind: OperationKind
  readonly state: OperationState
  readonly cause: string | null
  readonly confirmed_by: ConfirmedBy | null
  readonly shows: ShownByReads | null
}

/** The journal's state of an accepted operation is CONFIRMED. This is the state that the desk shows and acts on. */
export function joinedState({
  state,
  cause,
  shows,
}: Pick<RecordedOutcome, 'state' | 'cause' | 'shows'>): OperationState {
  if (state === 'NOT_APPLIED' && Object.values(deniedCauses).some((denied) => denied === cause)) return 'REJECTED'
  if (state !== 'CONFIRMED') return state
  return shows === null ? state : stateByShown[shows]
}

/** Whether the service accepted the operation, and no read has shown its change since. */
export const isAcceptedUnseen = ({ state, confirmed_by: by, kind, shows }: Omit<RecordedOutcome, 'cause'>): boolean =>
  state === 'CONFIRMED' &&
  by === 'answer' &&
  !isPurchaseKind(kind) &&
  (shows === null || shows === 'none' || shows === 'overdue')

/** The cause of a transition by an answer. A status that is clear by itself needs no class beside it. */
export const causeOf = (status: number, answer: AnswerClass): string =>
  answer === 'open' || answer === 'denied' ? `answer ${String(status)} ${answer}` : `answer ${String(status)}`

/** Returns what an attempt that ended with this cause leaves open. `null`: the attempt never ended. */
export function answerIn(cause: string | null): OpenAnswer {
  const [, answer] = /^answer \d+(?: (\w+))?$/.exec(cause ?? '') ?? []
  if (answer !== undefined) return OpenAnswer.catch('unclear').parse(answer)
  return cause?.startsWith('answer ') === true ? 'unclear' : 'lost'
}
