/**
 * Finds the eSIMs to which a line resolves: an ICCID, an e-mail address or the uid of a customer, also both as
 * `address (uid)`. A line of the selection resolves to the customer who was selected, and to nobody else.
 */
import type { OutputOf } from '#shared/contract.ts'
import { asDeskError } from '#shared/errors.ts'
import { maxSheets } from '#shared/model/esim/installation.ts'
import { isSameAddress } from '#shared/model/mail.ts'
import { queryHint, type QueryHint } from '../../rules/queryHint.ts'
import type { CustomerRow, CustomerView, EsimView } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { readCustomerLine } from '../../lib/customerLine.ts'
import { resolveTarget, pickEsims, type EsimTarget } from './esimTarget.ts'

type SearchAnswer = Pick<OutputOf<'customers', 'search'>, 'rows' | 'exact' | 'source' | 'serviceProblem' | 'cursor'>

/** The number of customers in an answer. */
export const searchPageSize = 50

export interface FindDesk {
  /** `cursor` is that of the page before. */
  readonly search: (query: string, cursor?: string) => Promise<SearchAnswer>
  readonly customer: (uid: CustomerUid) => Promise<CustomerView>
}

export interface ManyLine {
  readonly text: string
  /** The customer to whom the line resolves, or `null` if that has to be looked up. */
  readonly uid: CustomerUid | null
  /** Where it is in the field, from 1. */
  readonly number: number
}

export interface FoundEsim {
  readonly customer: CustomerView
  readonly esim: EsimView
}

export type NotFoundReason =
  | 'notFound'
  /** The text is of a kind that identifies nobody. */
  | QueryHint
  | 'several'
  | 'noEsim'
  | 'notListed'
  | 'whichEsim'
  | 'failed'
  /** The service gave no usable answer, and the line resolves to nobody for certain. */
  | 'noAnswer'
  /** The service gave no usable answer, so there may be others with the address. */
  | 'maybeOthers'
  /** Not all customers with the address were read. */
  | 'more'

interface FoundCustomer {
  readonly uid: CustomerUid
  readonly target: EsimTarget
}
const inUse: EsimTarget = { kind: 'inUse' }

/** `omit` is called with the reason if the line resolves to no eSIM, or perhaps to more than were found. */
export async function findEsims(
  desk: FindDesk,
  line: ManyLine,
  omit: (reason: NotFoundReason) => void,
): Promise<readonly FoundEsim[]> {
  try {
    const customers = await findCustomers(desk, line, omit)
    const found: FoundEsim[] = []
    for (const { uid, target } of customers) {
      const customer = await desk.customer(uid)
      const esims = pickEsims(customer, target)
      if (typeof esims === 'string') {
        omit(esims)
        return []
      }
      found.push(...esims.map((esim) => ({ customer, esim })))
    }
    if (customers.length > 0 && found.length === 0) omit('noEsim')
    return found
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
  if (uid !== null) return [{ uid, target: inUse }]
  const both = readCustomerLine(text)
  if (both !== null) {
    // The two parts of a typed or pasted line may belong to different customers: such a line resolves to nobody.
    if (isSameAddress(both.address, (await desk.customer(both.uid)).email)) return [{ uid: both.uid, target: inUse }]
    omit('notFound')
    return []
  }
  const hint = queryHint(text)
  // It is a part of nobody's number, and a reference that contains it proves nothing.
  if (hint === 'shortened') {
    omit(hint)
    return []
  }
  const answer = await desk.search(text)
  const { rows, exact, serviceProblem } = answer
  if (exact !== null) {
    const match = rows.find((row) => row.uid === exact)?.match ?? null
    return [{ uid: exact, target: resolveTarget(text, match) }]
  }
  const { person, hasMore } = await readPerson(desk, text, answer)
  if (person.length > 0) {
    if (hasMore) omit('more')
    if (serviceProblem !== null) omit('maybeOthers')
    return person.map((row) => ({ uid: row.uid, target: inUse }))
  }
  // The service was asked for a whole identifier alone, so a customer who resembles it is not the one.
  if (serviceProblem !== null) {
    omit('noAnswer')
    return []
  }
  // A part of one address is not that address: somebody else would get the sheet.
  const [only, ...others] = text.includes('@') ? [] : rows
  if (only !== undefined && others.length === 0) return [{ uid: only.uid, target: resolveTarget(text, only.match) }]
  omit(only === undefined ? (hint ?? 'notFound') : 'several')
  return []
}

const isWholeMatch = ({ match }: CustomerRow): boolean =>
  match !== null && match.value.slice(match.start, match.end) === match.value.trim()

/**
 * Returns the customers with the address. A person with packages of several country sets is several of them, and a
 * reseller's own address may be that of hundreds. The search lists them before those who resemble it.
 */
async function readPerson(
  { search }: FindDesk,
  text: string,
  first: SearchAnswer,
): Promise<{ readonly person: readonly CustomerRow[]; readonly hasMore: boolean }> {
  const person: CustomerRow[] = []
  // What the service has found has no next page.
  const isCut = first.source !== 'directory' && first.rows.length >= searchPageSize
  let page = first
  for (let read = 0; ;) {
    const { rows, cursor } = page
    person.push(...rows.filter(({ email }) => isSameAddress(text, email)))
    read += rows.length
    const last = rows.at(-1)
    const hasNext = cursor !== undefined && last !== undefined && isWholeMatch(last)
    if (!hasNext || read >= maxSheets) return { person, hasMore: hasNext || isCut }
    page = await search(text, cursor)
  }
}
