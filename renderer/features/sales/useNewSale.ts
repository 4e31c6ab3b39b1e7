/**
 * A sale to a new customer from any page: the dialog with the package and the customer, what the last sale chose, and
 * the mail that follows the confirmed purchase.
 */
import { useQuery } from '@pinia/colada'
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import type { OperationRow } from '#shared/model/operation.ts'
import { isTerminal } from '#shared/model/operationStates.ts'
import type { BuyingRules } from '#shared/model/purchase.ts'
import { noLastSale } from '#shared/model/settings.ts'
import type { InventoryRow } from '#shared/model/views.ts'
import { afterPaint } from '../../lib/afterPaint.ts'
import { desk } from '../../lib/desk.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { usePurchaseMails } from '../documents/purchaseMails.store.ts'
import { emptyForm, type PurchaseForm } from '../purchases/purchaseForm.ts'
import { useBuyingRules } from '../purchases/useBuyingRules.ts'
import { usePurchase, type Purchase } from '../purchases/usePurchase.ts'
import { useShowBought } from '../purchases/useShowBought.ts'

/** Why no mail can be sent. */
export type MailObstacle = 'notSetUp' | 'secretMissing'

export interface NewSale {
  readonly purchase: Purchase
  readonly rows: ComputedRef<readonly InventoryRow[] | null>
  /** The inventory could not be read. */
  readonly failed: ComputedRef<boolean>
  readonly rules: ComputedRef<BuyingRules | null>
  readonly mailAtOnce: Ref<boolean>
  readonly mailObstacle: ComputedRef<MailObstacle | null>
  readonly open: () => void
}

/** What was submitted. The form is empty again when the purchase is reported. */
interface Submitted {
  readonly form: PurchaseForm
  readonly mailTo: string | null
  readonly mailAtOnce: boolean
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
  const mailAtOnce = ref(lastSale.value.mailAtOnce)
  const mailObstacle = computed<MailObstacle | null>(() => {
    const server = settings.settings?.mail ?? null
    if (server === null) return 'notSetUp'
    return server.secret === 'missing' ? 'secretMissing' : null
  })
  let submitted: Submitted | null = null

  /** The next sale begins with the choices of this one. They are not worth an error if they can't be stored. */
  async function remember({ form: { country }, mailAtOnce: wasChosen }: Submitted): Promise<void> {
    const choices = { country: country ?? lastSale.value.country, mailAtOnce: wasChosen }
    // The outcome comes first.
    await afterPaint()
    await settings.change({ lastSale: choices }).catch(() => undefined)
  }

  function requestMail(operation: OperationRow): boolean {
    const to = submitted?.mailTo ?? null
    if (to !== null) mails.request(operation, to)
    return to !== null
  }

  function onBought(operation: OperationRow): void {
    if (submitted !== null) void remember(submitted)
    // The mail takes the place of the QR code, which is for a customer who stands in front of the agent.
    showBought(operation, { withQrCode: !requestMail(operation) })
    submitted = null
  }

  const purchase = usePurchase(
    { desk: desk.operations, rules: () => rules.value, onBought, clearsOnCancel: true },
    emptyForm,
  )
  watch(
    () => purchase.state.value.name,
    (name) => {
      if (name !== 'sending') return
      const form = purchase.form.value
      const to = form.email.trim()
      const mailTo = mailAtOnce.value && mailObstacle.value === null && to !== '' ? to : null
      submitted = { form, mailTo, mailAtOnce: mailAtOnce.value }
    },
    { flush: 'sync' },
  )
  // A purchase that is confirmed later, when this dialog may be closed, is followed by its mail as well.
  watch(purchase.outcome, (operation) => {
    if (operation !== null && !isTerminal(operation.state)) requestMail(operation)
  })

  function open(): void {
    reload()
    purchase.open(`${connection.key} new sale`, { ...emptyForm, country: lastSale.value.country })
    // An unfinished sale keeps the choice that was made for its customer.
    const { email, inventoryItemId } = purchase.form.value
    if (email === '' && inventoryItemId === null) mailAtOnce.value = lastSale.value.mailAtOnce
  }

  return {
    purchase,
    rows: computed(() => inventory.data.value?.rows ?? null),
    failed: computed(() => inventory.error.value !== null),
    rules,
    mailAtOnce: computed({
      get: () => mailAtOnce.value,
      // While the sale is sent, whether its mail follows is decided.
      set: (isWanted) => void (purchase.state.value.name === 'sending' || (mailAtOnce.value = isWanted)),
    }),
    mailObstacle,
    open,
  }
}
