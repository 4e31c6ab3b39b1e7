/** The package that the dialog "Top up" begins with. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, ref, toValue, type MaybeRef } from 'vue'
import { contract } from '#shared/contract.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { useTopUp, type TopUp } from '../../../../../renderer/features/customer/useTopUp.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted } from '../../support/mounted.ts'
import { customer, esim, inventoryRow, item, operation, purchasePreview } from '../../support/samples.ts'

const three = inventoryRow({ name: 'Europe 3 GB' })
const five = inventoryRow({ name: 'Europe 5 GB' })
const inventory = { rows: [five, three], unreadable: [], fetchedAt: '2026-11-21T10:00:00Z' }

async function opened(
  first: CustomerView,
  country: MaybeRef<string | null> = null,
): Promise<TopUp & { readonly reopen: (view: CustomerView) => Promise<void> }> {
  let view = first
  installBridge({ 'inventory.list': accept(inventory), 'operations.preview': accept(purchasePreview()) })
  let topUp: TopUp | undefined
  mounted(
    defineComponent(() => {
      topUp = useTopUp(
        () => view,
        () => toValue(country),
        () => undefined,
      )
      return () => h('i')
    }),
  )
  if (topUp === undefined) throw new Error('Nothing was mounted')
  const { open, purchase } = topUp
  const reopen = async (next: CustomerView): Promise<void> => {
    purchase.close()
    view = next
    open(view)
    await flushPromises()
  }
  await reopen(first)
  return { ...topUp, reopen }
}

test('is the one that was sold last to the customer', async () => {
  const { purchase } = await opened(customer({ items: [item({ name: 'Europe 3 GB' })] }))
  expect(purchase.form.value.inventoryItemId).toBe(three.id)
  purchase.write({ inventoryItemId: five.id })
  await flushPromises()
  expect(purchase.form.value.inventoryItemId).toBe(five.id)
})

test('is none if the customer has no package that is still sold', async () => {
  const { purchase } = await opened(customer({ items: [item({ name: 'Old package' })] }))
  expect(purchase.form.value.inventoryItemId).toBeNull()
})

test('is none if the only one was refunded', async () => {
  const { purchase } = await opened(customer({ items: [item({ name: 'Europe 3 GB', phase: 'refunded' })] }))
  expect(purchase.form.value.inventoryItemId).toBeNull()
})

test('is none if it does not work where the customer is', async () => {
  const bought = customer({ items: [item({ name: 'Europe 3 GB' })] })
  expect((await opened(bought, 'FR')).purchase.form.value.inventoryItemId).toBe(three.id)
  const { purchase } = await opened(bought, 'JP')
  expect(purchase.form.value.inventoryItemId).toBeNull()
  purchase.write({ inventoryItemId: three.id })
  await flushPromises()
  expect(purchase.form.value.inventoryItemId).toBe(three.id)
})

test('is sold with a new eSIM if each eSIM of the customer has failed', async () => {
  const failed = await opened(
    customer({ esims: [esim({ state: 'error' }), esim({ state: 'installed', active: false })] }),
  )
  expect(failed.purchase.form.value.newEsim).toBe(true)
  const working = await opened(customer({ esims: [esim({ state: 'error' }), esim({ state: 'installed' })] }))
  expect(working.purchase.form.value.newEsim).toBe(false)
})

test('follows an eSIM that works again or has failed, unless the agent has chosen', async () => {
  const [failed, works] = [customer({ esims: [esim({ state: 'error' })] }), customer({ esims: [esim()] })]
  const { purchase, reopen } = await opened(failed)
  purchase.write({ inventoryItemId: five.id })
  await reopen(works)
  expect(purchase.form.value).toMatchObject({ newEsim: false, inventoryItemId: five.id })
  await reopen(failed)
  expect(purchase.form.value.newEsim).toBe(true)
  purchase.write({ newEsim: false })
  await reopen(failed)
  expect(purchase.form.value.newEsim).toBe(false)
})

test('is sold on the eSIM of the customer if the desk does not show all of them', async () => {
  const { purchase } = await opened(customer({ esims: [esim({ state: 'error' })], omittedEsims: 5 }))
  expect(purchase.form.value.newEsim).toBe(false)
})

test('is chosen again once another one is sold with a new record instead', async () => {
  const bought = customer({ items: [item({ name: 'Europe 3 GB' })] })
  const { purchase, dismissForOther, reopen } = await opened(bought)
  purchase.write({ inventoryItemId: five.id, reference: 'order 17' })
  dismissForOther(bought.uid)
  expect(purchase.isOpen.value).toBe(false)
  await reopen(bought)
  expect(purchase.form.value).toMatchObject({ inventoryItemId: three.id, reference: '' })
})

test('an order of which the outcome is not known stays', async () => {
  const bought = customer({ items: [item({ name: 'Europe 3 GB' })] })
  const { purchase, dismissForOther, reopen } = await opened(bought)
  installBridge({
    'inventory.list': accept(inventory),
    'operations.preview': accept(purchasePreview({ kind: 'top-up', customerUid: bought.uid })),
    'operations.run': accept(operation({ kind: 'top-up', state: 'UNKNOWN' })),
  })
  await reopen(bought)
  await expect.poll(() => purchase.canBuy.value).toBe(true)
  purchase.send()
  await expect.poll(() => purchase.outcome.value?.state).toBe('UNKNOWN')
  dismissForOther(bought.uid)
  await reopen(bought)
  expect([purchase.locked.value, purchase.outcome.value?.state]).toEqual([true, 'UNKNOWN'])
})

test('it starts at its first use where it does not work yet, whenever the country becomes known, unless that was chosen', async () => {
  const bought = customer({ items: [item({ name: 'Europe 3 GB' })] })
  const country = ref<string | null>(null)
  const { purchase, reopen } = await opened(bought, country)
  const mode = () => purchase.reading.value.target?.mode
  expect([purchase.form.value.inventoryItemId, mode()]).toEqual([three.id, 'NOW'])
  country.value = 'JP'
  expect(mode()).toBe('FIRST_USE')
  country.value = 'FR'
  expect(mode()).toBe('NOW')
  purchase.close()
  country.value = 'JP'
  await reopen(bought)
  purchase.write({ inventoryItemId: three.id })
  expect(mode()).toBe('FIRST_USE')
  purchase.write({ mode: 'NOW' })
  expect(mode()).toBe('NOW')
})

test('what is sent has the start that the form shows, also when the country became known between two openings', async () => {
  const bought = customer({ items: [item({ name: 'Europe 3 GB' })] })
  const country = ref<string | null>(null)
  const { purchase, reopen } = await opened(bought, country)
  const [previewed, run]: [string[], unknown[]] = [[], []]
  installBridge({
    'inventory.list': accept(inventory),
    'operations.preview': (input) => {
      const target = contract.operations.preview.input.parse(input)
      const mode = 'mode' in target ? target.mode : 'none'
      previewed.push(mode)
      return accept(purchasePreview({ kind: 'top-up', customerUid: bought.uid, previewId: `p-${mode}` }))(input)
    },
    'operations.run': (input) => (run.push(input), accept(operation({ kind: 'top-up', state: 'REJECTED' }))(input)),
  })
  const buy = async (): Promise<unknown> => {
    await expect.poll(() => purchase.canBuy.value).toBe(true)
    purchase.send()
    await expect.poll(() => purchase.outcome.value?.state).toBe('REJECTED')
    return run.at(-1)
  }
  await reopen(bought)
  expect(await buy()).toEqual({ previewId: 'p-NOW' })
  for (const [where, mode] of [
    ['JP', 'FIRST_USE'],
    ['FR', 'NOW'],
  ] as const) {
    purchase.close()
    country.value = where
    await reopen(bought)
    expect([purchase.reading.value.target?.mode, await buy()]).toEqual([mode, { previewId: `p-${mode}` }])
    expect(previewed.at(-1)).toBe(mode)
  }
})

test('is none while every eSIM has failed and another package still has data, which the dialog names', async () => {
  const failed = esim({ state: 'error' })
  const empty = item({ available: { value: 0, unit: 'GB' }, phase: 'empty' })
  const over = item({ phase: 'expired' })
  const left = item({ name: 'Europe 3 GB' })
  const chosen = async (view: CustomerView) => {
    const { purchase, orphaned } = await opened(view)
    return [orphaned.value, purchase.form.value.inventoryItemId]
  }
  expect(await chosen(customer({ esims: [failed], items: [left, empty, over] }))).toEqual([[left], null])
  expect(await chosen(customer({ esims: [failed], items: [{ ...empty, name: 'Europe 3 GB' }] }))).toEqual([
    [],
    three.id,
  ])
  expect(await chosen(customer({ esims: [failed, esim()], items: [left] }))).toEqual([[], three.id])
})
