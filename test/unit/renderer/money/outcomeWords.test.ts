/** How an operation's end is told. The words "Activated", "Refunded", … are fixed: programs outside look for them. */
import { describe, expect, test } from 'vitest'
import type { OperationRow } from '#shared/model/operation.ts'
import OutcomeLines from '../../../../renderer/components/money/OutcomeLines.vue'
import { mounted, read } from '../support/mounted.ts'
import { operation } from '../support/samples.ts'

const told = (changes: Partial<OperationRow>): string => read(mounted(OutcomeLines, { operations: [operation(changes)] }).get('[role=status]'))

describe('the fixed words', () => {
  test.each([
    [{ kind: 'activate', state: 'CONFIRMED' }, 'Activated'],
    [{ kind: 'refund', state: 'CONFIRMED' }, 'Refunded'],
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

test('a final one can be dismissed and leads to its journal entry', async () => {
  const wrapper = mounted(OutcomeLines, { operations: [operation()] })
  expect(wrapper.get('a').attributes('href')).toBe(`/operations/${operation().id}`)
  await wrapper.get('button').trigger('click')
  expect(wrapper.emitted('dismiss')).toEqual([[operation().id]])
})

test('the live region is there before anything happened', () => {
  expect(mounted(OutcomeLines, { operations: [] }).find('[role=status]').exists()).toBe(true)
})
