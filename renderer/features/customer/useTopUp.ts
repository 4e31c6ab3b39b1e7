/**
 * Tops up a customer: the dialog, the inventory to choose from, and the country set that the customer's packages
 * indicate.
 */
import { useQuery } from '@pinia/colada'
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import { everyEsimFailed } from '#shared/model/esimState.ts'
import type { OperationRow } from '#shared/model/operation.ts'
import { defaultRules } from '#shared/model/purchase.ts'
import type { CustomerView, InventoryRow, ItemView } from '#shared/model/views.ts'
import type { InventoryItemId } from '#shared/wire/ids.ts'
import { desk } from '../../lib/desk.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { customerSet, isElsewhere, lastSold, type CustomerSet } from '../purchases/fittingPackages.ts'
import { emptyForm } from '../purchases/purchaseForm.ts'
import { usePurchase, type Purchase } from '../purchases/usePurchase.ts'

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
  /** A package that nobody has used and that can be refunded, if none of the customer's eSIMs can use it. */
  readonly orphaned: ComputedRef<ItemView | null>
  readonly open: (view: CustomerView) => void
  /** Closes the dialog and drops what was chosen in it, because it is sold in another way. */
  readonly drop: () => void
}

const haveFailed = ({ esims, unreadable, omittedEsims }: CustomerView): boolean =>
  everyEsimFailed(esims, unreadable, omittedEsims)

export function useTopUp(
  view: () => CustomerView | null,
  country: () => string | null,
  onBought: (operation: OperationRow) => void,
): TopUp {
  const connection = useConnection()
  const wanted = ref(false)
  const inventory = useQuery({
    key: () => ['inventory', connection.key],
    query: () => desk.inventory.list({}),
    staleTime: 60_000,
    enabled: () => wanted.value,
  })
  // The rules of a connection fix only values of new customers.
  const purchase = usePurchase({ desk: desk.operations, rules: () => defaultRules, onBought }, emptyForm)
  const rows = computed(() => inventory.data.value?.rows ?? null)
  const last = computed(() => lastSold(view()?.items ?? [], rows.value ?? []))
  /** A package that does not work where the customer is is sold only if the agent chooses it. */
  const selectable = computed(() => {
    const row = rows.value?.find(({ id }) => id === last.value)
    return row === undefined || isElsewhere(row, country()) ? null : row.id
  })
  // The inventory may arrive after the dialog has been opened. A package that the agent has chosen stays.
  watch(
    () => (purchase.isOpen.value && purchase.form.value.inventoryItemId === null ? selectable.value : null),
    (preselected) => {
      if (preselected !== null) purchase.write({ inventoryItemId: preselected })
    },
  )

  return {
    purchase,
    wanted,
    rows,
    last,
    country: computed(country),
    failed: computed(() => inventory.error.value !== null),
    set: computed(() => customerSet(view()?.items ?? [])),
    orphaned: computed(() => {
      const shown = view()
      return shown !== null && haveFailed(shown) ? (shown.items.find(({ refund }) => refund.possible) ?? null) : null
    }),
    drop: () => {
      purchase.startOver()
      purchase.close()
    },
    open: (shown) => {
      const { uid, email } = shown
      wanted.value = true
      // No package can be used on eSIMs that have failed.
      const newEsim = haveFailed(shown)
      purchase.open(`${connection.key} top up ${uid}`, {
        ...emptyForm,
        who: 'existing',
        customer: { uid, email },
        newEsim,
      })
    },
  }
}
