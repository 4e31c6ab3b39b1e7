/** The line of text that means one customer of several with an address: `address (uid)`. */
import { CustomerUid } from '#shared/wire/ids.ts'

interface CustomerLine {
  readonly address: string
  readonly uid: CustomerUid
}

export const writeCustomerLine = ({ address, uid }: CustomerLine): string => `${address} (${uid})`

/** `null` if the text has another form. */
export function readCustomerLine(text: string): CustomerLine | null {
  const [, address, named] = /^([^\s@]+@\S+) \((.+)\)$/.exec(text) ?? []
  const uid = CustomerUid.safeParse(named).data
  return address === undefined || uid === undefined ? null : { address, uid }
}
