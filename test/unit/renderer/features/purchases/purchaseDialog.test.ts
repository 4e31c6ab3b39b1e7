/** The frame of a purchase dialog. */
import { createPinia, setActivePinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { effectScope } from 'vue'
import { defaultRules } from '#shared/model/purchase.ts'
import PurchaseDialog from '../../../../../renderer/features/purchases/PurchaseDialog.vue'
import { emptyForm } from '../../../../../renderer/features/purchases/purchaseForm.ts'
import { usePurchase } from '../../../../../renderer/features/purchases/usePurchase.ts'
import { topDialog } from '../../../../../renderer/ui/openDialogs.ts'
import { installBridge } from '../../support/bridge.ts'
import { flush } from '../../support/deferred.ts'
import { mounted, read } from '../../support/mounted.ts'
import { inventoryItemId, inventoryRow, purchasePreview } from '../../support/samples.ts'

const never = (): Promise<never> => new Promise(() => undefined)

test('a toast that appears while it is open is shown inside it', async () => {
  setActivePinia(createPinia())
  installBridge({})
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const purchase = scope.run(() =>
    usePurchase(
      { desk: { preview: never, run: never, list: never }, rules: () => defaultRules, onBought: () => undefined },
      emptyForm,
    ),
  )
  if (purchase === undefined) throw new Error('The scope is over')
  const wrapper = mounted(PurchaseDialog, { purchase, title: 'Buy for a customer', row: null })
  expect(topDialog.value).toBeNull()
  purchase.open('buy', emptyForm)
  await flush()
  expect(topDialog.value).toBe(wrapper.get('dialog').element)
  purchase.close()
  await flush()
  expect(topDialog.value).toBeNull()
})

test('a recent sale of the same package is shown with what has to be confirmed', async () => {
  setActivePinia(createPinia())
  installBridge({})
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const recentSale = { id: 'sale 1', soldAt: new Date(Date.now() - 210_000).toISOString(), agent: 'Ann' }
  const purchase = scope.run(() =>
    usePurchase(
      {
        desk: {
          preview: () => Promise.resolve(purchasePreview({}, { recentSale: { ...recentSale, confirmed: false } })),
          run: never,
          list: never,
        },
        rules: () => defaultRules,
        onBought: () => undefined,
      },
      emptyForm,
    ),
  )
  if (purchase === undefined) throw new Error('The scope is over')
  const row = inventoryRow({ name: 'Europe 3 GB', id: inventoryItemId })
  const wrapper = mounted(PurchaseDialog, { purchase, title: 'Buy for a customer', row })
  purchase.open('buy', { ...emptyForm, inventoryItemId: row.id, country: 'DE', ip: '203.0.113.7' })
  await flush()
  const buy = (): HTMLButtonElement => {
    const found = wrapper.findAll('button').find((button) => read(button) === 'Buy')
    if (!(found?.element instanceof HTMLButtonElement)) throw new Error('There is no button Buy')
    return found.element
  }
  expect(wrapper.get('[role="alert"]').text()).toContain(
    'Ann tried to sell this package to this customer 3 minutes ago',
  )
  expect(wrapper.get('footer [role="status"]').text()).toBe('Confirm beside the form that this is another sale.')
  expect(buy().disabled).toBe(true)
  const submit = (): Promise<void> => wrapper.get('footer button').trigger('keydown', { key: 'Enter', ctrlKey: true })
  await submit()
  expect(purchase.state.value.name).toBe('ready')
  await wrapper.get('[role="checkbox"]').trigger('click')
  expect(buy().disabled).toBe(false)
  await submit()
  expect(purchase.state.value.name).toBe('sending')
})
