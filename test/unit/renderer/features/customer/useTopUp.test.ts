/** The package that the dialog "Top up" begins with. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import type { CustomerView } from '#shared/model/views.ts'
import { useTopUp, type TopUp } from '../../../../../renderer/features/customer/useTopUp.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted } from '../../support/mounted.ts'
import { customer, esim, inventoryRow, item, purchasePreview } from '../../support/samples.ts'

const three = inventoryRow({ name: 'Europe 3 GB' })
const five = inventoryRow({ name: 'Europe 5 GB' })
const inventory = { rows: [five, three], unreadable: [], fetchedAt: '2026-11-21T10:00:00Z' }

async function opened(
  first: CustomerView,
  country: string | null = null,
): Promise<TopUp & { readonly reopen: (view: CustomerView) => Promise<void> }> {
  let view = first
  installBridge({ 'inventory.list': accept(inventory), 'operations.preview': accept(purchasePreview()) })
  let topUp: TopUp | undefined
  mounted(
    defineComponent(() => {
      topUp = useTopUp(
        () => view,
        () => country,
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

test('names an unused package that no eSIM of the customer can use', async () => {
  const unused = item({ name: 'Europe 3 GB', refund: { possible: true, reasons: [], notes: [] } })
  const failed = [esim({ state: 'error' })]
  expect((await opened(customer({ esims: failed, items: [item(), unused] }))).orphaned.value?.uid).toBe(unused.uid)
  expect((await opened(customer({ esims: failed, items: [item()] }))).orphaned.value).toBeNull()
  expect((await opened(customer({ items: [unused] }))).orphaned.value).toBeNull()
})

test('is chosen anew after another one was sold to a new customer instead', async () => {
  const bought = customer({ items: [item({ name: 'Europe 3 GB' })] })
  const { purchase, drop, reopen } = await opened(bought)
  purchase.write({ inventoryItemId: five.id, reference: 'order 17' })
  drop()
  expect(purchase.isOpen.value).toBe(false)
  await reopen(bought)
  expect(purchase.form.value).toMatchObject({ inventoryItemId: three.id, reference: '' })
})
