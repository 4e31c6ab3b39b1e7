/** What a person is asked before an operation or other rules, and what may change until the answer. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { defaultRules, type BuyingRules } from '#shared/model/purchase.ts'
import { DeskError } from '#shared/errors.ts'
import type { MoneyFacts } from '../../../../electron/approvals/index.ts'
import { createNotes } from '../../../../electron/operations/journal/notes.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { call, openMoneyDesk, type MoneyDesk, type TargetInput } from '../../../faults/desk.ts'
import { control } from '../../../support/control.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

interface Asked {
  readonly facts: MoneyFacts
  readonly askAbove: string
}

let sandbox: Sandbox
let desk: MoneyDesk
let asked: Asked[]
/** What happens while the person is asked about an operation, or about other rules. */
let aboutMoney: () => void | Promise<void>
let aboutRules: () => void | Promise<void>

beforeEach(async () => {
  asked = []
  aboutMoney = aboutRules = () => undefined
  sandbox = await startSandbox({ customers: 20, seed: 5 })
  desk = await openMoneyDesk({
    info: sandbox,
    folder: await temporaryFolder(),
    approvals: {
      async money(facts, askAbove) {
        asked.push({ facts, askAbove })
        await aboutMoney()
      },
      rules: async () => await aboutRules(),
    },
  })
})
afterEach(async () => {
  await desk.close()
  await sandbox.close()
})

async function registration(more: object = {}): Promise<TargetInput> {
  const { items } = await desk.client.inventory()
  const item = items.find(({ active, prices }) => active !== false && (prices?.[0]?.priceValue ?? 0) > 0)
  if (item === undefined) throw new Error('The sandbox sells nothing')
  return {
    kind: 'register',
    inventoryItemId: item.id,
    mode: 'FIRST_USE',
    customerEmail: 'ada@example.org',
    userCountry: 'DE',
    userIp: '203.0.113.7',
    ...more,
  }
}
const executed = async (): Promise<number> => (await control(sandbox).ledger()).filter((row) => row.executed).length
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof DeskError ? error.code : String(error)),
  )
const setRules = (changes: Partial<BuyingRules>): Promise<BuyingRules> =>
  desk.operations.handlers.setRules({ ...defaultRules, ...changes }, call)

test('a person is asked with the facts of the preview and the amount above which one is asked', async () => {
  await setRules({ askAbove: '12.00' })
  const preview = await desk.preview(await registration())
  await desk.run(preview.previewId)
  expect(asked).toEqual([
    {
      facts: {
        operation: 'register',
        packageName: preview.packageName,
        amount: preview.amount,
        customer: 'ada@example.org',
        service: new URL(sandbox.baseUrl).host,
        acceptedBefore: false,
      },
      askAbove: '12.00',
    },
  ])
})

test('after a no nothing is sent and nothing is in the journal', async () => {
  aboutMoney = () => Promise.reject(new DeskError('not_approved', 'A person did not agree'))
  expect(await code(desk.submit(await registration()))).toBe('not_approved')
  expect([await executed(), await desk.list(), desk.operations.unresolved()]).toEqual([0, [], 0])
})

test('an operation that waits for its answer counts as unresolved', async () => {
  let whileAsked = 0
  aboutMoney = () => void (whileAsked = desk.operations.unresolved())
  await desk.submit(await registration())
  expect([whileAsked, desk.operations.unresolved()]).toEqual([1, 0])
})

test('nothing is sent if the connection is closed while a person is asked', async () => {
  aboutMoney = () => desk.reopen()
  expect(await code(desk.submit(await registration()))).toBe('aborted')
  expect([await executed(), await desk.list()]).toEqual([0, []])
})

test('nobody is asked about a second sale that has not been acknowledged', async () => {
  await desk.submit(await registration())
  const { previewId } = await desk.preview(await registration())
  expect(await code(desk.operations.handlers.run({ previewId }, call))).toBe('preview_changed')
  expect([asked.length, await executed()]).toEqual([1, 1])
})

test('what was entered for a new customer is kept with the operation', async () => {
  const row = await desk.submit(await registration({ reference: 'order 1' }))
  const notes = createNotes(desk.storage.work, { warn: () => undefined }).get(row.id)
  expect(notes).toMatchObject({ email: 'ada@example.org', userCountry: 'DE', userIp: '203.0.113.7' })
  const { relatedEsims } = await desk.client.customer(CustomerUid.parse(row.customerUid))
  expect(desk.operations.iccidsOf(row.id)).toEqual(relatedEsims.map(({ iccid }) => iccid))
})

test('rules that were changed while a person was asked about others are not replaced', async () => {
  aboutRules = async () => {
    aboutRules = () => undefined
    await setRules({ dailyLimit: '50.00' })
  }
  expect(await code(setRules({ dailyLimit: '900.00' }))).toBe('approval_pending')
  expect(await desk.operations.handlers.rules(undefined, call)).toEqual({ ...defaultRules, dailyLimit: '50.00' })
})
