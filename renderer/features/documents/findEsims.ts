/**
 * Finds the eSIMs that a line means: an ICCID, an e-mail address or the uid of a customer, also both as
 * `address (uid)`. A line of the selection means the customer who was selected, and nobody else.
 */
import { asDeskError } from '#shared/errors.ts'
import { esimsInUse } from '#shared/model/esimState.ts'
import { isSameAddress } from '#shared/model/mail.ts'
import type { CustomerRow, CustomerView, EsimView } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { readCustomerLine } from '../../lib/customerLine.ts'

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

type NotFoundReason = 'notFound' | 'several' | 'noEsim' | 'failed'

/** `omit` is called with the reason if the line means no eSIM. */
export async function findEsims(
  desk: FindDesk,
  line: ManyLine,
  omit: (reason: NotFoundReason) => void,
): Promise<readonly FoundEsim[]> {
  try {
    const uids = await findCustomers(desk, line, omit)
    const found = await Promise.all(uids.map((uid) => findEsimsOf(desk, uid, line.text)))
    if (uids.length > 0 && found.flat().length === 0) omit('noEsim')
    return found.flat()
  } catch (thrown) {
    omit(asDeskError(thrown).code === 'not_found' ? 'notFound' : 'failed')
    return []
  }
}

async function findCustomers(
  desk: FindDesk,
  { text, uid }: ManyLine,
  omit: (reason: NotFoundReason) => void,
): Promise<readonly CustomerUid[]> {
  if (uid !== null) return [uid]
  const both = readCustomerLine(text)
  if (both !== null) {
    // A line that was typed or pasted may have slipped: then it means nobody.
    if (isSameAddress(both.address, (await desk.customer(both.uid)).email)) return [both.uid]
    omit('notFound')
    return []
  }
  const { rows, exact } = await desk.search(text)
  if (exact !== null) return [exact]
  // A person with packages of several country sets is several customers with one address.
  const person = rows.filter(({ email }) => isSameAddress(text, email))
  // A part of one address is not that address: somebody else would get the sheet.
  const others = text.includes('@') ? [] : rows
  const meant = person.length > 0 || others.length !== 1 ? person : others
  if (meant.length === 0) omit(others.length === 0 ? 'notFound' : 'several')
  return meant.map((row) => row.uid)
}

async function findEsimsOf(desk: FindDesk, uid: CustomerUid, text: string): Promise<readonly FoundEsim[]> {
  const customer = await desk.customer(uid)
  const digits = text.replaceAll(/\D/g, '')
  const matching = customer.esims.filter(({ iccid }) => iccid === digits)
  const selected = matching.length > 0 ? matching : esimsInUse(customer.esims)
  return selected.map((esim) => ({ customer, esim }))
}
