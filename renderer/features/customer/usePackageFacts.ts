/** What distinguishes a package of a customer from the others, as one line. */
import { useI18n } from 'vue-i18n'
import { referenceOf } from '#shared/model/operation/purchase.ts'
import type { ItemView } from '#shared/model/customer/views.ts'
import { useFormat } from '../../lib/useFormat.ts'
import { useAlikePackages } from '../money/useAlikePackages.ts'

const shownUidLength = 6

/** Packages of which the same is known are distinguished by the end of their uid. */
export function usePackageFacts(): (item: ItemView, items: readonly ItemView[]) => string {
  const { t } = useI18n()
  const format = useFormat()
  const { nameOf } = useAlikePackages()

  /** What is known of a package: its number on the page, the minute of its sale, what is left of it, and its price. */
  function knownOf({ useOrder, salesDate, purchasePrice, metatag, phase, ...item }: ItemView): string {
    const parts = [
      useOrder === null ? '' : t('customer.actions.number', { order: useOrder }),
      salesDate === null ? '' : t('customer.packages.soldOn', { date: format.end(salesDate) }),
      t('customer.packages.ofSize', format.balance(item)),
      purchasePrice === null ? '' : format.money(purchasePrice),
      referenceOf(metatag ?? ''),
      t(`customer.phase.${phase}`),
    ]
    return parts.filter((part) => part !== '').join(' · ')
  }

  return (item, items) => {
    const facts = knownOf(item)
    const isUnique = items.every(
      (other) => other.uid === item.uid || nameOf(other) !== nameOf(item) || knownOf(other) !== facts,
    )
    return isUnique ? facts : `${facts} · …${item.uid.slice(-shownUidLength)}`
  }
}
