/** The logic of a purchase dialog: the draft, the preview of exactly its content, the submission and its outcome. */
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope, ref, type EffectScope } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { OperationPreview, OperationRow } from '#shared/model/operation/operation.ts'
import { defaultRules, type BuyingRules } from '#shared/model/operation/purchase.ts'
import { emptyForm, type PurchaseForm } from '../../../../../renderer/features/purchases/purchaseForm.ts'
import { usePurchase, type Purchase } from '../../../../../renderer/features/purchases/usePurchase.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { installBridge } from '../../support/bridge.ts'
import { at, recordRequests, flush } from '../../support/deferred.ts'
import { customerUid, inventoryItemId, operation, purchasePreview, settings } from '../../support/samples.ts'

const start = { ...emptyForm, inventoryItemId }
const whole = { email: 'ada@example.org', country: 'DE', ip: '203.0.113.7', reference: 'order 17' }
const mailServer = {
  host: 'mail.example.org',
  port: 465,
  security: 'tls' as const,
  user: 'desk',
  auth: 'password' as const,
  from: 'shop@example.org',
  caFile: null,
  secret: 'stored' as const,
}
const previews = recordRequests<InputOf<'operations', 'preview'>, OperationPreview>()
const runs = recordRequests<InputOf<'operations', 'run'>, OperationRow>()
const lists = recordRequests<InputOf<'operations', 'list'>, OutputOf<'operations', 'list'>>()
const bought: OperationRow[] = []
const register = (changes: Partial<OperationRow>): OperationRow =>
  operation({
    kind: 'register',
    customerUid: null,
    itemUid: null,
    inventoryItemId,
    mode: 'NOW',
    reference: 'order 17',
    confirmedBy: null,
    ...changes,
  })
let scope: EffectScope
let push: (event: string, payload: unknown) => void

function made(rules: () => BuyingRules | null = () => defaultRules, clearsOnCancel = false): Purchase {
  const purchase = scope.run(() =>
    usePurchase(
      {
        desk: { preview: previews.send, run: runs.send, list: lists.send },
        rules,
        onBought: (row) => void bought.push(row),
        clearsOnCancel,
      },
      emptyForm,
    ),
  )
  if (purchase === undefined) throw new Error('The scope is over')
  return purchase
}

/** Opens a complete form and waits for its preview. */
async function ready(): Promise<Purchase> {
  const purchase = made()
  purchase.open('buy', start)
  purchase.write(whole)
  await vi.advanceTimersByTimeAsync(250)
  at(previews.requests, -1 + previews.requests.length).answer(purchasePreview())
  await flush()
  return purchase
}

async function submitted(outcome: OperationRow): Promise<Purchase> {
  const purchase = await ready()
  purchase.send()
  at(runs.requests, 0).answer(outcome)
  await flush()
  return purchase
}

beforeEach(() => {
  vi.useFakeTimers()
  setActivePinia(createPinia())
  push = installBridge({}).push
  scope = effectScope()
  for (const list of [previews.requests, runs.requests, lists.requests, bought]) list.length = 0
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

test('keys in quick succession cause one request, for the final content', async () => {
  const purchase = made()
  purchase.open('buy', start)
  for (const reference of ['o', 'or', 'ord']) {
    purchase.write({ ...whole, reference })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(previews.requests).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(250)
  expect(previews.requests.map(({ input }) => input)).toMatchObject([{ reference: 'ord' }])
})

test('it can be bought only with the preview of exactly the present content', async () => {
  const purchase = await ready()
  expect(purchase.canBuy.value).toBe(true)
  purchase.write({ mode: 'NOW' })
  expect(purchase.canBuy.value).toBe(false)
  purchase.send()
  expect(runs.requests).toHaveLength(0)
  expect(purchase.facts.value).not.toBeNull()
  expect(purchase.upToDate.value).toBe(false)
})

test('an answer for an earlier content is dropped', async () => {
  const purchase = made()
  purchase.open('buy', start)
  purchase.write(whole)
  await vi.advanceTimersByTimeAsync(250)
  purchase.write({ reference: 'order 18' })
  at(previews.requests, 0).answer(purchasePreview())
  await flush()
  expect(purchase.canBuy.value).toBe(false)
  expect(purchase.state.value.name).toBe('previewing')
})

test("a renewal with another price stops, and the user's edit does not", async () => {
  const purchase = await ready()
  await vi.advanceTimersByTimeAsync(45_000)
  at(previews.requests, 1).answer(purchasePreview({ previewId: 'p-2', amount: { amount: '6.00', currency: 'USD' } }))
  await flush()
  expect(purchase.state.value.name).toBe('changed')
  purchase.write({ reference: 'order 19' })
  await vi.advanceTimersByTimeAsync(250)
  at(previews.requests, 2).answer(purchasePreview({ previewId: 'p-3', amount: { amount: '6.00', currency: 'USD' } }))
  await flush()
  expect(purchase.canBuy.value).toBe(true)
})

test('a renewal that moves the date of the automatic start along with the present is no change', async () => {
  const purchase = made()
  const renewed = async (asOf: string, activatesBy: string): Promise<string> => {
    at(previews.requests, -1 + previews.requests.length).answer(purchasePreview({ asOf, activatesBy }))
    await flush()
    await vi.advanceTimersByTimeAsync(45_000)
    return purchase.state.value.name
  }
  purchase.open('buy', start)
  purchase.write(whole)
  await vi.advanceTimersByTimeAsync(250)
  expect(await renewed('2026-11-25T03:52:59.000Z', '2027-02-23T03:52:59.000Z')).toBe('ready')
  expect(await renewed('2026-11-25T03:53:39.000Z', '2027-02-23T03:53:39.000Z')).toBe('ready')
  expect(await renewed('2026-11-25T03:54:19.000Z', '2027-02-24T03:54:19.000Z')).toBe('changed')
})

test('the next sale in the same form shows its own date of the automatic start', async () => {
  const purchase = made(() => defaultRules, true)
  for (const [asOf, activatesBy] of [
    ['2026-11-25T16:00:00.000Z', '2027-02-23T16:00:00.000Z'],
    ['2026-11-26T08:00:00.000Z', '2027-02-24T08:00:00.000Z'],
  ] as const) {
    purchase.open('buy', { ...start, ...whole })
    await vi.advanceTimersByTimeAsync(250)
    at(previews.requests, -1 + previews.requests.length).answer(purchasePreview({ asOf, activatesBy }))
    await flush()
    expect(purchase.facts.value?.activatesBy).toBe(activatesBy)
    purchase.cancel()
  }
  expect(previews.requests).toHaveLength(2)
})

test('twenty submissions make one call', async () => {
  const purchase = await ready()
  for (let press = 0; press < 20; press += 1) purchase.send()
  expect(runs.requests.map(({ input }) => input)).toEqual([{ previewId: 'p-1' }])
})

test('after a success it closes, names the customer to show, and clears the draft', async () => {
  const purchase = await submitted(register({ state: 'CONFIRMED', confirmedBy: 'answer' }))
  expect(purchase.isOpen.value).toBe(false)
  expect(bought).toHaveLength(1)
  purchase.open('buy', start)
  expect(purchase.form.value).toEqual(start)
})

test('a form that is closed keeps what was typed, and one that is cancelled does not where the next is for somebody else', async () => {
  const purchase = made(() => defaultRules, true)
  purchase.open('buy', start)
  purchase.write(whole)
  purchase.close()
  purchase.open('buy', start)
  expect(purchase.form.value).toMatchObject(whole)
  purchase.cancel()
  expect(purchase.isOpen.value).toBe(false)
  purchase.open('buy', start)
  expect(purchase.form.value).toEqual(start)

  const ofOneCustomer = made()
  ofOneCustomer.open('top up', start)
  ofOneCustomer.write(whole)
  ofOneCustomer.cancel()
  ofOneCustomer.open('top up', start)
  expect(ofOneCustomer.form.value).toMatchObject(whole)
  await flush()
})

test('after a rejection it says so, keeps the draft and can be submitted again with a new preview', async () => {
  const purchase = await submitted(register({ state: 'REJECTED', reason: 'no credits' }))
  expect(purchase.outcome.value).toMatchObject({ state: 'REJECTED' })
  expect(purchase.form.value).toMatchObject(whole)
  expect(purchase.canBuy.value).toBe(false)
  at(previews.requests, 1).answer(purchasePreview({ previewId: 'p-2' }))
  await flush()
  expect(purchase.canBuy.value).toBe(true)
  expect(bought).toEqual([])
})

test('an unknown outcome locks the form, also after closing and opening it again', async () => {
  const purchase = await submitted(register({ state: 'UNKNOWN' }))
  purchase.close()
  purchase.open('buy', start)
  purchase.write({ reference: 'another' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(purchase.locked.value).toBe(true)
  expect(purchase.form.value.reference).toBe('order 17')
  expect(purchase.canBuy.value).toBe(false)
  expect(previews.requests).toHaveLength(1)
})

test('the customer is shown when the purchase is found by its reference later', async () => {
  const purchase = await submitted(register({ state: 'UNKNOWN' }))
  push(
    'operation.changed',
    register({ state: 'CONFIRMED', confirmedBy: 'reference', updatedAt: '2026-11-21T10:00:05.000Z' }),
  )
  await flush()
  expect(bought).toMatchObject([{ state: 'CONFIRMED', confirmedBy: 'reference' }])
  expect(purchase.isOpen.value).toBe(false)
})

test('a purchase that is found while the dialog is closed causes no navigation, and the next form is empty', async () => {
  const purchase = await submitted(register({ state: 'UNKNOWN' }))
  purchase.close()
  push(
    'operation.changed',
    register({ state: 'CONFIRMED', confirmedBy: 'reference', updatedAt: '2026-11-21T10:00:05.000Z' }),
  )
  await flush()
  expect(bought).toEqual([])
  purchase.open('buy', start)
  expect(purchase.form.value).toEqual(start)
  expect(purchase.locked.value).toBe(false)
})

test('the form is unlocked when a person records that the purchase did not happen', async () => {
  const purchase = await submitted(register({ state: 'NEEDS_HUMAN' }))
  push('operation.changed', register({ state: 'NOT_APPLIED', updatedAt: '2026-11-21T10:00:05.000Z' }))
  await vi.advanceTimersByTimeAsync(250)
  at(previews.requests, 1).answer(purchasePreview({ previewId: 'p-2' }))
  await flush()
  expect(purchase.canBuy.value).toBe(true)
})

test('another customer can be served while one purchase is unknown', async () => {
  const purchase = await submitted(register({ state: 'UNKNOWN' }))
  purchase.startOver()
  expect(purchase.locked.value).toBe(false)
  expect(purchase.form.value).toEqual(start)
})

test("it can't be submitted again if the answer is lost and the journal does not contain it", async () => {
  const purchase = await ready()
  purchase.send()
  at(runs.requests, 0).fail(new DeskError('bridge_timeout', 'no answer'))
  await flush()
  at(lists.requests, 0).answer({ rows: [], total: 0 })
  await flush()
  purchase.write({ reference: 'once more' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(purchase.canBuy.value).toBe(false)
  expect(previews.requests).toHaveLength(1)
})

test('nothing is requested before the rules of the connection are known', async () => {
  const rules = ref<BuyingRules | null>(null)
  const purchase = made(() => rules.value)
  purchase.open('buy', start)
  purchase.write({ ...whole, country: null })
  await vi.advanceTimersByTimeAsync(1000)
  expect(previews.requests).toHaveLength(0)
  rules.value = { ...defaultRules, userCountry: 'FR' }
  await vi.advanceTimersByTimeAsync(250)
  expect(previews.requests).toHaveLength(1)
})

const sale = {
  id: 'sale 1',
  operation: 'sale 1',
  soldAt: '2026-11-21T09:57:00.000Z',
  agent: 'Ann',
  reference: null,
  confirmed: true,
}

test('a recent sale of the same package has to be acknowledged before it is bought again', async () => {
  const purchase = made()
  purchase.open('buy', { ...start, ...whole })
  at(previews.requests, 0).answer(purchasePreview({}, { recentSale: sale }))
  await flush()
  expect(purchase.canBuy.value).toBe(false)
  purchase.send()
  expect(runs.requests).toEqual([])
  purchase.recentSale.acknowledge(true)
  expect(purchase.canBuy.value).toBe(true)
  purchase.recentSale.acknowledge(false)
  expect(purchase.canBuy.value).toBe(false)
  purchase.recentSale.acknowledge(true)
  purchase.send()
  expect(runs.requests.map(({ input }) => input)).toMatchObject([{ repeats: 'sale 1' }])
})

test('another recent sale has to be acknowledged again', async () => {
  const purchase = made()
  purchase.open('buy', { ...start, ...whole })
  at(previews.requests, 0).answer(purchasePreview({}, { recentSale: sale }))
  await flush()
  purchase.recentSale.acknowledge(true)
  purchase.write({ reference: 'order 18' })
  await vi.advanceTimersByTimeAsync(250)
  at(previews.requests, 1).answer(purchasePreview({}, { recentSale: { ...sale, id: 'sale 2' } }))
  await flush()
  expect(purchase.recentSale.sale.value?.id).toBe('sale 2')
  expect(purchase.canBuy.value).toBe(false)
})

/** A purchase that is followed by a mail. `requested` has the recipient, whether it is confirmed, and the language. */
function mailing(rules: BuyingRules = defaultRules) {
  const requested: unknown[] = []
  useSettings().settings = settings({ mail: mailServer, lastSale: { country: 'DE', mailAtOnce: false } })
  const purchase = scope.run(() =>
    usePurchase(
      {
        desk: { preview: previews.send, run: runs.send, list: lists.send },
        rules: () => rules,
        onBought: () => undefined,
        mailAfter: {
          request: (row, to, language) => void requested.push([to, row.state === 'CONFIRMED', language]),
          isRemembered: true,
        },
      },
      emptyForm,
    ),
  )
  const mail = purchase?.mail ?? null
  if (purchase === undefined || mail === null) throw new Error('The scope is over')
  async function sell(changes: Partial<PurchaseForm>): Promise<void> {
    purchase?.write(changes)
    await vi.advanceTimersByTimeAsync(250)
    at(previews.requests, previews.requests.length - 1).answer(purchasePreview())
    await flush()
    purchase?.send()
    at(runs.requests, runs.requests.length - 1).answer(register({ state: 'UNKNOWN' }))
    await flush()
  }
  return { purchase, mail, requested, sell }
}

test.each([
  ['new', [['ada@example.org', false, 'de']]],
  ['existing', []],
] as const)('a mail follows only a sale to a new customer, not to one who is %s', async (who, expected) => {
  const { purchase, mail, requested, sell } = mailing()
  purchase.open('buy', start)
  mail.isWanted.value = true
  await sell({ ...whole, country: 'DE', who, customer: { uid: customerUid, email: null } })
  expect(requested).toEqual(expected)
})

test.each([
  ['IT', 'ada@example.fr', 'it'],
  ['US', 'ada@example.de', 'en'],
  ['NL', 'ada@example.fr', 'fr'],
  ['NL', 'ada@example.org', 'en'],
] as const)(
  'where a buying rule sets the country %s, the mail to %s is in %s',
  async (userCountry, email, language) => {
    const { purchase, mail, requested, sell } = mailing({ ...defaultRules, userCountry })
    // The country of the last sale, which the form hides.
    purchase.open('buy', { ...start, country: 'DE' })
    mail.isWanted.value = true
    await sell({ email, ip: '203.0.113.7' })
    expect(requested).toEqual([[email, false, language]])
  },
)

test('the language that an agent chooses for the mail stays, whatever country or address follows', async () => {
  const { purchase, mail, requested } = mailing()
  purchase.open('buy', start)
  mail.isWanted.value = true
  purchase.write({ email: 'ada@example.org' })
  mail.language.value = 'ja'
  purchase.close()
  purchase.open('buy', start)
  purchase.write({ ...whole, country: 'IT' })
  await vi.advanceTimersByTimeAsync(250)
  at(previews.requests, previews.requests.length - 1).answer(purchasePreview())
  await flush()
  purchase.send()
  // A mail that was requested no longer changes.
  mail.language.value = 'ar'
  at(runs.requests, runs.requests.length - 1).answer(register({ state: 'UNKNOWN' }))
  await flush()
  expect(mail.language.value).toBe('ja')
  expect(requested).toEqual([['ada@example.org', false, 'ja']])
  // The next sale is to somebody else.
  purchase.startOver()
  expect(mail.language.value).toBe('en')
})

test('while a mail is wanted and can be sent, a purchase without the address of a new customer can’t be sent', async () => {
  const { purchase, mail } = mailing()
  purchase.open('buy', start)
  purchase.write({ ...whole, email: '' })
  await vi.advanceTimersByTimeAsync(250)
  at(previews.requests, 0).answer(purchasePreview())
  await flush()
  expect(purchase.canBuy.value).toBe(true)
  mail.isWanted.value = true
  expect(purchase.reading.value.issues).toEqual({ email: 'missing' })
  expect(purchase.canBuy.value).toBe(false)
  purchase.send()
  expect(runs.requests).toEqual([])
  mail.isWanted.value = false
  expect(purchase.reading.value.issues).toEqual({})
  mail.isWanted.value = true
  useSettings().settings = settings({ mail: null })
  expect(purchase.reading.value.issues).toEqual({})
})

test('the choice of a mail goes with the sale in which something was typed, and with no other', () => {
  const { purchase, mail } = mailing()
  purchase.open('buy', start)
  mail.isWanted.value = true
  purchase.close()
  purchase.open('buy', start)
  expect(mail.isWanted.value).toBe(false)
  mail.isWanted.value = true
  purchase.write({ email: 'ada@example.org' })
  purchase.close()
  purchase.open('buy', start)
  expect([mail.isWanted.value, purchase.form.value.email]).toEqual([true, 'ada@example.org'])
})
