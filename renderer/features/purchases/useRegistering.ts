/**
 * Purchases from the inventory: the dialog of one package, and the outcomes of purchases whose customer isn't known
 * yet.
 */
import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { unresolvedStates } from '#shared/model/operation/operationStates.ts'
import type { BuyingRules } from '#shared/model/operation/purchase.ts'
import type { InventoryRow } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { useOutcomes } from '../money/outcomes.ts'
import { carried, emptyForm } from './purchaseForm.ts'
import type { MailAfterPurchase } from './useMailAtOnce.ts'
import { useBuyingRules } from './useBuyingRules.ts'
import { usePurchase, type Purchase } from './usePurchase.ts'
import { useShowBought } from './useShowBought.ts'

export interface Registering {
  readonly purchase: Purchase
  /** The package that the dialog is about. */
  readonly row: ComputedRef<InventoryRow | null>
  readonly rules: ComputedRef<BuyingRules | null>
  readonly open: (row: InventoryRow, start?: SaleStart) => void
  /** Newest first, without the one that the open dialog shows. */
  readonly outcomes: ComputedRef<readonly OperationRow[]>
  readonly dismiss: (id: string) => void
  readonly update: (operation: OperationRow) => void
}

interface SaleStart {
  /** The address with which the form begins. Without one, the country is that of the last new sale. */
  readonly email?: string
  readonly reference?: string
  /** Further packages to choose from. A draft of a package that is not offered is dropped. */
  readonly others?: readonly InventoryRow[]
}

interface RegisteringOptions {
  /** With it, the installation can be mailed as soon as the purchase is confirmed. */
  readonly requestMail?: MailAfterPurchase['request']
  /**
   * The record for whose person the package is sold. What is typed is kept for that person alone, by the address if
   * there is one, and not after `cancel`. A person whose address is known expects the QR code, so its mail is wanted
   * from the beginning.
   */
  readonly person?: () => CustomerUid
  /** Called before the customer who was sold to is shown. */
  readonly onBought?: (operation: OperationRow) => void
}

export function useRegistering({ requestMail, person, onBought }: RegisteringOptions = {}): Registering {
  const connection = useConnection()
  const settings = useSettings()
  const showBought = useShowBought()
  const store = useOutcomes()
  const { rules, reload } = useBuyingRules()
  const row = shallowRef<InventoryRow | null>(null)
  const knownAddress = shallowRef('')
  const beginsWanted = (): boolean => person !== undefined && knownAddress.value !== ''

  const purchase = usePurchase(
    {
      desk: desk.operations,
      rules: () => rules.value,
      onBought: (operation, isMailed) => {
        onBought?.(operation)
        showBought(operation, { withQrCode: !isMailed })
      },
      ...(requestMail !== undefined && { mailAfter: { request: requestMail, isRemembered: false, beginsWanted } }),
      clearsOnCancel: person !== undefined,
      isForAnybody: person === undefined,
    },
    emptyForm,
  )

  async function readJournal(): Promise<void> {
    store.clearRegisters()
    const answers = await Promise.all(
      unresolvedStates.map((state) => desk.operations.list({ kind: 'register', state, limit: 50 })),
    )
    store.addRegisters(answers.flatMap(({ rows }) => rows))
  }
  void readJournal().catch(() => undefined)
  onScopeDispose(onDeskEvent('operation.changed', store.update))

  return {
    purchase,
    row: computed(() => row.value),
    rules,
    open: (chosen, { email = '', reference = '', others = [] } = {}) => {
      row.value = chosen
      knownAddress.value = email
      reload()
      const offered = [...new Set([chosen, ...others].map(({ id }) => id))].toSorted()
      // With an address it is the same person on each of their records, to whom an order without an outcome belongs.
      const whose = email === '' ? (person?.() ?? '') : email
      purchase.open(`${connection.key} buy ${offered.join(' ')} ${whose}`.trim(), {
        ...emptyForm,
        inventoryItemId: chosen.id,
        person: person?.() ?? null,
        email,
        reference,
        ...carried(email === '' ? (settings.settings?.lastSale.country ?? null) : null),
      })
      const { inventoryItemId } = purchase.form.value
      if (!purchase.locked.value && (inventoryItemId === null || !offered.includes(inventoryItemId)))
        purchase.startOver()
    },
    outcomes: computed(() =>
      store.registers.filter(
        ({ id }) =>
          !purchase.isOpen.value || (id !== purchase.outcome.value?.id && purchase.state.value.name !== 'sending'),
      ),
    ),
    dismiss: store.dismissRegister,
    update: store.update,
  }
}
