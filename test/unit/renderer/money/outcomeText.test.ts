/**
 * The text of an operation's outcome. The words "Activated", "Refunded" and others are fixed, because programs outside
 * look for them.
 */
import { describe, expect, test } from 'vitest'
import type { OperationRow } from '#shared/model/operation.ts'
import OutcomeLines from '../../../../renderer/components/money/OutcomeLines.vue'
import { mounted, read } from '../support/mounted.ts'
import { usePendingNavigation } from '../../../../renderer/composables/money/pendingNavigation.ts'
import { customerUid, itemUid, now, operation } from '../support/samples.ts'

const told = (changes: Partial<OperationRow>): string =>
  read(mounted(OutcomeLines, { operations: [operation(changes)] }).get('[role=status]'))

describe('the fixed words', () => {
  test.each([
    [{ kind: 'activate', state: 'CONFIRMED' }, 'Activated'],
    [{ kind: 'refund', state: 'CONFIRMED' }, 'Refunded'],
    [{ kind: 'register', state: 'CONFIRMED' }, 'Bought'],
    [{ kind: 'top-up', state: 'CONFIRMED' }, 'Bought'],
    [{ kind: 'top-up-with-profile', state: 'CONFIRMED', confirmedBy: 'reference' }, 'Bought'],
    [{ state: 'REJECTED' }, 'Rejected'],
    [{ state: 'NOT_SENT' }, 'Not sent'],
    [{ state: 'UNKNOWN' }, 'Not known yet'],
    [{ state: 'NEEDS_HUMAN' }, 'Needs a person'],
  ] as const)('%o begins with %s', (changes, word) => {
    expect(told(changes).startsWith(`${word}: Europe 3 GB`)).toBe(true)
  })
})

test('a refusal is told in the words of the service, as text', () => {
  const text = told({ state: 'REJECTED', reason: '<b>The monthly maximum is reached</b>', retryAfter: 12.2 })
  expect(text).toContain('“<b>The monthly maximum is reached</b>”')
  expect(text).toContain('wait 13 seconds')
})

test('a refusal without words says its status, not a quotation of it', () => {
  const text = told({ state: 'REJECTED', reason: 'answer 409' })
  expect(text).toContain('only the status 409')
  expect(text).not.toContain('“')
})

test('an inferred refund is told as inferred', () => {
  expect(told({ confirmedBy: 'state' })).toContain('Inferred')
})

test('why nothing was sent is told by its code', () => {
  expect(told({ state: 'NOT_SENT', reason: 'credentials_rejected' })).toContain('client secret')
})

test('an unknown end says not to press again and offers one look', () => {
  const wrapper = mounted(OutcomeLines, { operations: [operation({ state: 'UNKNOWN' })] })
  expect(read(wrapper)).toContain("Don't press again")
  expect(wrapper.findAll('button').map(read)).toEqual(['Check now'])
})

test('of another connection it can not be looked at, and that is said', () => {
  const wrapper = mounted(OutcomeLines, { operations: [operation({ state: 'UNKNOWN', current: false })] })
  expect(wrapper.find('button').exists()).toBe(false)
  expect(read(wrapper)).toContain('another connection')
})

describe('a purchase', () => {
  const bought = { kind: 'register', state: 'CONFIRMED' } as const

  test('says what it took', () => {
    expect(told(bought)).toContain('$4.50 in credits were taken')
  })

  test('says a charge that is not the one agreed to, and no other', () => {
    expect(told({ ...bought, charged: { amount: '5.00', currency: 'USD' } })).toContain('charged $5.00, not the $4.50')
    expect(told({ ...bought, charged: { amount: '4.5', currency: 'USD' } })).not.toContain('agreed')
  })

  test('says that the reference was shortened or changed', () => {
    expect(told({ ...bought, echoed: 'shortened' })).toContain('shortened reference')
    expect(told({ ...bought, echoed: 'changed' })).toContain('another reference')
    expect(told({ ...bought, echoed: 'same' })).not.toContain('reference')
  })

  test('refused took no credits, and the form waits for the correction', () => {
    expect(told({ kind: 'top-up', state: 'REJECTED', reason: 'wrong set' })).toMatch(
      /No credits were taken.*“wrong set”.*still in the form/,
    )
  })

  test('for a person names what to look for', () => {
    expect(told({ kind: 'register', state: 'NEEDS_HUMAN' })).toContain(operation().id)
  })

  test('made twice leads to the refund of the other one', async () => {
    const twin = { customerUid, itemUid, foundAt: now }
    const wrapper = mounted(OutcomeLines, { operations: [operation({ ...bought, duplicates: [twin] })] })
    const pendingNavigation = usePendingNavigation()
    await wrapper
      .findAll('button')
      .find((button) => read(button) === 'Refund it')
      ?.trigger('click')
    expect(pendingNavigation.waiting).toEqual({ what: 'refund', customerUid, itemUid, esimUid: null })
  })
})

test('what is not known says how often it was asked about, and counts down to the next time', () => {
  const nextCheck = new Date(Date.now() + 15_000).toISOString()
  expect(told({ state: 'UNKNOWN', checks: 2, nextCheck })).toMatch(/checking….*Asked 2 times; asked next in 1[45] s/)
  expect(told({ state: 'UNKNOWN', checks: 1, nextCheck: null, checking: true })).toContain('Asking the service…')
  expect(told({ state: 'UNKNOWN', checks: 8, nextCheck: null })).toMatch(
    /Don't press again\.\s*Asked 8 times; it isn't asked by itself any more/,
  )
})

test('a final one can be dismissed and leads to its journal entry', async () => {
  const wrapper = mounted(OutcomeLines, { operations: [operation()] })
  expect(wrapper.get('a').attributes('href')).toBe(`/operations/${operation().id}`)
  await wrapper.get('button').trigger('click')
  expect(wrapper.emitted('dismiss')).toEqual([[operation().id]])
})

test('the live region is there before anything happened', () => {
  expect(mounted(OutcomeLines, { operations: [] }).find('[role=status]').exists()).toBe(true)
})
