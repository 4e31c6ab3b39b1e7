/** What good looks like in each scene of the training, judged by the journal and the customer. */
import { describe, expect, test } from 'vitest'
import type { TrainingSceneName } from '#shared/model/training.ts'
import { CountrySetId, Iccid } from '#shared/wire/ids.ts'
import {
  goalsOf,
  hasOperatorAnswered,
  type GoalId,
  type SceneFacts,
} from '../../../../../renderer/features/training/sceneGoals.ts'
import { customer, esim, inventoryItemId, inventoryRow, item, operation } from '../../support/samples.ts'

const nothing: SceneFacts = {
  view: customer({ esims: [esim({ state: 'released' })], items: [item({ phase: 'empty' })] }),
  operations: [],
  sales: [],
  inventory: [
    {
      ...inventoryRow({ name: 'Japan 3 GB', countrySet: CountrySetId.parse('JP'), countries: ['JP'] }),
      id: inventoryItemId,
    },
  ],
  country: 'JP',
  iccid: esim().iccid,
}
const topUp = operation({ id: '1', kind: 'top-up' })
const refund = operation({ id: '2', kind: 'refund', createdAt: '2026-11-21T10:00:00.000Z' })
const secondRefund = operation({ id: '3', kind: 'refund', createdAt: '2026-11-21T10:05:00.000Z' })

const reached = (name: TrainingSceneName, facts: Partial<SceneFacts>): readonly GoalId[] =>
  goalsOf(name, { ...nothing, ...facts }).flatMap(({ id, reached: done }) => (done ? [id] : []))

describe('no data left', () => {
  test('one confirmed top-up and a package with data reach every goal', () => {
    expect(reached('noData', {})).toEqual([])
    expect(reached('noData', { operations: [topUp], view: customer() })).toEqual(['dataSold', 'soldOnce', 'online'])
  })

  test('a second top-up is one too many, and a refused one does not count', () => {
    expect(reached('noData', { operations: [topUp, { ...topUp, id: '9' }] })).toEqual(['dataSold'])
    expect(reached('noData', { operations: [{ ...topUp, state: 'REJECTED' }] })).toEqual([])
  })
})

describe('wrong country', () => {
  const sale = operation({ kind: 'register', inventoryItemId })
  test('a package that works there counts once its purchase is confirmed', () => {
    expect(reached('wrongCountry', {})).toEqual(['nothingMoreHere'])
    expect(reached('wrongCountry', { sales: [sale] })).toEqual(['soldThere', 'nothingMoreHere'])
    expect(reached('wrongCountry', { sales: [{ ...sale, state: 'UNKNOWN' }] })).toEqual(['nothingMoreHere'])
  })

  test('the unused package is given back', () => {
    const both = ['givenBack', 'soldThere', 'nothingMoreHere']
    expect(reached('wrongCountry', { sales: [sale], operations: [refund] })).toEqual(both)
    expect(reached('wrongCountry', { operations: [refund] })).toEqual(['givenBack', 'nothingMoreHere'])
    const refused = { ...refund, state: 'REJECTED' } as const
    expect(reached('wrongCountry', { operations: [refused] })).toEqual(['nothingMoreHere'])
  })

  test('neither a package for another country nor more data for the wrong one is good', () => {
    expect(reached('wrongCountry', { sales: [sale], country: 'TH', operations: [topUp] })).toEqual([])
  })
})

test('not installed: the goal is an installed eSIM, without a sale or a refund', () => {
  expect(reached('notInstalled', {})).toEqual(['nothingSold'])
  expect(reached('notInstalled', { view: customer() })).toEqual(['installed', 'nothingSold'])
  expect(reached('notInstalled', { view: customer(), operations: [topUp] })).toEqual(['installed'])
})

test('two eSIMs: the goal is the second one installed, not that of the phone that works', () => {
  const second = Iccid.parse('8948010000000000009')
  const esims = [esim(), esim({ iccid: second, state: 'released' })]
  expect(reached('twoEsims', { iccid: second, view: customer({ esims }) })).toEqual(['nothingSold'])
  const installed = customer({ esims: [esim({ state: 'disabled' }), esim({ iccid: second })] })
  expect(reached('twoEsims', { iccid: second, view: installed })).toEqual(['installed', 'nothingSold'])
  expect(reached('twoEsims', { iccid: second, view: installed, operations: [topUp] })).toEqual(['installed'])
})

test('refund refused: it is tried once', () => {
  const refused = { ...refund, state: 'REJECTED' } as const
  expect(reached('refundRefused', {})).toEqual([])
  expect(reached('refundRefused', { operations: [refused] })).toEqual(['refundTried', 'triedOnce'])
  expect(reached('refundRefused', { operations: [refused, { ...refused, id: '9' }] })).toEqual(['refundTried'])
})

describe('unconfirmed refund', () => {
  const unknown = { ...refund, state: 'UNKNOWN' } as const
  const recorded = { ...refund, state: 'NOT_APPLIED', updatedAt: '2026-11-21T10:04:00.000Z' } as const

  test('the operator answers once the refund is unconfirmed', () => {
    expect(hasOperatorAnswered('unconfirmedRefund', nothing)).toBe(false)
    expect(hasOperatorAnswered('unconfirmedRefund', { ...nothing, operations: [unknown] })).toBe(true)
    expect(hasOperatorAnswered('refundRefused', { ...nothing, operations: [unknown] })).toBe(false)
  })

  test('the outcome is recorded before the refund is sent again', () => {
    expect(reached('unconfirmedRefund', { operations: [unknown] })).toEqual(['notRepeated'])
    expect(reached('unconfirmedRefund', { operations: [recorded] })).toEqual(['notRepeated', 'outcomeRecorded'])
    expect(reached('unconfirmedRefund', { operations: [secondRefund, recorded] })).toEqual([
      'notRepeated',
      'outcomeRecorded',
      'refunded',
    ])
  })

  test('a second refund before the first is known is not good', () => {
    expect(reached('unconfirmedRefund', { operations: [secondRefund, unknown] })).toEqual(['refunded'])
  })
})
