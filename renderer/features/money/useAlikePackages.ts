/** What distinguishes packages of the same name. */
import { useI18n } from 'vue-i18n'
import { referenceOf } from '#shared/model/operation/purchase.ts'
import type { ItemView } from '#shared/model/customer/views.ts'
import { useFormat } from '../../lib/useFormat.ts'

interface AlikePackages {
  readonly nameOf: (item: Pick<ItemView, 'name'>) => string
  /** Whether another one of these packages has the same name. */
  readonly hasAlike: (item: Pick<ItemView, 'uid' | 'name'>, items: readonly ItemView[]) => boolean
  /** The reference and the day of the sale, as far as they are known. */
  readonly referenceAndSale: (item: Pick<ItemView, 'metatag' | 'salesDate'>) => {
    readonly reference: string
    readonly sold: string
  }
}

export function useAlikePackages(): AlikePackages {
  const { t } = useI18n()
  const format = useFormat()
  const nameOf = ({ name }: Pick<ItemView, 'name'>): string => name ?? t('customer.packages.unnamed')
  return {
    nameOf,
    hasAlike: (item, items) => items.some((other) => other.uid !== item.uid && nameOf(other) === nameOf(item)),
    referenceAndSale: ({ metatag, salesDate }) => ({
      reference: referenceOf(metatag ?? ''),
      sold: salesDate === null ? '' : t('customer.packages.soldOn', { date: format.day(salesDate) }),
    }),
  }
}
