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
import { mounted } from '../../support/mounted.ts'

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
