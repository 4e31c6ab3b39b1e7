/**
 * Tops up a customer: the dialog, the inventory to choose from, and the country set that the customer's packages
 * indicate.
 */
import { useQuery } from '@pinia/colada'
import { computed, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { everyEsimFailed } from '#shared/model/esim/esimState.ts'
import { isOver } from '#shared/model/package/itemPhase.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { defaultRules } from '#shared/model/operation/purchase.ts'
import { isEmpty } from '#shared/model/package/size.ts'
import type { CustomerView, InventoryRow, ItemView } from '#shared/model/customer/views.ts'
import type { CustomerUid, InventoryItemId } from '#shared/wire/ids.ts'
import { sameAgain } from '../../rules/replacement.ts'
import { desk } from '../../lib/desk.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { customerSet, isElsewhere, lastSold, type CustomerSet } from '../purchases/fittingPackages.ts'
import { emptyForm, type PurchaseForm } from '../purchases/purchaseForm.ts'
import { usePurchase, type Purchase } from '../purchases/usePurchase.ts'
import type { ReplacementPlan } from './selling.ts'

export interface TopUp {
  readonly purchase: Purchase
  /** Whether the dialog has been opened. It is not loaded before. */
  readonly wanted: Readonly<Ref<boolean>>
  readonly rows: ComputedRef<readonly InventoryRow[] | null>
  readonly failed: ComputedRef<boolean>
  readonly set: ComputedRef<CustomerSet | null>
  /** The package that was sold last to the customer and not refunded. It is selected first if it works there. */
  readonly last: ComputedRef<InventoryItemId | null>
  /** The country where the customer is, as ISO2 code, or `null` if that is not known. */
  readonly country: ComputedRef<string | null>
  /** The packages with data left that none of the customer's eSIMs can use, because each one has failed. */
  readonly orphaned: ComputedRef<readonly ItemView[]>
  readonly open: (view: CustomerView) => void
  /** The same in place of a package that was refunded: that package again, with a new eSIM. */
  readonly openReplacement: (view: CustomerView, plan: ReplacementPlan) => void
  /** Closes the dialog and drops what was chosen for this customer, because it is sold in another way. */
  readonly dismissForOther: (uid: CustomerUid) => void
}

const haveFailed = ({ esims, unreadable, omittedEsims }: CustomerView): boolean =>
  everyEsimFailed(esims, unreadable, omittedEsims)

export function useTopUp(
  view: () => CustomerView | null,
  country: () => string | null,
  onBought: (operation: OperationRow) => void,
): TopUp {
  const connection = useConnection()
  const draftOf = (uid: CustomerUid): string => `${connection.key} top up ${uid}`
  const wanted = ref(false)
  const inventory = useQuery({
    key: () => ['inventory', connection.key],
    query: () => desk.inventory.list({}),
    staleTime: 60_000,
    enabled: () => wanted.value,
  })
  const rows = computed(() => inventory.data.value?.rows ?? null)
  const rowOf = (sought: InventoryItemId | null): InventoryRow | undefined =>
    rows.value?.find(({ id }) => id === sought)
  function isForLater({ inventoryItemId }: PurchaseForm): boolean {
    const row = rowOf(inventoryItemId)
    return row !== undefined && isElsewhere(row, country())
  }
  // The rules of a connection fix only values of new customers.
  const purchase = usePurchase({ desk: desk.operations, rules: () => defaultRules, onBought, isForLater }, emptyForm)
  const last = computed(() => lastSold(view()?.items ?? [], rows.value ?? []))
  const orphaned = computed(() => {
    const shown = view()
    if (shown === null || !haveFailed(shown)) return []
    return shown.items.filter(({ phase, available }) => phase !== 'unknown' && !isOver(phase) && !isEmpty(available))
  })
  const replaced = shallowRef<ItemView | null>(null)
  /** What does not work where the customer is, or may not be needed, is sold only if the agent chooses it. */
  const selectable = computed(() => {
    if (replaced.value !== null) return sameAgain(replaced.value, rows.value)
    const row = rowOf(last.value)
    return row === undefined || isElsewhere(row, country()) || orphaned.value.length > 0 ? null : row.id
  })
  // The inventory may arrive after the dialog has been opened. A package that the agent has chosen stays.
  watch(
    () => (purchase.isOpen.value && purchase.form.value.inventoryItemId === null ? selectable.value : null),
    (preselected) => {
      if (preselected !== null) purchase.write({ inventoryItemId: preselected })
    },
  )
  function open({ uid, email }: CustomerView, draft: string, start: Partial<PurchaseForm>): void {
    wanted.value = true
    purchase.open(draft, { ...emptyForm, who: 'existing', customer: { uid, email }, ...start })
  }
  return {
    purchase,
    wanted,
    rows,
    last,
    country: computed(country),
    failed: computed(() => inventory.error.value !== null),
    set: computed(() => customerSet(view()?.items ?? [])),
    orphaned,
    dismissForOther: (uid) => {
      purchase.close()
      purchase.forget(draftOf(uid))
    },
    // No package can be used on eSIMs that have failed.
    open: (shown) => {
      replaced.value = null
      open(shown, draftOf(shown.uid), { newEsim: haveFailed(shown) })
    },
    openReplacement: (shown, { item, action: { inventoryItemId } }) => {
      replaced.value = item
      open(shown, `${draftOf(shown.uid)} replacement`, { newEsim: true, inventoryItemId })
    },
  }
}
