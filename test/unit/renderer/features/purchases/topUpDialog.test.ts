/** The dialog "Top up" says what a package is not good for. */
import { createPinia, setActivePinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { effectScope } from 'vue'
import { defaultRules } from '#shared/model/purchase.ts'
import { emptyForm } from '../../../../../renderer/features/purchases/purchaseForm.ts'
import TopUpDialog from '../../../../../renderer/features/purchases/TopUpDialog.vue'
import { usePurchase } from '../../../../../renderer/features/purchases/usePurchase.ts'
import { installBridge } from '../../support/bridge.ts'
import { flush } from '../../support/deferred.ts'
import { mounted, read } from '../../support/mounted.ts'
import { customerUid, inventoryItemId, inventoryRow, purchasePreview } from '../../support/samples.ts'

const europe = inventoryRow({ name: 'Europe 3 GB', id: inventoryItemId, countries: ['FR', 'PT'] })

/** Returns the text of the dialog for a customer in this country. */
async function textIn(country: string | null): Promise<string> {
  setActivePinia(createPinia())
  installBridge({})
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const never = (): Promise<never> => new Promise(() => undefined)
  const preview = () => Promise.resolve(purchasePreview())
  const purchase = scope.run(() =>
    usePurchase(
      { desk: { preview, run: never, list: never }, rules: () => defaultRules, onBought: () => undefined },
      emptyForm,
    ),
  )
  if (purchase === undefined) throw new Error('The scope is over')
  const wrapper = mounted(TopUpDialog, { purchase, rows: [europe], failed: false, set: null, last: null, country })
  const form = { ...emptyForm, who: 'existing', customer: { uid: customerUid, email: null } } as const
  purchase.open('top up', { ...form, inventoryItemId: europe.id })
  await flush()
  return read(wrapper)
}

test('a package that does not work where the customer is is sold with a warning', async () => {
  const text = await textIn('JP')
  expect(text).toContain("Europe 3 GB doesn't work in Japan, where the customer seems to be.")
  expect(text).toContain('Sell it only if the customer is travelling on.')
  expect(text).toContain("Doesn't work in Japan, where the customer is")
})

test('nothing is said where it works, or where the country is not known', async () => {
  expect(await textIn('PT')).not.toContain("doesn't work")
  expect(await textIn(null)).not.toContain("doesn't work")
})
