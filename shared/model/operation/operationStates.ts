/**
 * What each state of a money operation means, and which kinds move credits. The window, the main process, the SQL of
 * the journal, the totals and the exported tables derive their answers from these two tables. Lint refuses any other
 * list of states.
 */
import type { ItemOperationKind, PurchaseKind } from './purchase.ts'

export const operationStates = [
  'INTENT',
  'SENDING',
  'CONFIRMED',
  'REJECTED',
  'NOT_SENT',
  'UNKNOWN',
  'NOT_APPLIED',
  'NEEDS_HUMAN',
] as const
export type OperationState = (typeof operationStates)[number]

interface StateFacts {
  /** What an operation in this state waits for. `null`: the state is terminal. */
  readonly awaits: 'token' | 'answer' | 'reconciliation' | 'person' | null
  /** Whether the operation has moved credits. `open`: it may have, or it still may. */
  readonly credits: 'moved' | 'open' | 'none'
  /** The states that may follow. A state that may follow itself records a check that proved nothing. */
  readonly next: readonly OperationState[]
  /** The state that follows if the desk ended before the request did. `null`: the desk's end changes nothing. */
  readonly interrupted: OperationState | null
}

export const stateFacts = {
  /** The intent is on the disk, and no byte has been sent. */
  INTENT: { awaits: 'token', credits: 'open', next: ['SENDING', 'NOT_SENT'], interrupted: 'NOT_SENT' },
  /** A byte of the request may have left. */
  SENDING: {
    awaits: 'answer',
    credits: 'open',
    next: ['CONFIRMED', 'REJECTED', 'NOT_SENT', 'UNKNOWN'],
    interrupted: 'UNKNOWN',
  },
  CONFIRMED: { awaits: null, credits: 'moved', next: [], interrupted: null },
  /** The service refused it. */
  REJECTED: { awaits: null, credits: 'none', next: [], interrupted: null },
  /** The service never received the request. */
  NOT_SENT: { awaits: null, credits: 'none', next: [], interrupted: null },
  /** It may have happened, and the desk checks it automatically. */
  UNKNOWN: {
    awaits: 'reconciliation',
    credits: 'open',
    next: ['UNKNOWN', 'CONFIRMED', 'NOT_APPLIED', 'NEEDS_HUMAN'],
    interrupted: null,
  },
  /** Its outcome was unknown, and it turned out not to have happened. */
  NOT_APPLIED: { awaits: null, credits: 'none', next: [], interrupted: null },
  /** The desk has stopped checking: a person has to find out. */
  NEEDS_HUMAN: {
    awaits: 'person',
    credits: 'open',
    next: ['NEEDS_HUMAN', 'CONFIRMED', 'NOT_APPLIED'],
    interrupted: null,
  },
} as const satisfies Readonly<Record<OperationState, StateFacts>>

type Facts = typeof stateFacts
type StateWith<Key extends keyof StateFacts, Value> = {
  [S in OperationState]: Facts[S][Key] extends Value ? S : never
}[OperationState]
export type NextState<S extends OperationState> = Facts[S]['next'][number]
type TerminalState = StateWith<'awaits', null>
type InFlightState = StateWith<'awaits', 'token' | 'answer'>
type UnresolvedState = StateWith<'awaits', 'reconciliation' | 'person'>
/** The outcomes that a person may record for an unresolved operation. */
export type Resolution = NextState<UnresolvedState> & TerminalState

const factsOf = (state: OperationState): StateFacts => stateFacts[state]

/** The operation has ended: no other state follows. */
export const isTerminal = (state: OperationState): state is TerminalState => factsOf(state).awaits === null

/** Its request has not ended, or has not begun. */
export function isInFlight(state: OperationState): state is InFlightState {
  const { awaits } = factsOf(state)
  return awaits === 'token' || awaits === 'answer'
}

/** Its request has ended, and its outcome is unknown: the desk can check it, and a person may record how it ended. */
export const isUnresolved = (state: OperationState): state is UnresolvedState =>
  !isTerminal(state) && !isInFlight(state)

export const movedCredits = (state: OperationState): StateFacts['credits'] => factsOf(state).credits

/** No second operation may begin on the same target while one is in one of these states. */
export const openStates = operationStates.filter(
  (state): state is Exclude<OperationState, TerminalState> => !isTerminal(state),
)
export const inFlightStates = operationStates.filter(isInFlight)
export const unresolvedStates = operationStates.filter(isUnresolved)
export const statesWithoutCredits = operationStates.filter((state) => movedCredits(state) === 'none')
export const resolutions = operationStates.filter(
  (state): state is Resolution =>
    isTerminal(state) && unresolvedStates.every((unresolved) => factsOf(unresolved).next.includes(state)),
)

/** Every transition that an operation may make. */
type StateStep = readonly [from: OperationState, to: OperationState]
export const stateSteps: readonly StateStep[] = operationStates.flatMap((from) =>
  factsOf(from).next.map((to): StateStep => [from, to]),
)

/**
 * Credits leave the account, come back to it, or stay. Activating costs nothing, because the package was paid for when
 * it was sold.
 */
type CreditDirection = 'out' | 'back' | null
const creditDirections: Readonly<Record<ItemOperationKind | PurchaseKind, CreditDirection>> = {
  activate: null,
  refund: 'back',
  register: 'out',
  'top-up': 'out',
  'top-up-with-profile': 'out',
}
export const creditDirection = (kind: keyof typeof creditDirections): CreditDirection => creditDirections[kind]
