/** The logic of a purchase dialog: the draft, the preview of exactly its content, the submission and its outcome. */
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope, ref, type EffectScope } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { OperationPreview, OperationRow } from '#shared/model/operation.ts'
import { defaultRules, type BuyingRules } from '#shared/model/purchase.ts'
import { emptyForm } from '../../../../renderer/composables/money/purchaseForm.ts'
import { usePurchase, type Purchase } from '../../../../renderer/composables/money/usePurchase.ts'
import { installBridge } from '../support/bridge.ts'
import { at, questions, settle } from '../support/deferred.ts'
import { inventoryItemId, operation, purchasePreview } from '../support/samples.ts'

const start = { ...emptyForm, inventoryItemId }
const whole = { email: 'ada@example.org', country: 'DE', ip: '203.0.113.7', reference: 'order 17' }
const previews = questions<InputOf<'operations', 'preview'>, OperationPreview>()
const runs = questions<InputOf<'operations', 'run'>, OperationRow>()
const lists = questions<InputOf<'operations', 'list'>, OutputOf<'operations', 'list'>>()
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

function made(rules: () => BuyingRules | null = () => defaultRules): Purchase {
  const purchase = scope.run(() =>
    usePurchase(
      {
        desk: { preview: previews.ask, run: runs.ask, list: lists.ask },
        rules,
        onBought: (row) => void bought.push(row),
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
  at(previews.asked, -1 + previews.asked.length).answer(purchasePreview())
  await settle()
  return purchase
}

async function pressed(outcome: OperationRow): Promise<Purchase> {
  const purchase = await ready()
  purchase.send()
  at(runs.asked, 0).answer(outcome)
  await settle()
  return purchase
}

beforeEach(() => {
  vi.useFakeTimers()
  setActivePinia(createPinia())
  push = installBridge({}).push
  scope = effectScope()
  for (const list of [previews.asked, runs.asked, lists.asked, bought]) list.length = 0
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

test('keys in quick succession are one question, about what stands there in the end', async () => {
  const purchase = made()
  purchase.open('buy', start)
  for (const reference of ['o', 'or', 'ord']) {
    purchase.write({ ...whole, reference })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(previews.asked).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(250)
  expect(previews.asked.map(({ input }) => input)).toMatchObject([{ reference: 'ord' }])
})

test('it can be bought only by the preview of exactly what stands there', async () => {
  const purchase = await ready()
  expect(purchase.canBuy.value).toBe(true)
  purchase.write({ mode: 'FIRST_USE' })
  expect(purchase.canBuy.value).toBe(false)
  purchase.send()
  expect(runs.asked).toHaveLength(0)
  expect(purchase.facts.value).not.toBeNull()
  expect(purchase.upToDate.value).toBe(false)
})

test('an answer about what stood there before is dropped', async () => {
  const purchase = made()
  purchase.open('buy', start)
  purchase.write(whole)
  await vi.advanceTimersByTimeAsync(250)
  purchase.write({ reference: 'order 18' })
  at(previews.asked, 0).answer(purchasePreview())
  await settle()
  expect(purchase.canBuy.value).toBe(false)
  expect(purchase.state.value.name).toBe('previewing')
})

test('a renewal with another price stops, an own edit does not', async () => {
  const purchase = await ready()
  await vi.advanceTimersByTimeAsync(45_000)
  at(previews.asked, 1).answer(purchasePreview({ previewId: 'p-2', amount: { amount: '6.00', currency: 'USD' } }))
  await settle()
  expect(purchase.state.value.name).toBe('changed')
  purchase.write({ reference: 'order 19' })
  await vi.advanceTimersByTimeAsync(250)
  at(previews.asked, 2).answer(purchasePreview({ previewId: 'p-3', amount: { amount: '6.00', currency: 'USD' } }))
  await settle()
  expect(purchase.canBuy.value).toBe(true)
})

test('twenty presses are one', async () => {
  const purchase = await ready()
  for (let press = 0; press < 20; press += 1) purchase.send()
  expect(runs.asked.map(({ input }) => input)).toEqual([{ previewId: 'p-1' }])
})

test('bought, it closes, tells who is to be shown, and what was typed goes', async () => {
  const purchase = await pressed(register({ state: 'CONFIRMED', confirmedBy: 'answer' }))
  expect(purchase.isOpen.value).toBe(false)
  expect(bought).toHaveLength(1)
  purchase.open('buy', start)
  expect(purchase.form.value).toEqual(start)
})

test('rejected, it says so, keeps what was typed and can be pressed again after a new look', async () => {
  const purchase = await pressed(register({ state: 'REJECTED', reason: 'no credits' }))
  expect(purchase.outcome.value).toMatchObject({ state: 'REJECTED' })
  expect(purchase.form.value).toMatchObject(whole)
  expect(purchase.canBuy.value).toBe(false)
  at(previews.asked, 1).answer(purchasePreview({ previewId: 'p-2' }))
  await settle()
  expect(purchase.canBuy.value).toBe(true)
  expect(bought).toEqual([])
})

test('not known yet, it holds the form: nothing can be typed or pressed, closed and opened again neither', async () => {
  const purchase = await pressed(register({ state: 'UNKNOWN' }))
  purchase.close()
  purchase.open('buy', start)
  purchase.write({ reference: 'another' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(purchase.locked.value).toBe(true)
  expect(purchase.form.value.reference).toBe('order 17')
  expect(purchase.canBuy.value).toBe(false)
  expect(previews.asked).toHaveLength(1)
})

test('found by its reference later, the customer is shown after all', async () => {
  const purchase = await pressed(register({ state: 'UNKNOWN' }))
  push(
    'operation.changed',
    register({ state: 'CONFIRMED', confirmedBy: 'reference', updatedAt: '2026-11-21T10:00:05.000Z' }),
  )
  await settle()
  expect(bought).toMatchObject([{ state: 'CONFIRMED', confirmedBy: 'reference' }])
  expect(purchase.isOpen.value).toBe(false)
})

test('found while the dialog is closed, nobody is led away, and the next form is empty', async () => {
  const purchase = await pressed(register({ state: 'UNKNOWN' }))
  purchase.close()
  push(
    'operation.changed',
    register({ state: 'CONFIRMED', confirmedBy: 'reference', updatedAt: '2026-11-21T10:00:05.000Z' }),
  )
  await settle()
  expect(bought).toEqual([])
  purchase.open('buy', start)
  expect(purchase.form.value).toEqual(start)
  expect(purchase.locked.value).toBe(false)
})

test('a person who says that it did not happen gives the form free', async () => {
  const purchase = await pressed(register({ state: 'NEEDS_HUMAN' }))
  push('operation.changed', register({ state: 'NOT_APPLIED', updatedAt: '2026-11-21T10:00:05.000Z' }))
  await vi.advanceTimersByTimeAsync(250)
  at(previews.asked, 1).answer(purchasePreview({ previewId: 'p-2' }))
  await settle()
  expect(purchase.canBuy.value).toBe(true)
})

test('another customer can be served while one purchase is not known yet', async () => {
  const purchase = await pressed(register({ state: 'UNKNOWN' }))
  purchase.startOver()
  expect(purchase.locked.value).toBe(false)
  expect(purchase.form.value).toEqual(start)
})

test('where the answer to the press is lost and the journal knows nothing, there is no second press', async () => {
  const purchase = await ready()
  purchase.send()
  at(runs.asked, 0).fail(new DeskError('bridge_timeout', 'no answer'))
  await settle()
  at(lists.asked, 0).answer({ rows: [], total: 0 })
  await settle()
  purchase.write({ reference: 'once more' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(purchase.canBuy.value).toBe(false)
  expect(previews.asked).toHaveLength(1)
})

test('before the rules of the connection are known nothing is asked', async () => {
  const rules = ref<BuyingRules | null>(null)
  const purchase = made(() => rules.value)
  purchase.open('buy', start)
  purchase.write({ ...whole, country: null })
  await vi.advanceTimersByTimeAsync(1000)
  expect(previews.asked).toHaveLength(0)
  rules.value = { ...defaultRules, userCountry: 'FR' }
  await vi.advanceTimersByTimeAsync(250)
  expect(previews.asked).toHaveLength(1)
})
