/** What an operation did to the credits and the causes of its transitions, as an agent reads them. */
import { describe, expect, test } from 'vitest'
import type { OperationDetail, OperationRow } from '#shared/model/operation/operation.ts'
import OperationFacts from '../../../../../renderer/features/operations/OperationFacts.vue'
import OperationHistory from '../../../../../renderer/features/operations/OperationHistory.vue'
import OperationsTable from '../../../../../renderer/features/operations/OperationsTable.vue'
import { at } from '../../support/deferred.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { now, operation } from '../../support/samples.ts'

const columns = ['time', 'agent', 'what', 'customer', 'amount', 'state'] as const
const cell = (changes: Partial<OperationRow>, column: (typeof columns)[number]) =>
  at(mounted(OperationsTable, { rows: [operation(changes)] }).findAll('[role=gridcell]'), columns.indexOf(column))
const amount = (changes: Partial<OperationRow>): string => read(cell(changes, 'amount'))
const state = (changes: Partial<OperationRow>): string => read(cell(changes, 'state'))
/** One line for each fact: its label and its value. */
const facts = (changes: Partial<OperationRow>): readonly string[] => {
  const detail: OperationDetail = {
    operation: operation(changes),
    transitions: [],
    attempts: [],
    note: null,
    iccids: [],
  }
  const list = mounted(OperationFacts, { detail })
  const values = list.findAll('dd').map(read)
  return list.findAll('dt').map((label, index) => `${read(label)}: ${values[index] ?? ''}`)
}
/** One line for each transition: its state and its cause. */
const history = (...transitions: readonly OperationDetail['transitions'][number][]): readonly string[] =>
  mounted(OperationHistory, { transitions })
    .findAll('li')
    .map((line) => [line.get('.word'), ...line.findAll('bdi')].map(read).join(': '))

describe('credits', () => {
  test('a refund returns them, with a plus', () => {
    expect(amount({ kind: 'refund', state: 'CONFIRMED' })).toBe('+$4.50')
    expect(facts({ kind: 'refund', state: 'CONFIRMED' })).toContain(`${text('operations.detail.creditsBack')}: +$4.50`)
  })

  test('an activation moves none, and only its details show the price of the package', () => {
    expect(amount({ kind: 'activate', state: 'CONFIRMED' })).toBe('–')
    expect(facts({ kind: 'activate', state: 'CONFIRMED', refundReason: null })).toContain(
      `${text('operations.detail.price')}: $4.50`,
    )
    expect(facts({ kind: 'activate', state: 'CONFIRMED', refundReason: null }).join()).not.toContain(
      text('operations.column.amount'),
    )
  })

  test.each(['REJECTED', 'NOT_SENT', 'NOT_APPLIED'] as const)('a refund that ended %s moved none', (ended) => {
    expect(amount({ kind: 'refund', state: ended })).toBe('–')
    expect(facts({ kind: 'refund', state: ended })).toContain(
      `${text('operations.detail.creditsBack')}: ${text('operations.detail.none')}`,
    )
  })

  test('a purchase takes them, with a minus and without the colour of a refund', () => {
    const taken = cell({ kind: 'top-up' }, 'amount')
    expect(read(taken)).toBe('-$4.50')
    expect(taken.get('.amount').classes()).not.toContain('back')
    expect(taken.get('.amount').attributes('title')).toBe(text('operations.amount.taken'))
    expect(cell({ kind: 'refund' }, 'amount').get('.amount').classes()).toContain('back')
  })

  test('those of an unknown refund are marked as such', () => {
    expect(facts({ kind: 'refund', state: 'UNKNOWN' })).toContain(
      `${text('operations.detail.creditsBack')}: ${text('operations.detail.creditsOpen', { amount: '+$4.50' })}`,
    )
    expect(cell({ state: 'UNKNOWN' }, 'amount').get('.amount').attributes('title')).toBe(text('operations.amount.open'))
  })
})

describe('causes', () => {
  test('the transitions of an operation are described in sentences, without machine-readable terms', () => {
    const lines = history(
      { at: now, state: 'INTENT', cause: 'run', detail: null },
      { at: now, state: 'SENDING', cause: 'send', detail: null },
      { at: now, state: 'CONFIRMED', cause: 'answer 200', detail: null },
    )
    expect(lines).toEqual([
      `${text('operations.state.INTENT')}: ${text('operations.cause.run')}`,
      `${text('operations.state.SENDING')}: ${text('operations.cause.send')}`,
      `${text('operations.state.CONFIRMED')}: ${text('operations.cause.answerDone')}`,
    ])
  })

  test('a status is described by its meaning', () => {
    expect(history({ at: now, state: 'UNKNOWN', cause: 'answer 502', detail: null })).toEqual([
      `${text('operations.state.UNKNOWN')}: ${text('operations.cause.answerUnclear', { status: '502' })}`,
    ])
    expect(history({ at: now, state: 'REJECTED', cause: 'answer 409', detail: null })).toEqual([
      `${text('operations.state.REJECTED')}: ${text('operations.cause.answerRefused', { status: '409' })}`,
    ])
  })

  test('a failure before sending is described by its code', () => {
    expect(history({ at: now, state: 'NOT_SENT', cause: 'prepare: address_unreachable', detail: null })).toEqual([
      `${text('operations.state.NOT_SENT')}: ${text('errors.address_unreachable.what')}`,
    ])
    expect(state({ state: 'NOT_SENT', reason: 'dns' })).toContain(text('operations.cause.dns'))
    expect(state({ state: 'NOT_SENT', reason: 'restart' })).toContain(text('operations.cause.restartNotSent'))
  })

  test("the service's own reason and an unknown term are shown as they came", () => {
    expect(facts({ state: 'REJECTED', reason: 'Too late' })).toContain(
      `${text('operations.detail.serviceAnswer')}: Too late`,
    )
    expect(facts({ state: 'UNKNOWN', reason: 'Too late' })).toContain(
      `${text('operations.detail.serviceAnswer')}: Too late`,
    )
    expect(facts({ state: 'UNKNOWN', reason: 'reset' })).toContain(
      `${text('operations.detail.cause')}: ${text('operations.cause.reset')}`,
    )
    expect(facts({ state: 'REJECTED', reason: 'answer 404' })).toContain(
      `${text('operations.detail.cause')}: ${text('operations.cause.answerRefused', { status: '404' })}`,
    )
    expect(history({ at: now, state: 'UNKNOWN', cause: 'new word', detail: 'as typed' })).toEqual([
      `${text('operations.state.UNKNOWN')}: new word: as typed`,
    ])
  })
})
