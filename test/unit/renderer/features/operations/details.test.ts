/**
 * The details of one operation: everything that is known about it, and its actions.
 *
 * @module-tag long
 */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { OperationAttempt, OperationDetail, OperationRow } from '#shared/model/operation/operation.ts'
import { EsimUid, InventoryItemId } from '#shared/wire/ids.ts'
import OperationAttempts from '../../../../../renderer/features/operations/OperationAttempts.vue'
import OperationDetails from '../../../../../renderer/features/operations/OperationDetails.vue'
import OperationFacts from '../../../../../renderer/features/operations/OperationFacts.vue'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customerUid, itemUid, now, operation } from '../../support/samples.ts'

const detail = (changes: Partial<OperationRow> = {}, more: Partial<OperationDetail> = {}): OperationDetail => ({
  operation: operation(changes),
  transitions: [],
  attempts: [],
  note: null,
  iccids: [],
  ...more,
})
const bought: Partial<OperationRow> = {
  kind: 'top-up-with-profile',
  refundReason: null,
  mode: 'ON_DEMAND',
  inventoryItemId: InventoryItemId.parse('europe-3'),
  esimUid: EsimUid.parse('e-1'),
  reference: 'order 17',
  echoed: 'same',
  charged: { amount: '4.50', currency: 'USD' },
}

function facts(given: OperationDetail): readonly string[] {
  const list = mounted(OperationFacts, { detail: given })
  const values = list.findAll('dd').map(read)
  return list.findAll('dt').map((label, index) => `${read(label)}: ${values[index] ?? ''}`)
}
const attempts = (...list: readonly OperationAttempt[]): string => read(mounted(OperationAttempts, { attempts: list }))

test('a purchase shows its package, its activation mode, the agreed amount and the charge', () => {
  expect(facts(detail(bought, { iccids: ['8948010000012345678'] }))).toEqual(
    expect.arrayContaining([
      `${text('operations.detail.creditsTaken')}: -$4.50`,
      `${text('operations.detail.agreed')}: $4.50`,
      `${text('operations.detail.charged')}: $4.50`,
      `${text('operations.detail.mode')}: ${text('operations.mode.ON_DEMAND')}`,
      `${text('operations.detail.reference')}: order 17`,
      `${text('operations.detail.echoed')}: ${text('operations.echoed.same')}`,
      expect.stringContaining(`${text('operations.detail.inventoryItem')}: europe-3`),
      expect.stringContaining(`${text('operations.detail.esim')}: e-1`),
      expect.stringContaining(`${text('operations.detail.iccids')}: 8948`),
      `${text('operations.detail.confirmedBy')}: ${text('operations.confirmedBy.answer')}`,
    ]),
  )
})

test('a charge that differs from the agreed amount is highlighted', () => {
  const list = mounted(OperationFacts, { detail: detail({ ...bought, charged: { amount: '5.00', currency: 'USD' } }) })
  expect(read(list.get('.off'))).toBe(text('operations.detail.chargedOther', { charged: '$5.00' }))
  expect(facts(detail({ ...bought, charged: null }))).toContain(
    `${text('operations.detail.charged')}: ${text('operations.detail.chargedUnknown')}`,
  )
})

test('a reference that the service changed is highlighted', () => {
  expect(read(mounted(OperationFacts, { detail: detail({ ...bought, echoed: 'changed' }) }).get('.off'))).toBe(
    text('operations.echoed.changed'),
  )
})

test('the customer and their operations are links, and an unknown customer is not', () => {
  const links = mounted(OperationFacts, { detail: detail() })
    .findAll('a')
    .map((link) => link.attributes('href'))
  expect(links).toEqual(['/customers/c-1', '/operations?customer=c-1'])
  expect(
    mounted(OperationFacts, { detail: detail({ customerUid: null, customerEmail: null }) })
      .find('a')
      .exists(),
  ).toBe(false)
})

test('a value that this desk does not store is not shown as none', () => {
  const withoutStoredFacts = detail({ ...bought, customerEmail: null, reference: null })
  expect(facts(withoutStoredFacts)).toEqual(
    expect.arrayContaining([
      `${text('operations.detail.reference')}: ${text('operations.detail.noneKept')}`,
      `${text('operations.detail.note')}: ${text('operations.detail.noneKept')}`,
      expect.stringContaining(`${text('operations.detail.customer')}: ${text('money.outcome.openCustomer')}`),
    ]),
  )
})

test('what a person recorded as proof is among the facts', () => {
  const transitions = [{ at: now, state: 'CONFIRMED' as const, cause: 'person', detail: 'Ann: operator ticket 4711' }]
  expect(facts(detail({ confirmedBy: 'person' }, { transitions }))).toContain(
    `${text('operations.detail.proof')}: Ann: operator ticket 4711`,
  )
  expect(facts(detail()).join()).not.toContain(text('operations.detail.proof'))
})

test.each([true, false])(
  'recorded outcome: the details have the focus of its form, reported first: %s',
  async (pushed) => {
    let answer = detail({ state: 'NEEDS_HUMAN', current: false })
    const { push } = installBridge({
      'operations.get': () => accept(answer)(null),
      'operations.resolve': (input) => {
        answer = detail({ state: 'CONFIRMED', confirmedBy: 'person', current: false })
        if (pushed) push('operation.changed', answer.operation)
        return accept(answer.operation)(input)
      },
    })
    const page = mounted(OperationDetails, { id: operation().id })
    await flushPromises()
    await page.get('input[type=radio]').setValue(true)
    await page.get('textarea').setValue('operator ticket 4711')
    page.get('textarea').element.focus()
    await page.get('textarea').trigger('keydown', { key: 'Enter', ctrlKey: true })
    await expect.poll(() => page.find('form').exists()).toBe(false)
    await flushPromises()
    expect(document.activeElement).toBe(page.get('h1').element)
  },
)

test('each request shows its outcome, its target and its duration', () => {
  const attemptsText = attempts(
    { number: 1, route: '/a', began: now, ended: '2026-11-21T10:00:01.500Z', outcome: 'answer 403' },
    { number: 2, route: '/b', began: now, ended: null, outcome: null },
  )
  expect(attemptsText).toContain(`${text('operations.attempt.answered', { status: '403' })}/a`)
  expect(attemptsText).toContain(text('operations.attempt.took', { seconds: '1.5' }))
  expect(attemptsText).toContain(`${text('operations.attempt.open')}/b`)
  expect(attempts({ number: 1, route: '/a', began: now, ended: now, outcome: 'timeout headers' })).toContain(
    text('operations.cause.timeoutHeaders'),
  )
  expect(attempts()).toContain(text('operations.attempt.none'))
})

async function shown(given: OperationDetail) {
  const bridge = installBridge({ 'operations.get': accept(given), 'operations.check': refuse('service_timeout') })
  const wrapper = mounted(OperationDetails, { id: given.operation.id })
  await flushPromises()
  return { wrapper, bridge }
}

test('an operation that needs a person says what to ask and offers to record the outcome', async () => {
  const { wrapper } = await shown(detail({ state: 'NEEDS_HUMAN', confirmedBy: null }))
  expect(read(wrapper)).toContain(text('operations.needsPerson.ask.refund'))
  expect(wrapper.find('form input[type=radio]').exists()).toBe(true)
})

test('an operation that has ended has nothing to record, but can be copied for a ticket', async () => {
  const { wrapper } = await shown(detail())
  expect(wrapper.find('form').exists()).toBe(false)
  expect(wrapper.findAll('button').map(read)).toContain(text('operations.ticket.button'))
})

test('a duplicate package with its reference is shown with a link to its refund', async () => {
  const { wrapper } = await shown(detail({ ...bought, duplicates: [{ customerUid, itemUid, foundAt: now }] }))
  expect(read(wrapper.get(`[aria-label="${text('operations.duplicates.title')}"]`))).toContain(
    text('money.outcome.refundTwin'),
  )
})

test('a failed check says so', async () => {
  const { wrapper } = await shown(detail({ state: 'UNKNOWN', confirmedBy: null }))
  await wrapper
    .findAll('button')
    .find((button) => read(button) === text('operations.checkNow'))
    ?.trigger('click')
  await flushPromises()
  expect(wrapper.find('[data-code=service_timeout]').exists()).toBe(true)
})
