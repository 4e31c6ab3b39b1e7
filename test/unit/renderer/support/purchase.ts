/** A purchase of the window with previews of the test's own. It ends with the test. */
import { createPinia, setActivePinia } from 'pinia'
import { defaultRules } from '#shared/model/operation/purchase.ts'
import { emptyForm } from '../../../../renderer/features/purchases/purchaseForm.ts'
import { usePurchase, type Purchase } from '../../../../renderer/features/purchases/usePurchase.ts'
import { installBridge } from './bridge.ts'
import { inScope } from './inScope.ts'

type Options = Parameters<typeof usePurchase>[0]
type Desk = Options['desk']

const never = (): Promise<never> => new Promise(() => undefined)

/** By default neither a preview nor a submission is ever answered. */
export function purchaseOf(
  preview: Desk['preview'] = never,
  { run = never, ...options }: Pick<Options, 'isForAnybody'> & Partial<Pick<Desk, 'run'>> = {},
): Purchase {
  setActivePinia(createPinia())
  installBridge({})
  return inScope(() =>
    usePurchase(
      { desk: { preview, run, list: never }, rules: () => defaultRules, onBought: () => undefined, ...options },
      emptyForm,
    ),
  )
}
