/** What each state of an operation means. Whoever adds a state defines its facts here. */
import { describe, expect, it } from 'vitest'
import { OperationKind, OperationState } from '#shared/model/operation/operation.ts'
import {
  creditDirection,
  inFlightStates,
  isInFlight,
  isTerminal,
  isUnresolved,
  movedCredits,
  openStates,
  operationStates,
  resolutions,
  stateFacts,
  statesWithoutCredits,
  stateSteps,
  unresolvedStates,
} from '#shared/model/operation/operationStates.ts'

describe('a state', () => {
  it.each([
    ['INTENT', 'in flight', 'open', 'NOT_SENT', ['SENDING', 'NOT_SENT']],
    ['SENDING', 'in flight', 'open', 'UNKNOWN', ['CONFIRMED', 'REJECTED', 'NOT_SENT', 'UNKNOWN']],
    ['CONFIRMED', 'terminal', 'moved', null, []],
    ['REJECTED', 'terminal', 'none', null, []],
    ['NOT_SENT', 'terminal', 'none', null, []],
    ['UNKNOWN', 'unresolved', 'open', null, ['UNKNOWN', 'CONFIRMED', 'NOT_APPLIED', 'NEEDS_HUMAN']],
    ['NOT_APPLIED', 'terminal', 'none', null, []],
    ['NEEDS_HUMAN', 'unresolved', 'open', null, ['NEEDS_HUMAN', 'CONFIRMED', 'NOT_APPLIED']],
  ] as const)(
    '%s is %s, its credits are %s, an interruption makes it %s, and %j may follow',
    (state, phase, credits, interrupted, next) => {
      expect({ inFlight: isInFlight(state), unresolved: isUnresolved(state), terminal: isTerminal(state) }).toEqual({
        inFlight: phase === 'in flight',
        unresolved: phase === 'unresolved',
        terminal: phase === 'terminal',
      })
      expect(movedCredits(state)).toBe(credits)
      expect(stateFacts[state].interrupted).toBe(interrupted)
      expect(stateSteps.filter(([from]) => from === state).map(([, to]) => to)).toEqual(next)
    },
  )

  it('is known to the bridge and the journal under the same names', () => {
    expect(OperationState.options).toEqual(operationStates)
  })

  it('has successors exactly if it is not terminal, and is reachable from an intent', () => {
    const reachable = new Set<string>(['INTENT'])
    for (const from of reachable) for (const [, to] of stateSteps.filter(([step]) => step === from)) reachable.add(to)
    expect([...reachable].toSorted()).toEqual([...operationStates].toSorted())
    expect(operationStates.filter((state) => stateSteps.some(([from]) => from === state))).toEqual(openStates)
  })
})

describe('the sets', () => {
  it('of states that lock their target are those in flight and those unresolved', () => {
    expect(inFlightStates).toEqual(['INTENT', 'SENDING'])
    expect(unresolvedStates).toEqual(['UNKNOWN', 'NEEDS_HUMAN'])
    expect(openStates).toEqual([...inFlightStates, ...unresolvedStates])
  })

  it('name the states without credits, and the resolutions of an unresolved operation', () => {
    expect(statesWithoutCredits).toEqual(['REJECTED', 'NOT_SENT', 'NOT_APPLIED'])
    expect(resolutions).toEqual(['CONFIRMED', 'NOT_APPLIED'])
  })

  it('show that credits are open as long as the operation is', () => {
    expect(operationStates.filter((state) => movedCredits(state) === 'open')).toEqual(openStates)
  })
})

it('credits leave the account with a purchase, come back with a refund, and stay with an activation', () => {
  expect(Object.fromEntries(OperationKind.options.map((kind) => [kind, creditDirection(kind)]))).toEqual({
    activate: null,
    refund: 'back',
    register: 'out',
    'top-up': 'out',
    'top-up-with-profile': 'out',
  })
})
