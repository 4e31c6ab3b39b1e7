/** What the sales of a list add up to. Amounts are exact decimals. */
import { subtractAmounts, sumMoney } from '#shared/model/package/amount.ts'
import type { RefundReason } from '#shared/model/operation/operation.ts'
import type { SaleRow, SalesSums } from '#shared/model/operation/sales.ts'
import type { Money } from '#shared/model/customer/views.ts'
import type { ItemUid } from '#shared/wire/ids.ts'

/** A refund that this desk's journal has. */
export interface OwnRefund {
  readonly itemUid: ItemUid
  readonly agent: string
  readonly reason: RefundReason | null
}

const known = (amounts: readonly (Money | null)[]): readonly Money[] => amounts.filter((money) => money !== null)

function marginOf(rows: readonly SaleRow[]): Pick<SalesSums, 'margin' | 'withoutMargin'> {
  const sold = rows.filter(({ status }) => status !== 'Refunded')
  const both = sold.filter(({ price, retailPrice }) => price !== null && price.currency === retailPrice?.currency)
  const spent = new Map(sumMoney(known(both.map(({ price }) => price))).map((sum) => [sum.currency, sum.amount]))
  const earned = sumMoney(known(both.map(({ retailPrice }) => retailPrice)))
  return {
    margin: earned.map(({ amount, currency }) => ({
      amount: subtractAmounts(amount, spent.get(currency) ?? '0'),
      currency,
    })),
    withoutMargin: sold.length - both.length,
  }
}

export function sumsOf(rows: readonly SaleRow[], own: readonly OwnRefund[]): SalesSums {
  const byItem = new Map(own.map((refund) => [refund.itemUid, refund]))
  const refunded = rows.filter(({ status }) => status === 'Refunded')
  const groups = Map.groupBy(refunded, ({ uid }) => {
    const refund = byItem.get(uid)
    return JSON.stringify([refund?.agent ?? null, refund?.reason ?? null])
  })
  return {
    price: sumMoney(known(rows.map(({ price }) => price))),
    retailPrice: sumMoney(known(rows.map(({ retailPrice }) => retailPrice))),
    ...marginOf(rows),
    refunds: [...groups.values()]
      .map((of) => {
        const refund = of[0] === undefined ? undefined : byItem.get(of[0].uid)
        return {
          agent: refund?.agent ?? null,
          reason: refund?.reason ?? null,
          sales: of.length,
          price: sumMoney(known(of.map(({ price }) => price))),
        }
      })
      .toSorted((one, other) => other.sales - one.sales),
  }
}
