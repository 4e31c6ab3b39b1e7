/**
 * The text of an operation's outcome. The words "Activated", "Refunded" and others are fixed, because programs outside
 * look for them.
 */
import { describe, expect, test, vi } from 'vitest'
import type { OperationRow } from '#shared/model/operation.ts'
import OutcomeLines from '../../../../../renderer/features/money/OutcomeLines.vue'
import { mounted, read } from '../../support/mounted.ts'
import { usePendingNavigation } from '../../../../../renderer/lib/pendingNavigation.ts'
import { customerUid, itemUid, now, operation } from '../../support/samples.ts'
import { limits } from '../../../../limits.ts'

const sentencesOf = (changes: Partial<OperationRow>): string =>
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
    [{ state: 'UNKNOWN' }, 'Unconfirmed'],
    [{ state: 'NEEDS_HUMAN' }, 'Needs you'],
  ] as const)('%o begins with %s', (changes, word) => {
    expect(sentencesOf(changes).startsWith(`${word}: Europe 3 GB`)).toBe(true)
  })
})

test("a refusal shows the service's own words as text", () => {
  const text = sentencesOf({ state: 'REJECTED', reason: '<b>The monthly maximum is reached</b>', retryAfter: 12.2 })
  expect(text).toContain('“<b>The monthly maximum is reached</b>”')
  expect(text).toContain('wait 13 seconds')
})

test("an operation that turned out not to have happened still shows the service's own words", () => {
  expect(sentencesOf({ state: 'NOT_APPLIED', reason: 'Refunds are closed.' })).toContain('“Refunds are closed.”')
})

test.each(['REJECTED', 'UNKNOWN', 'NEEDS_HUMAN'] as const)(
  'the text for a ticket is offered where it is %s',
  (state) => {
    expect(sentencesOf({ state })).toContain('Copy for a ticket')
  },
)

test.each(['CONFIRMED', 'NOT_APPLIED'] as const)('no ticket is offered where it is %s', (state) => {
  expect(sentencesOf({ state })).not.toContain('Copy for a ticket')
})

test('a refusal without words shows its status without quoting it', () => {
  const text = sentencesOf({ state: 'REJECTED', reason: 'answer 409' })
  expect(text).toContain('only the status 409')
  expect(text).not.toContain('“')
})

test('what to say is offered for the last outcome, in the language of the customer, where that is known', async () => {
  const operations = [operation({ state: 'REJECTED' }), operation({ id: 'earlier', state: 'REJECTED' })]
  const lines = mounted(OutcomeLines, { operations, language: 'de' })
  await vi.waitFor(() => expect(read(lines)).toContain('Wir konnten Europe 3 GB nicht stornieren.'), limits.state)
  expect(lines.findAll('[role=group]')).toHaveLength(1)
  expect(mounted(OutcomeLines, { operations }).find('[role=group]').exists()).toBe(false)
})

test('after an activation, a customer whose eSIM is not installed is told to install it', () => {
  const props = { operations: [operation({ kind: 'activate', state: 'CONFIRMED' })], language: 'en' }
  const said = (more: object): string => read(mounted(OutcomeLines, { ...props, ...more }).get('.say .text'))
  expect(said({ esims: 'notInstalled' })).toBe(
    "We have started Europe 3 GB. Your eSIM isn't installed yet: please connect the phone to Wi-Fi and scan the QR " +
      'code that we send you. Then choose this eSIM for mobile data and switch on data roaming.',
  )
  expect(said({ esims: 'installed' })).toContain('Please choose this eSIM for mobile data')
  expect(said({})).toContain('Please choose this eSIM for mobile data')
})

test('an inferred refund is described as inferred', () => {
  expect(sentencesOf({ confirmedBy: 'state' })).toMatch(
    /The answer got lost.*very probably went through.*should be back/,
  )
})

test('the code explains why nothing was sent', () => {
  expect(sentencesOf({ state: 'NOT_SENT', reason: 'credentials_rejected' })).toContain('client secret')
})

test('an unknown outcome says not to submit again and offers a check', () => {
  const wrapper = mounted(OutcomeLines, { operations: [operation({ state: 'UNKNOWN' })] })
  expect(read(wrapper)).toContain("Don't press again")
  expect(wrapper.findAll('button').map(read)).toEqual(['Check now', 'Copy for a ticket'])
})

test.each(['UNKNOWN', 'NEEDS_HUMAN'] as const)('an outcome that is %s quotes what the answer said', (state) => {
  expect(sentencesOf({ state, reason: 'This item has been used.' })).toContain(
    'The answer says: “This item has been used.”',
  )
  for (const reason of ['answer 422', 'timeout total', 'address_unreachable', null])
    expect(sentencesOf({ state, reason })).not.toContain('The answer says')
})

test("an operation of another connection can't be checked, and the text says so", () => {
  const wrapper = mounted(OutcomeLines, { operations: [operation({ state: 'UNKNOWN', current: false })] })
  expect(wrapper.findAll('button').map(read)).toEqual(['Copy for a ticket'])
  expect(read(wrapper)).toContain('another connection')
})

describe('a purchase', () => {
  const bought = { kind: 'register', state: 'CONFIRMED' } as const

  test('says what it cost', () => {
    expect(sentencesOf(bought)).toContain('$4.50 in credits were taken')
  })

  test('mentions the charge only if it differs from the agreed amount', () => {
    expect(sentencesOf({ ...bought, charged: { amount: '5.00', currency: 'USD' } })).toContain(
      'charged $5.00, not the $4.50',
    )
    expect(sentencesOf({ ...bought, charged: { amount: '4.5', currency: 'USD' } })).not.toContain('agreed')
  })

  test('says that the reference was shortened or changed', () => {
    expect(sentencesOf({ ...bought, echoed: 'shortened' })).toContain('shortened reference')
    expect(sentencesOf({ ...bought, echoed: 'changed' })).toContain('another reference')
    expect(sentencesOf({ ...bought, echoed: 'same' })).not.toContain('reference')
  })

  test('that was refused took no credits and waits for a correction', () => {
    expect(sentencesOf({ kind: 'top-up', state: 'REJECTED', reason: 'wrong set' })).toMatch(
      /No credits were taken.*“wrong set”.*still in the form/,
    )
  })

  test('that needs a person names what to look for', () => {
    expect(sentencesOf({ kind: 'register', state: 'NEEDS_HUMAN' })).toContain(operation().id)
  })

  test('that was executed twice links to the refund of the duplicate', async () => {
    const duplicate = { customerUid, itemUid, foundAt: now }
    const wrapper = mounted(OutcomeLines, { operations: [operation({ ...bought, duplicates: [duplicate] })] })
    const pendingNavigation = usePendingNavigation()
    await wrapper
      .findAll('button')
      .find((button) => read(button) === 'Refund it')
      ?.trigger('click')
    expect(pendingNavigation.waiting).toEqual({ what: 'refund', customerUid, itemUid, esimUid: null })
  })
})

test('an unknown outcome shows the number of checks and counts down to the next one', () => {
  const nextCheck = new Date(Date.now() + 15_000).toISOString()
  expect(sentencesOf({ state: 'UNKNOWN', checks: 2, nextCheck })).toMatch(
    /checking….*Checked 2 times · next check in 1[45] s/,
  )
  expect(sentencesOf({ state: 'UNKNOWN', checks: 1, nextCheck: null, checking: true })).toContain('Asking the service…')
  expect(sentencesOf({ state: 'UNKNOWN', checks: 8, nextCheck: null })).toMatch(
    /Don't press again\.\s*Checked 8 times · no more automatic checks/,
  )
})

test('a final outcome can be dismissed and links to its journal entry', async () => {
  const wrapper = mounted(OutcomeLines, { operations: [operation()] })
  expect(wrapper.get('a').attributes('href')).toBe(`/operations/${operation().id}`)
  await wrapper.get('button').trigger('click')
  expect(wrapper.emitted('dismiss')).toEqual([[operation().id]])
})

test('the live region exists before it has content', () => {
  expect(mounted(OutcomeLines, { operations: [] }).find('[role=status]').exists()).toBe(true)
})

test('an outcome that is about to arrive has its place already', () => {
  expect(mounted(OutcomeLines, { operations: [], expected: true }).get('.outcomes').classes()).toContain('any')
  expect(mounted(OutcomeLines, { operations: [] }).get('.outcomes').classes()).not.toContain('any')
})
