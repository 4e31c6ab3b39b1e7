/**
 * Reads one customer (interface 4.7). The shape of that answer is not shown, and the path may be missing, so there are
 * three ways: the path, an exact search by uid, and the list, which is read for a person only. The first that shows the
 * customer's packages is remembered. If it stops doing so, the others are tried at most once a minute.
 */
import { DeskError } from '#shared/errors.ts'
import { customerIn } from '#shared/wire/envelope.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { WireProblem } from '#shared/wire/problem.ts'
import { answerBytes } from '../http/answerLimits.ts'
import { pathPart } from '../http/address.ts'
import { isPage, jsonOf, successJson, textOf, type ResponseContext } from '../parsing/answer.ts'
import { createLargeList, type LargeList } from '../parsing/list.ts'
import { reasonOf } from '../parsing/parseList.ts'
import type { ResourceOptions } from './resource.ts'
import type { Exchange } from '../http/exchange.ts'
import type { CustomerRead, CustomerReading, CustomersAnswer, PageRead, Read, ServiceClient } from '../types.ts'

interface OneCustomerOptions extends ResourceOptions {
  readonly search: ServiceClient['searchCustomers']
  /** Creates a reader of the list's pages. */
  readonly createPages: () => ServiceClient['customersPage']
}

/** What one way has of a customer. `hasItems` is false where it has no list of packages. */
interface Found extends CustomerRead {
  readonly hasItems: boolean
}

/** Why a way has nothing. `certain` means that the service itself reports that there is no such customer. */
interface Missing {
  readonly error: DeskError
  readonly certain: boolean
}

type Outcome = Found | Missing
type Way = 'path' | 'search' | 'list'

/** Only the service itself answers so in JSON and with a text; a gateway without a route answers in another form. */
const saysMissing = (outcome: Exchange): boolean =>
  outcome.type === 'answer' &&
  outcome.status === 404 &&
  WireProblem.safeParse(jsonOf(outcome)).success &&
  textOf(outcome, String) !== ''

/** Whether the answer may mean that the service has no such path. */
const mayBeNoPath = (outcome: Exchange): boolean =>
  outcome.type === 'answer' && ([404, 405, 501].includes(outcome.status) || (outcome.status < 300 && isPage(outcome)))

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const nobody = (uid: CustomerUid): DeskError =>
  new DeskError('not_found', 'The service has no such customer', { uid, definite: false })

const listNotRead = (uid: CustomerUid): DeskError =>
  new DeskError('not_supported', 'This service shows customers in its list alone, which is read for a person', { uid })

const unreadable = (uid: CustomerUid, reason: string): DeskError =>
  new DeskError('unreadable_answer', 'This customer can’t be read', { uid, reason })

/** Returns null where there is no large answer. Throws where the parser could not read it. */
function largeEntry(
  outcome: Exchange,
  large: LargeList<'customers'>,
  uid: CustomerUid,
  context: ResponseContext,
): Found | Missing | null {
  if (outcome.type === 'failure' || outcome.large === undefined) return null
  const taken = large.finish(outcome, context)
  const [entry] = taken?.read ?? []
  const envelope = taken?.envelope ?? 'entry'
  if (entry !== undefined) return { entry, way: `path ${envelope}`, hasItems: !envelope.endsWith('bare') }
  return { error: unreadable(uid, taken?.unreadable[0]?.reason ?? 'nothing'), certain: false }
}

function smallEntry(json: unknown, uid: CustomerUid): Found | Missing {
  const { entry, envelope, hasItems } = customerIn(json) ?? { entry: json, envelope: 'entry', hasItems: false }
  const parsed = WireCustomerEntry.safeParse(entry)
  if (!parsed.success) return { error: unreadable(uid, reasonOf(parsed.error)), certain: false }
  return { entry: parsed.data, way: `path ${envelope}`, hasItems }
}

/** Throws where the answer proves nothing about the path or the customer, and for an answer about another customer. */
async function byPath(
  { segment, ask, contextOf, parser }: OneCustomerOptions,
  uid: CustomerUid,
  { signal, onSend }: Read,
): Promise<Outcome> {
  const what = 'one customer'
  const large = createLargeList(parser, { kind: 'customers', single: true, maxElements: 1 })
  const outcome = await ask({
    what,
    path: `${segment}/activations/customers/${pathPart(uid)}`,
    maxBytes: answerBytes.customer,
    large: large.open,
    signal,
    onSend,
  })
  const context = contextOf(what, true)
  try {
    const found = largeEntry(outcome, large, uid, context) ?? smallEntry(successJson(outcome, context), uid)
    if ('entry' in found && !isSame(found.entry.customer.uid, uid))
      throw new DeskError('unreadable_answer', 'The service sent another customer', { uid, reason: 'another customer' })
    return found
  } catch (error) {
    if (error instanceof DeskError && mayBeNoPath(outcome)) return { error, certain: saysMissing(outcome) }
    throw error
  }
}

/** Whether an entry had a list of packages, whatever of it can be read. */
export const showsItems = ({ activatedItems, itemsListed, unreadableParts = [] }: WireCustomerEntry): boolean =>
  itemsListed || activatedItems.length > 0 || unreadableParts.some(({ part }) => /^package/.test(part))

async function bySearch({ search }: OneCustomerOptions, uid: CustomerUid, read: Read): Promise<Outcome> {
  try {
    const { entries } = await search({ key: 'UID', query: uid, mode: 'isExact', limit: 5 }, read)
    const entry = entries.find(({ customer }) => isSame(customer.uid, uid))
    return entry === undefined
      ? { error: nobody(uid), certain: true }
      : { entry, way: 'search', hasItems: showsItems(entry) }
  } catch (error) {
    if (!(error instanceof DeskError) || error.code === 'aborted') throw error
    return { error, certain: false }
  }
}

const pageSize = 200
/** The list is read for a person who waits. A longer one probably never ends. */
const maxListMs = 5 * 60_000
/** As in `readPages`, such pages may be one that the service sends again and again. */
const maxStalePages = 2

/** Thrown to stop reading a page once the customer is found. */
class FoundInPage extends Error {
  readonly entry: WireCustomerEntry

  constructor(entry: WireCustomerEntry) {
    super('found')
    this.entry = entry
  }
}

/**
 * Reads the page in which the customer probably is and those beside it, then all of them in their order, until one is
 * empty or two in a row have nobody new. Throws `service_timeout` where that takes too long.
 */
async function byList(
  { createPages, contextOf }: OneCustomerOptions,
  uid: CustomerUid,
  { near, signal, onSend }: CustomerReading,
): Promise<Outcome> {
  const readPage = createPages()
  const { clock, what } = contextOf('customers')
  const end = clock.monotonic() + maxListMs
  const seen = new Set<string>()
  const find = ({ entries, unreadable }: Pick<CustomersAnswer, 'entries' | 'unreadable'>): void => {
    const entry = entries.find(({ customer }) => isSame(customer.uid, uid))
    if (entry !== undefined) throw new FoundInPage(entry)
    for (const { customer } of entries) seen.add(customer.uid)
    for (const one of unreadable) if (one.uid !== null) seen.add(one.uid)
  }
  const read: PageRead = {
    ...(signal === undefined ? {} : { signal }),
    ...(onSend === undefined ? {} : { onSend }),
    take: (part) => Promise.resolve(part).then(find),
  }
  let stale = 0
  const isLast = async (index: number): Promise<boolean> => {
    if (clock.monotonic() > end) throw new DeskError('service_timeout', `${what} took too long`)
    const before = seen.size
    const answer = await readPage({ size: pageSize, index }, read)
    find(answer)
    stale = seen.size === before ? stale + 1 : 0
    return answer.received === 0 || stale === maxStalePages
  }
  const position = (await near?.()) ?? 0
  const guess = Math.floor(position / pageSize)
  const first = [guess, guess + 1, guess - 1].filter((index) => guess > 0 && index > 0)
  try {
    for (const index of first) await isLast(index)
    stale = 0
    for (let index = 0; first.includes(index) || !(await isLast(index)); index += 1);
    return { error: nobody(uid), certain: false }
  } catch (thrown) {
    if (thrown instanceof FoundInPage) return { entry: thrown.entry, way: 'list', hasItems: showsItems(thrown.entry) }
    throw thrown
  }
}

/** The ways to try in their order: the known one first, and the others only where another attempt is due. */
function* waysOf(known: Way | null, pressed: boolean, mayRetry: () => boolean): Generator<Way> {
  const [first, second]: readonly [Way, Way] = known === 'search' ? ['search', 'path'] : ['path', 'search']
  if (known !== 'list') yield first
  if (known === null || mayRetry()) yield* known === 'list' ? [first, second] : [second]
  if (pressed) yield 'list'
}

/** What has been tried for one read. */
type Tried = Partial<Record<Way, Outcome>>

const hasItems = (outcome: Outcome): boolean => 'entry' in outcome && outcome.hasItems

const missingOf = (outcome: Outcome | undefined): Missing | null =>
  outcome !== undefined && 'error' in outcome ? outcome : null

/** Two answers prove it, or that of the path alone where it has shown customers before. */
const isDefinite = ({ path, search }: Tried, known: Way | null): boolean =>
  missingOf(path)?.certain === true && (known === 'path' || missingOf(search)?.certain === true)

function failureOf(tried: Tried, known: Way | null, uid: CustomerUid): DeskError {
  const [path, search] = [missingOf(tried.path), missingOf(tried.search)]
  const isUnreadable = path?.error.code === 'unreadable_answer'
  if (search !== null && !search.certain && search.error.code !== 'not_supported' && !isUnreadable) return search.error
  if (path === null || (search?.certain === true && path.error.code !== 'not_found'))
    return tried.list === undefined && search === null ? listNotRead(uid) : nobody(uid)
  const { code, message, details } = path.error
  return code === 'not_found'
    ? new DeskError(code, message, { ...details, definite: isDefinite(tried, known) }, { cause: path.error })
    : path.error
}

export function createOneCustomer(options: OneCustomerOptions): ServiceClient['readCustomer'] {
  const { dialect } = options
  const wayOf = { path: byPath, search: bySearch, list: byList }

  return async (uid, read = {}) => {
    const known = dialect.get().customer
    const tried: Tried = {}
    for (const way of waysOf(known, read.pressed === true, () => dialect.mayRetry('customer'))) {
      const outcome = await wayOf[way](options, uid, read)
      tried[way] = outcome
      if (tried.path !== undefined && tried.search !== undefined && !hasItems(outcome)) dialect.triedInVain('customer')
      if (hasItems(outcome)) dialect.learn({ customer: way })
      // Where the path has shown packages before, a customer without a list of them has none.
      if ('entry' in outcome && (outcome.hasItems || known === 'path'))
        return { entry: outcome.entry, way: outcome.way }
      if (isDefinite(tried, known)) break
    }
    const bare = Object.values(tried).find((outcome) => 'entry' in outcome)
    if (bare === undefined) throw failureOf(tried, known, uid)
    if (tried.list === undefined) throw unreadable(uid, 'no packages')
    return { entry: bare.entry, way: bare.way }
  }
}
