/** Starts what the button of the verdict offers: each is a flow that the page has anyway. */
import { useQueryCache } from '@pinia/colada'
import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { OutputOf } from '#shared/contract.ts'
import type { CustomerView, EsimView, InventoryRow } from '#shared/model/customer/views.ts'
import type { Cause, CauseAction, ReplaceAction } from '../../rules/cause.ts'
import { soldFor } from '../../rules/coverage.ts'
import type { InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { inUtc, useVerdictText } from '../verdict/useVerdictText.ts'
import type { ReplacementPlan, Selling } from './selling.ts'
import type { CustomerTicket } from './useCustomerTicket.ts'
import { useOtherRecord } from './useOtherRecord.ts'

interface VerdictFlows {
  readonly topUp: () => void
  readonly activate: (itemUid: ItemUid) => void
  readonly copyTicket: (ticket: CustomerTicket) => Promise<void>
  readonly replace: (plan: ReplacementPlan) => void
}

interface VerdictActions {
  readonly act: (action: Exclude<CauseAction, { kind: 'check' }>, cause: Cause) => void
  /** The eSIM whose QR code is being sent. */
  readonly sending: ComputedRef<EsimView | null>
  /** What is being sold to the same person as a new customer. */
  readonly selling: Readonly<ShallowRef<Selling | null>>
  /** Begins to sell this package, which the agent has chosen for the customer, to a new one. */
  readonly sellNew: (row: InventoryRow, reference: string) => void
  readonly sell: (selling: Selling) => void
  readonly close: () => void
}

export function useVerdictActions(view: () => CustomerView | null, flows: VerdictFlows): VerdictActions {
  const router = useRouter()
  const connection = useConnection()
  const cache = useQueryCache()
  const text = useVerdictText()
  const carry = useOtherRecord()
  const sendingUid = shallowRef<EsimView['uid'] | null>(null)
  const selling = shallowRef<Selling | null>(null)

  function close(): void {
    sendingUid.value = null
    selling.value = null
  }
  watch(() => view()?.uid, close, { flush: 'sync' })

  function sellingIn(country: string, inventoryItemId: InventoryItemId | null): Selling | null {
    const inventory = cache.getQueryData<OutputOf<'inventory', 'list'>>(['inventory', connection.key])
    const row = inventory?.rows.find(({ id }) => id === inventoryItemId)
    return row === undefined ? null : { row, rows: soldFor(inventory?.rows ?? [], country), country, reference: '' }
  }
  /** Sells the package that the verdict named, if the window has it. Otherwise the agent chooses in the inventory. */
  function sell(country: string, inventoryItemId: InventoryItemId | null): void {
    selling.value = sellingIn(country, inventoryItemId)
    if (selling.value === null) void router.push({ name: 'inventory', query: { country } })
  }
  function replace(action: ReplaceAction): void {
    const { country, inventoryItemId, itemUid, sells } = action
    const isElsewhere = country !== null && sells === 'newRecord'
    const there = isElsewhere ? sellingIn(country, inventoryItemId) : null
    if (isElsewhere && there === null) return sell(country, inventoryItemId)
    const item = view()?.items.find(({ uid }) => uid === itemUid)
    if (item !== undefined) flows.replace({ action, item, selling: there })
  }

  function act(action: Exclude<CauseAction, { kind: 'check' }>, cause: Cause): void {
    switch (action.kind) {
      case 'topUp':
        return flows.topUp()
      case 'activate':
        return flows.activate(action.itemUid)
      case 'sendQr':
        sendingUid.value = action.esimUid
        return
      case 'openCustomer': {
        const from = view()?.uid
        if (from !== undefined) carry(from, action.uid)
        void router.push({ name: 'customer', params: { uid: action.uid } })
        return
      }
      case 'sell':
        return sell(action.country, action.inventoryItemId)
      case 'refundAndReplace':
        return replace(action)
      case 'ticket': {
        const { question, esimUid, itemUid } = action
        void flows.copyTicket({ question, esimUid, itemUid, found: text.cause(cause, inUtc) })
      }
    }
  }

  return {
    act,
    sending: computed(() => view()?.esims.find(({ uid }) => uid === sendingUid.value) ?? null),
    selling,
    sellNew: (row, reference) => (selling.value = { row, rows: [row], country: null, reference }),
    sell: (next) => (selling.value = next),
    close,
  }
}
