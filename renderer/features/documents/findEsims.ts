/**
 * Finds the eSIMs that a line means: an ICCID, an e-mail address or the uid of a customer, also both as
 * `address (uid)`. A line of the selection means the customer who was selected, and nobody else.
 */
import { asDeskError } from '#shared/errors.ts'
import { isSameAddress } from '#shared/model/mail.ts'
import type { CustomerRow, CustomerView, EsimView } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { readCustomerLine } from '../../lib/customerLine.ts'
import { meantBy, pickEsims, type MeantEsims } from './meantEsims.ts'

export interface FindDesk {
  readonly search: (
    query: string,
  ) => Promise<{ readonly rows: readonly CustomerRow[]; readonly exact: CustomerUid | null }>
  readonly customer: (uid: CustomerUid) => Promise<CustomerView>
}

export interface ManyLine {
  readonly text: string
  /** Whom the line means, or `null` if that has to be found out. */
  readonly uid: CustomerUid | null
}

export interface FoundEsim {
  readonly customer: CustomerView
  readonly esim: EsimView
}

export type NotFoundReason = 'notFound' | 'several' | 'noEsim' | 'notListed' | 'whichEsim' | 'failed'

interface FoundCustomer {
  readonly uid: CustomerUid
  readonly meant: MeantEsims
}
const inUse: MeantEsims = { kind: 'inUse' }

/** `omit` is called with the reason if the line means no eSIM. */
export async function findEsims(
  desk: FindDesk,
  line: ManyLine,
  omit: (reason: NotFoundReason) => void,
): Promise<readonly FoundEsim[]> {
  try {
    const customers = await findCustomers(desk, line, omit)
    const found = await Promise.all(customers.map((one) => findEsimsOf(desk, one, omit)))
    if (customers.length > 0 && found.every((esims) => esims?.length === 0)) omit('noEsim')
    return found.flatMap((esims) => esims ?? [])
  } catch (thrown) {
    omit(asDeskError(thrown).code === 'not_found' ? 'notFound' : 'failed')
    return []
  }
}

async function findCustomers(
  desk: FindDesk,
  { text, uid }: ManyLine,
  omit: (reason: NotFoundReason) => void,
): Promise<readonly FoundCustomer[]> {
  if (uid !== null) return [{ uid, meant: inUse }]
  const both = readCustomerLine(text)
  if (both !== null) {
    // A line that was typed or pasted may have slipped: then it means nobody.
    if (isSameAddress(both.address, (await desk.customer(both.uid)).email)) return [{ uid: both.uid, meant: inUse }]
    omit('notFound')
    return []
  }
  const { rows, exact } = await desk.search(text)
  if (exact !== null) {
    const match = rows.find((row) => row.uid === exact)?.match ?? null
    return [{ uid: exact, meant: meantBy(text, match) }]
  }
  // A person with packages of several country sets is several customers with one address.
  const person = rows.filter(({ email }) => isSameAddress(text, email))
  if (person.length > 0) return person.map((row) => ({ uid: row.uid, meant: inUse }))
  // A part of one address is not that address: somebody else would get the sheet.
  const [only, ...others] = text.includes('@') ? [] : rows
  if (only !== undefined && others.length === 0) return [{ uid: only.uid, meant: meantBy(text, only.match) }]
  omit(only === undefined ? 'notFound' : 'several')
  return []
}

/** Returns `null` if the customer has not got the eSIM that the line means. */
async function findEsimsOf(
  desk: FindDesk,
  { uid, meant }: FoundCustomer,
  omit: (reason: NotFoundReason) => void,
): Promise<readonly FoundEsim[] | null> {
  const customer = await desk.customer(uid)
  const esims = pickEsims(customer, meant)
  if (typeof esims !== 'string') return esims.map((esim) => ({ customer, esim }))
  omit(esims)
  return null
}
