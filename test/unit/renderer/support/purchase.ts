/** A purchase of the window with previews of the test's own. It ends with the test. */
import { createPinia, setActivePinia } from 'pinia'
import { onTestFinished } from 'vitest'
import { effectScope } from 'vue'
import { defaultRules } from '#shared/model/purchase.ts'
import { emptyForm } from '../../../../renderer/features/purchases/purchaseForm.ts'
import { usePurchase, type Purchase } from '../../../../renderer/features/purchases/usePurchase.ts'
import { installBridge } from './bridge.ts'

type Options = Parameters<typeof usePurchase>[0]
type Desk = Options['desk']

const never = (): Promise<never> => new Promise(() => undefined)

/** @param preview by default it never answers */
export function purchaseOf(preview: Desk['preview'] = never, options: Pick<Options, 'isForAnybody'> = {}): Purchase {
  setActivePinia(createPinia())
  installBridge({})
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const purchase = scope.run(() =>
    usePurchase(
      { desk: { preview, run: never, list: never }, rules: () => defaultRules, onBought: () => undefined, ...options },
      emptyForm,
    ),
  )
  if (purchase === undefined) throw new Error('The scope is over')
  return purchase
}
