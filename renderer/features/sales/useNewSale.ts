/**
 * A sale to a new customer from any page: the dialog with the package and the customer, what the last sale chose, and
 * the mail that follows the confirmed purchase.
 */
import { useQuery } from '@pinia/colada'
import { computed, type ComputedRef } from 'vue'
import type { BuyingRules } from '#shared/model/operation/purchase.ts'
import { noLastSale } from '#shared/model/settings.ts'
import type { InventoryRow } from '#shared/model/customer/views.ts'
import { desk } from '../../lib/desk.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { usePurchaseMails } from '../documents/purchaseMails.store.ts'
import { carried, emptyForm } from '../purchases/purchaseForm.ts'
import { useBuyingRules } from '../purchases/useBuyingRules.ts'
import { usePurchase, type Purchase } from '../purchases/usePurchase.ts'
import { useShowBought } from '../purchases/useShowBought.ts'

interface NewSale {
  readonly purchase: Purchase
  readonly rows: ComputedRef<readonly InventoryRow[] | null>
  /** The inventory could not be read. */
  readonly failed: ComputedRef<boolean>
  readonly rules: ComputedRef<BuyingRules | null>
  /** `continues`: what was typed is for the same caller. */
  readonly open: (options: { readonly continues: boolean }) => void
}

export function useNewSale(): NewSale {
  const connection = useConnection()
  const settings = useSettings()
  const mails = usePurchaseMails()
  const showBought = useShowBought()
  const { rules, reload } = useBuyingRules()
  const inventory = useQuery({
    key: () => ['inventory', connection.key],
    query: () => desk.inventory.list({}),
    staleTime: 60_000,
  })
  const lastSale = computed(() => settings.settings?.lastSale ?? noLastSale)

  const purchase = usePurchase(
    {
      desk: desk.operations,
      rules: () => rules.value,
      mailAfter: { request: mails.request, isRemembered: true },
      // The mail takes the place of the QR code, which is for a customer who stands in front of the agent.
      onBought: (operation, isMailed) => showBought(operation, { withQrCode: !isMailed }),
      clearsOnCancel: true,
      isForAnybody: true,
    },
    emptyForm,
  )

  function open(options: { readonly continues: boolean }): void {
    reload()
    purchase.open(`${connection.key} new sale`, { ...emptyForm, ...carried(lastSale.value.country) }, options)
  }

  return {
    purchase,
    rows: computed(() => inventory.data.value?.rows ?? null),
    failed: computed(() => inventory.error.value !== null),
    rules,
    open,
  }
}
