/** Writes sales as a CSV table for spreadsheets, with the cells of `csv/`. */
import type { SaleRow } from '#shared/model/operation/sales.ts'
import { amountCell, csvTable, instantCell, textCell } from '../csv/index.ts'

const sizeText = ({ size }: SaleRow): string => `${String(size.value)} ${size.unit}`

function validityText({ validity }: SaleRow): string | null {
  if (validity.unlimited) return 'unlimited'
  return validity.value === null ? null : `${String(validity.value)} ${validity.unit ?? ''}`.trim()
}

/** The currency has its own column. A retail price in another one is written as text that includes its currency. */
export const salesTable = csvTable<SaleRow>({
  item_uid: ({ uid }) => textCell(uid),
  sold: ({ soldAt }) => (soldAt === null ? null : instantCell(soldAt)),
  package: ({ name }) => textCell(name),
  size: (row) => textCell(sizeText(row)),
  validity: (row) => textCell(validityText(row)),
  customer_uid: ({ customerUid }) => textCell(customerUid),
  customer_email: ({ customerEmail }) => textCell(customerEmail),
  reference: ({ reference }) => textCell(reference),
  price: ({ price }) => amountCell(price, price?.currency ?? null),
  retail_price: ({ price, retailPrice }) => amountCell(retailPrice, (price ?? retailPrice)?.currency ?? null),
  currency: ({ price, retailPrice }) => textCell((price ?? retailPrice)?.currency ?? null),
  channel: ({ channel }) => textCell(channel),
  status: ({ status }) => textCell(status),
})
