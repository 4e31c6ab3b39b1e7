/**
 * The correction of an e-mail address against a real sandbox: what is asked, sent once, read back and recorded.
 *
 * @module-tag long
 */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { CorrectionOutcome } from '#shared/model/customer/notes.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { control, type Control } from '../../../support/control.ts'
import { thrownBy } from '../service/support.ts'
import { memoryKeychain } from '../storage/support.ts'
import { call, desk as customersDesk } from './desk.ts'
import { until, workerUrl } from './support.ts'

let sandbox: Sandbox
let acts: Control
beforeAll(async () => {
  sandbox = await startSandbox({ customers: 60, seed: 7 })
  acts = control(sandbox)
})
beforeEach(async () => {
  await acts.clearFaults()
  await acts.setVariants({ optional: ['customerCorrection'] })
})
afterAll(() => sandbox.close())

const sent = async (): Promise<number> => (await acts.state()).counts.requests['customerCorrection'] ?? 0

async function withEmail(): Promise<{ readonly uid: CustomerUid; readonly from: string }> {
  const { uid, email } = await acts.sample('esimInstalled')
  return { uid: CustomerUid.parse(uid), from: email ?? '' }
}

async function desk(correction: () => Promise<void> = () => Promise.resolve()) {
  const records: (CorrectionOutcome | 'begun')[] = []
  const asked: unknown[] = []
  const { customers, events, open, disconnect } = await customersDesk(sandbox, memoryKeychain(), workerUrl, {
    approvals: { correction: (facts) => (asked.push(facts), correction()) },
    beginCorrection: () => (records.push('begun'), (outcome) => void records.push(outcome)),
  })
  const correct = (input: { readonly uid: CustomerUid; readonly from: string | null; readonly to: string }) =>
    customers.handlers.correctEmail(input, call)
  return { customers, events, records, asked, correct, open, disconnect }
}

test('a person is asked, the address is sent once, and the directory shows the new one', async () => {
  const { customers, events, records, asked, correct } = await desk()
  const { uid, from } = await withEmail()
  const before = await sent()
  const to = 'corrected@example.org'
  expect(await correct({ uid, from, to })).toEqual({ outcome: 'changed', email: to })
  expect(asked).toEqual([{ customer: uid, before: from, after: to }])
  expect(records).toEqual(['begun', 'changed'])
  expect(await sent()).toBe(before + 1)
  expect((await customers.handlers.get({ uid, from: 'directory' }, call)).email).toBe(to)
  expect(events).toContainEqual({ event: 'customer.changed', payload: { uid } })
})

test('an address is corrected to the form of its domain that every server knows, which counts as the typed one', async () => {
  const { asked, correct } = await desk()
  const { uid, from } = await withEmail()
  const to = 'anna@bücher.example'
  expect(await correct({ uid, from, to })).toEqual({ outcome: 'changed', email: 'anna@xn--bcher-kva.example' })
  expect(asked).toEqual([{ customer: uid, before: from, after: to }])
  const before = await sent()
  expect(await correct({ uid, from: to, to })).toEqual({ outcome: 'changed', email: to })
  expect(await sent()).toBe(before)
})

test('nothing is sent without the consent of a person, nor for an address that the window does not show any more', async () => {
  const refused = await desk(() => Promise.reject(new DeskError('not_approved', 'A person refused')))
  const { uid, from } = await withEmail()
  const before = await sent()
  expect(await thrownBy(refused.correct({ uid, from, to: 'eve@example.org' }))).toMatchObject({ code: 'not_approved' })
  const other = await desk()
  expect(await other.correct({ uid, from: 'old@example.org', to: 'eve@example.org' })).toEqual({
    outcome: 'different',
    email: from,
  })
  expect(other.asked).toEqual([])
  expect([...refused.records, ...other.records]).toEqual([])
  expect(await sent()).toBe(before)
})

test('an address that changes while the question is open is not overwritten', async () => {
  const { uid, from } = await withEmail()
  const meanwhile = await desk()
  const { correct, records } = await desk(
    async () => void (await meanwhile.correct({ uid, from, to: 'meanwhile@example.org' })),
  )
  expect(await correct({ uid, from, to: 'late@example.org' })).toEqual({
    outcome: 'different',
    email: 'meanwhile@example.org',
  })
  expect(records).toEqual([])
})

test('a refusal is an error with the words of the service, and is on record', async () => {
  const { records, correct } = await desk()
  const { uid, from } = await withEmail()
  await acts.fault('customerCorrection', 'status', {
    status: 422,
    contentType: 'application/json',
    body: '{"message":"This address is blocked"}',
  })
  expect(await thrownBy(correct({ uid, from, to: 'blocked@example.org' }))).toMatchObject({
    code: 'service_refused',
    details: { reason: 'This address is blocked' },
  })
  expect(records).toEqual(['begun', 'refused'])
})

test('a service without the feature is reported, and tried again with the next request', async () => {
  const { correct } = await desk()
  const { uid, from } = await withEmail()
  await acts.setVariants({ optional: [] })
  await acts.fault('customerCorrection', 'status', { status: 405 })
  expect(await thrownBy(correct({ uid, from, to: 'x@example.org' }))).toMatchObject({
    code: expect.stringMatching(/^not_(supported|found)$/),
  })
  await acts.clearFaults()
  await acts.setVariants({ optional: ['customerCorrection'] })
  expect(await correct({ uid, from, to: 'again@example.org' })).toMatchObject({ outcome: 'changed' })
})

test('a lost answer is resolved by a read: changed if the service shows the new address, unknown otherwise', async () => {
  const { records, correct } = await desk()
  const { uid, from } = await withEmail()
  await acts.fault('customerCorrection', 'status', { status: 503 })
  expect(await correct({ uid, from, to: 'never@example.org' })).toEqual({ outcome: 'unknown', email: from })
  await acts.fault('customerCorrection', 'dropAfter')
  expect(await correct({ uid, from, to: 'done@example.org' })).toEqual({
    outcome: 'changed',
    email: 'done@example.org',
  })
  expect(records).toEqual(['begun', 'unknown', 'begun', 'changed'])
})

test('a connection that is closed meanwhile leaves a correction that was sent unknown, and another one an error', async () => {
  const { uid, from } = await withEmail()
  const closing = await desk()
  const answer = Promise.withResolvers<undefined>()
  const asked = vi.spyOn(closing.open.client, 'correctCustomer').mockReturnValueOnce(answer.promise)
  const unanswered = closing.correct({ uid, from, to: 'lost@example.org' })
  await until(() => asked.mock.calls.length === 1)
  await closing.disconnect()
  answer.reject(new DeskError('outcome_unclear', 'The answer was lost'))
  expect(await unanswered).toEqual({ outcome: 'unread', email: from })
  expect(closing.records).toEqual(['begun', 'unknown'])

  const asking = Promise.withResolvers<undefined>()
  const early = await desk(() => asking.promise)
  const unsent = early.correct({ uid, from, to: 'lost@example.org' })
  await until(() => early.asked.length === 1)
  await early.disconnect()
  asking.resolve(undefined)
  expect(await thrownBy(unsent)).toMatchObject({ code: 'not_connected' })
  expect(early.records).toEqual([])
})

test('a yes of the service that a read does not confirm is no success', async () => {
  const { records, correct } = await desk()
  const { uid, from } = await withEmail()
  await acts.fault('customerCorrection', 'status', { status: 200, contentType: 'application/json', body: '{}' })
  expect(await correct({ uid, from, to: 'nowhere@example.org' })).toEqual({ outcome: 'notShown', email: from })
  expect(records).toEqual(['begun', 'notShown'])
})
