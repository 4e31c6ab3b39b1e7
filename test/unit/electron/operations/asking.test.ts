/** What a person is asked before an operation or other rules, and what may change until the answer. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { defaultRules, type BuyingRules } from '#shared/model/operation/purchase.ts'
import { DeskError } from '#shared/errors.ts'
import type { MoneyFacts, NotAppliedFacts } from '../../../../electron/approvals/index.ts'
import { createNotes } from '../../../../electron/operations/journal/notes.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { call, movableClock, openMoneyDesk, type MoneyDesk, type TargetInput } from '../../../faults/desk.ts'
import { control } from '../../../support/control.ts'
import { eventually } from '../../../support/eventually.ts'
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
let aboutNotApplied: (facts: NotAppliedFacts) => void | Promise<void>
const clock = movableClock()

beforeEach(async () => {
  asked = []
  aboutMoney = aboutRules = aboutNotApplied = () => undefined
  sandbox = await startSandbox({ customers: 20, seed: 5 })
  desk = await openMoneyDesk({
    info: sandbox,
    folder: await temporaryFolder(),
    clock,
    timer: clock.timer,
    approvals: {
      async money(facts, askAbove) {
        asked.push({ facts, askAbove })
        await aboutMoney()
      },
      rules: async () => await aboutRules(),
      notApplied: async (facts) => await aboutNotApplied(facts),
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
        repeatsUnknown: false,
        refundUnseen: false,
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
  let duringQuestion = 0
  aboutMoney = () => void (duringQuestion = desk.operations.unresolved())
  await desk.submit(await registration())
  expect([duringQuestion, desk.operations.unresolved()]).toEqual([1, 0])
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

const no = (): Promise<void> => Promise.reject(new DeskError('not_approved', 'A person did not agree'))
const notApplied = (id: string) =>
  desk.operations.handlers.resolve({ id, outcome: 'NOT_APPLIED', reason: 'I have not seen it' }, call)

/** A refund that was executed although its answer was lost, and that the service does not show. */
async function lostRefund() {
  const service = control(sandbox)
  await service.setVariants({ refundResult: 'unchanged' })
  const sold = await desk.submit(await registration())
  const target = { kind: 'refund', customerUid: sold.customerUid ?? '', itemUid: sold.itemUid ?? '' } as const
  await service.fault('refund', 'dropAfter')
  const row = await desk.submit(target)
  expect([row.state, await executed()]).toEqual(['UNKNOWN', 2])
  clock.pass(61_000)
  await desk.check(row.id)
  return { row, target }
}

test('before what may have been done can be sent again a person is asked, with what the desk has seen of it', async () => {
  const { row, target } = await lostRefund()
  let facts: NotAppliedFacts | null = null
  aboutNotApplied = (of) => {
    facts = of
    return no()
  }
  expect(await code(notApplied(row.id))).toBe('not_approved')
  expect(facts).toEqual({
    operation: 'refund',
    packageName: row.packageName,
    amount: row.amount,
    customer: 'ada@example.org',
    service: 'Test service',
    sentAt: Date.parse(row.createdAt),
    checks: 1,
    lastCheck: 'unchanged',
    isAccepted: false,
  })
  expect(await desk.preview(target)).toMatchObject({ possible: false, reasons: ['operation_open'] })
  expect(await executed()).toBe(2)
  aboutNotApplied = () => undefined
  expect(await notApplied(row.id)).toMatchObject({ state: 'NOT_APPLIED' })
  expect(await desk.preview(target)).toMatchObject({ possible: true })
})

test('what was found out while the person was asked is not overwritten', async () => {
  const { row } = await lostRefund()
  aboutNotApplied = async () => {
    await desk.operations.handlers.resolve({ id: row.id, outcome: 'CONFIRMED', reason: 'The portal shows it' }, call)
  }
  expect(await code(notApplied(row.id))).toBe('operation_not_possible')
  expect((await desk.list())[0]).toMatchObject({ id: row.id, state: 'CONFIRMED' })
})

test('nobody is asked where it is known that it is too early, or that the operation was done', async () => {
  let questions = 0
  aboutNotApplied = () => void (questions += 1)
  const sold = await desk.submit(await registration())
  expect(await code(notApplied(sold.id))).toBe('operation_not_possible')
  await control(sandbox).fault('refund', 'dropBefore')
  const refund = { kind: 'refund', customerUid: sold.customerUid ?? '', itemUid: sold.itemUid ?? '' } as const
  const lost = await desk.submit(refund)
  expect(await code(notApplied(lost.id))).toBe('operation_not_possible')
  await desk.operations.handlers.resolve({ id: lost.id, outcome: 'CONFIRMED', reason: 'The portal shows it' }, call)
  expect(questions).toBe(0)
})

test('a person is asked before an accepted refund that the service does not show counts as not done', async () => {
  await control(sandbox).setVariants({ refundResult: 'unchanged' })
  const sold = await desk.submit(await registration())
  const row = await desk.submit({
    kind: 'refund',
    customerUid: sold.customerUid ?? '',
    itemUid: sold.itemUid ?? '',
  })
  await desk.check(row.id)
  clock.pass(11 * 60_000)
  await eventually(async () => {
    expect((await desk.list())[0]).toMatchObject({ id: row.id, state: 'NEEDS_HUMAN' })
  })
  let facts: NotAppliedFacts | null = null
  aboutNotApplied = (of) => {
    facts = of
    return no()
  }
  expect(await code(notApplied(row.id))).toBe('not_approved')
  expect(facts).toMatchObject({ operation: 'refund', isAccepted: true, lastCheck: 'unchanged' })
  expect((await desk.list())[0]).toMatchObject({ id: row.id, state: 'NEEDS_HUMAN' })
})

test('a person is asked before a sale is repeated whose outcome is not known, and not about one that went through', async () => {
  await control(sandbox).fault('register', 'dropAfter')
  expect((await desk.submit(await registration())).state).toBe('UNKNOWN')
  expect((await desk.submit(await registration())).state).toBe('CONFIRMED')
  clock.pass(11 * 60_000)
  await desk.submit(await registration({ customerEmail: 'bob@example.org' }))
  await desk.submit(await registration({ customerEmail: 'bob@example.org' }))
  expect(asked.map(({ facts }) => facts.repeatsUnknown)).toEqual([false, true, false, false])
})

describe('a sale after a refund', () => {
  const other = { kind: 'top-up', mode: 'FIRST_USE' } as const
  const refundsUnseen = (): readonly boolean[] => asked.map(({ facts }) => facts.refundUnseen)

  /** A package that was sold to Ada and refunded, as the service shows it. */
  async function refunded(variants: object, email: string | null = 'ada@example.org') {
    await control(sandbox).setVariants(variants)
    const target = await registration(email === null ? { customerEmail: undefined } : { customerEmail: email })
    const sold = await desk.submit(target)
    const [customerUid, itemUid] = [sold.customerUid ?? '', sold.itemUid ?? '']
    const row = await desk.submit({ kind: 'refund', customerUid, itemUid })
    expect(row).toMatchObject({ state: 'CONFIRMED', answer: 'accepted' })
    asked = []
    return { customerUid, row, inventoryItemId: sold.inventoryItemId ?? '' }
  }

  test.each(['status', 'removed', 'emptied'])('nobody is asked where a read shows it as %s', async (refundResult) => {
    const { customerUid, inventoryItemId, row } = await refunded({ refundResult })
    await desk.submit({ ...other, customerUid, inventoryItemId })
    await desk.submit(await registration())
    expect(refundsUnseen()).toEqual([false, false])
    // The window waits for this.
    expect(desk.rows.findLast(({ id }) => id === row.id)).toMatchObject({ awaitsRead: false })
    expect((await desk.list()).find(({ id }) => id === row.id)).toMatchObject({ awaitsRead: false })
  })

  test('a person is asked where the service accepted it and no read shows it, whatever the window shows', async () => {
    const { customerUid, inventoryItemId, row } = await refunded({ refundResult: 'unchanged' })
    await desk.submit({ ...other, customerUid, inventoryItemId })
    await desk.submit(await registration())
    await desk.submit(await registration({ customerEmail: 'bob@example.org' }))
    expect(refundsUnseen()).toEqual([true, true, false])
    expect((await desk.list()).find(({ id }) => id === row.id)).toMatchObject({ state: 'UNKNOWN', awaitsRead: true })
  })

  test('of a customer without an address the record shows from whose page is sold', async () => {
    const { customerUid } = await refunded({ refundResult: 'unchanged' }, null)
    await desk.submit(await registration({ customerEmail: undefined, person: customerUid }))
    await desk.submit(await registration({ customerEmail: undefined }))
    expect(refundsUnseen()).toEqual([true, false])
  })

  test('after a no nothing is sold', async () => {
    const { customerUid, inventoryItemId } = await refunded({ refundResult: 'unchanged' })
    const before = await executed()
    aboutMoney = no
    expect(await code(desk.submit({ ...other, customerUid, inventoryItemId }))).toBe('not_approved')
    expect(await executed()).toBe(before)
  })

  test('a person is asked where the service can not be read at the press', async () => {
    const { customerUid, inventoryItemId, row } = await refunded({ refundResult: 'unchanged' })
    await desk.check(row.id)
    await control(sandbox).setVariants({ refundResult: 'status' })
    const { previewId } = await desk.preview({ ...other, customerUid, inventoryItemId })
    await control(sandbox).fault('customer', 'status', { status: 500, times: 'always' })
    await desk.run(previewId)
    expect(refundsUnseen()).toEqual([true])
  })

  test.each(['CONFIRMED', 'NOT_APPLIED'] as const)(
    'nobody is asked once a person has recorded it as %s',
    async (outcome) => {
      const { customerUid, inventoryItemId, row } = await refunded({ refundResult: 'unchanged' })
      await desk.check(row.id)
      clock.pass(11 * 60_000)
      await eventually(async () => {
        expect((await desk.list()).find(({ id }) => id === row.id)).toMatchObject({ state: 'NEEDS_HUMAN' })
      })
      await desk.operations.handlers.resolve({ id: row.id, outcome, reason: 'The operator said so' }, call)
      await desk.submit({ ...other, customerUid, inventoryItemId })
      expect(refundsUnseen()).toEqual([false])
    },
  )

  test('nobody is asked about a refund of the day before', async () => {
    const { customerUid, inventoryItemId } = await refunded({ refundResult: 'unchanged' })
    clock.pass(25 * 60 * 60_000)
    await desk.submit({ ...other, customerUid, inventoryItemId })
    expect(refundsUnseen()).toEqual([false])
  })
})
