/** Customers of the service (interface 4.6 to 4.8): pages of the list, one customer, search. */
import { createHash } from 'node:crypto'
import { DeskError } from '#shared/errors.ts'
import { WireCustomerEntry, WireCustomerList, type WireCustomerSearch } from '#shared/wire/customer.ts'
import { WireProblem } from '#shared/wire/problem.ts'
import { pathPart } from './address.ts'
import { freeBytes } from '../memory.ts'
import { isPage, jsonOf, successJson, textOf, type ResponseContext } from './answer.ts'
import { answerBytes, maxElements } from './answerLimits.ts'
import { inOrder, type DialectMemory } from './dialect.ts'
import { parseList, reasonOf } from './parseList.ts'
import type { Exchange, LargeBody } from './exchange.ts'
import { createLargeList, type LargeList, type ListAnswer, type ListPart } from './list.ts'
import type { ListParser } from './parser.ts'
import type { ReadRequest } from './reader.ts'
import type { CustomerQuery, CustomersAnswer, ServiceClient } from './types.ts'

export interface ResourceOptions {
  /** The encoded path segment with a leading slash. */
  readonly segment: string
  readonly ask: (request: ReadRequest) => Promise<Exchange>
  readonly contextOf: (what: string, mayBeMissing?: boolean) => ResponseContext
  readonly dialect: DialectMemory
  /** Parses large answers. */
  readonly parser: ListParser
}

const nothing: CustomersAnswer = { entries: [], unreadable: [], received: 0 }

/** Computes a mark of a page from its parts, so that two pages can be compared. It is null where an element has no uid. */
class PageMarks {
  readonly #hash = createHash('sha256')
  #nameless = false

  add({ read, unreadable }: ListPart<WireCustomerEntry>): void {
    for (const { customer } of read) this.#hash.update(`${JSON.stringify(customer.uid)},`)
    for (const { uid } of unreadable) {
      if (uid === null) this.#nameless = true
      else this.#hash.update(`!${JSON.stringify(uid)},`)
    }
  }

  value(): string | null {
    return this.#nameless ? null : this.#hash.copy().digest('base64url')
  }
}

const searchBody = ({ key, query, mode, limit }: CustomerQuery): WireCustomerSearch => ({
  pageSize: limit,
  pageIndex: 0,
  searchKey: key,
  searchQuery: query,
  searchMode: mode,
  onlyActiveProfiles: false,
})

const searchParameters = (body: WireCustomerSearch): Record<string, string> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))

/** Only the service itself says so in JSON and with a text; a gateway without a route answers in another form. */
const saysMissing = (outcome: Exchange): boolean =>
  outcome.type === 'answer' &&
  outcome.status === 404 &&
  WireProblem.safeParse(jsonOf(outcome)).success &&
  textOf(outcome, String) !== ''

const isWrongMethod = (outcome: Exchange): boolean =>
  outcome.type === 'answer' && [400, 404, 405, 501].includes(outcome.status)

const succeeded = (outcome: Exchange): boolean =>
  outcome.type === 'answer' && outcome.status >= 200 && outcome.status < 300 && !isPage(outcome)

/** The detail `definite` of `not_found` says whether the service itself sent the 404. */
function oneJson(outcome: Exchange, context: ResponseContext): unknown {
  try {
    return successJson(outcome, context)
  } catch (thrown) {
    if (!(thrown instanceof DeskError) || thrown.code !== 'not_found') throw thrown
    throw new DeskError(
      'not_found',
      thrown.message,
      { ...thrown.details, definite: saysMissing(outcome) },
      { cause: thrown },
    )
  }
}

/** Returns null where there is no large answer. Throws where the parser could not read it. */
function largeEntry(
  outcome: Exchange,
  large: LargeList<'customers'>,
  context: ResponseContext,
): { readonly success: true; readonly data: WireCustomerEntry } | null {
  if (outcome.type === 'failure' || outcome.large === undefined) return null
  const taken = large.finish(outcome, context)
  const [entry] = taken?.read ?? []
  if (entry !== undefined) return { success: true, data: entry }
  throw new DeskError('unreadable_answer', 'This customer can’t be read', {
    reason: taken?.unreadable[0]?.reason ?? 'nothing',
  })
}

export function createCustomers({
  segment,
  ask,
  contextOf,
  dialect,
  parser,
}: ResourceOptions): Pick<ServiceClient, 'customersPage' | 'customer' | 'searchCustomers'> {
  /**
   * The first page of the current list. A later page equal to it shows that the service ignores paging. Null marks
   * can't be compared.
   */
  let firstPage: { readonly size: number; readonly marks: string | null; readonly whole: boolean } | null = null

  const readSmall = async (
    outcome: Exchange,
    context: ResponseContext,
    limit: number,
  ): Promise<ListAnswer<WireCustomerEntry>> => {
    const json = successJson(outcome, context)
    if (outcome.type === 'answer') freeBytes(outcome.body)
    const list = WireCustomerList.safeParse(json)
    if (!list.success)
      throw new DeskError('not_this_service', `The answer of ${context.what} is not a list of customers`, {
        reason: reasonOf(list.error),
      })
    const elements = await parseList(WireCustomerEntry, list.data, limit)
    return { ...elements, received: list.data.length, form: Array.isArray(json) ? 'array' : 'object' }
  }

  const searchOnce = (
    method: 'POST' | 'GET',
    body: WireCustomerSearch,
    large: LargeList<'customers'>,
    signal: AbortSignal | undefined,
  ): Promise<Exchange> => {
    const shape = method === 'POST' ? { json: body } : { query: searchParameters(body) }
    return ask({
      what: 'search-customers',
      method,
      path: `${segment}/activations/search-customers`,
      ...shape,
      maxBytes: answerBytes.search,
      large: large.open,
      signal,
    })
  }

  const noteFirst = (marks: string | null, received: number, size: number): void => {
    const whole = received > size
    firstPage = { size, marks: whole ? null : marks, whole }
    if (whole) dialect.learn({ paging: 'ignored' })
  }

  return {
    async customersPage({ size, index }, read) {
      const what = 'customers'
      if (index === 0) firstPage = null
      else if (firstPage?.size === size && firstPage.whole) return nothing
      const query = { page_size: String(size), page_index: String(index), only_active_profiles: 'false' }
      let marks = new PageMarks()
      const large = createLargeList(
        parser,
        { kind: 'customers', single: false, maxElements: maxElements.customers },
        async (part) => {
          marks.add(part)
          await read?.take?.({ entries: part.read, unreadable: part.unreadable, received: part.received })
          if (read?.take === undefined) parts.push(part)
        },
      )
      let parts: ListPart<WireCustomerEntry>[] = []
      const open = (): LargeBody => {
        marks = new PageMarks()
        parts = []
        return large.open()
      }
      const outcome = await ask({
        what,
        path: `${segment}/activations/customers`,
        query,
        maxBytes: answerBytes.customers,
        large: open,
        signal: read?.signal,
      })
      const taken = large.finish(outcome, contextOf(what))
      const {
        read: found,
        unreadable,
        received,
        form,
      } = taken ?? (await readSmall(outcome, contextOf(what), maxElements.customers))
      if (taken === null) marks.add({ read: found, unreadable, received })
      const answer: CustomersAnswer = {
        entries: [...parts.flatMap((part) => part.read), ...found],
        unreadable: [...parts.flatMap((part) => part.unreadable), ...unreadable],
        received,
      }
      dialect.learn({ list: form === 'array' ? 'array' : 'object' })
      if (index === 0) {
        noteFirst(marks.value(), received, size)
        return answer
      }
      const mark = received > 0 && firstPage?.size === size ? marks.value() : null
      if (firstPage !== null && mark !== null && firstPage.marks === mark) {
        // A service that counts pages from 1 answers 0 and 1 alike, so only the page after them shows the difference.
        if (index === 1) return answer
        firstPage = { ...firstPage, whole: true }
        dialect.learn({ paging: 'ignored' })
        return nothing
      }
      if (received > 0) dialect.learn({ paging: 'honoured' })
      return answer
    },

    async customer(uid, read) {
      const what = 'one customer'
      const large = createLargeList(parser, { kind: 'customers', single: true, maxElements: 1 })
      const outcome = await ask({
        what,
        path: `${segment}/activations/customers/${pathPart(uid)}`,
        maxBytes: answerBytes.customer,
        large: large.open,
        signal: read?.signal,
      })
      const entry =
        largeEntry(outcome, large, contextOf(what, true)) ??
        WireCustomerEntry.safeParse(oneJson(outcome, contextOf(what, true)))
      if (!entry.success)
        throw new DeskError('unreadable_answer', 'This customer can’t be read', { uid, reason: reasonOf(entry.error) })
      if (entry.data.customer.uid.toLowerCase() !== uid.toLowerCase()) {
        throw new DeskError('unreadable_answer', 'The service sent another customer', {
          uid,
          reason: 'another customer',
        })
      }
      return entry.data
    },

    async searchCustomers(query, read) {
      const what = 'search-customers'
      const remembered = dialect.get().search
      const methods = inOrder(['POST', 'GET'] as const, remembered)
      const body = searchBody(query)
      const large = createLargeList(parser, { kind: 'customers', single: false, maxElements: maxElements.search })
      let outcome = await searchOnce(methods[0], body, large, read?.signal)
      let method = methods[0]
      if (isWrongMethod(outcome)) {
        const other = await searchOnce(methods[1], body, large, read?.signal)
        // Where a search worked before, a 404 with the service's own text means that it found nobody.
        if (
          isWrongMethod(other) &&
          remembered !== null &&
          outcome.type === 'answer' &&
          outcome.status === 404 &&
          textOf(outcome, String) !== ''
        )
          return nothing
        if (isWrongMethod(other) && outcome.type === 'answer' && outcome.status !== 400) {
          throw new DeskError('not_supported', 'This service has no search for customers', { what })
        }
        // A 400 to the remembered method may concern the query, so only a success of the other method replaces it.
        const aboutQuery = remembered !== null && outcome.type === 'answer' && outcome.status === 400
        if (aboutQuery ? succeeded(other) : !isWrongMethod(other)) {
          outcome = other
          method = methods[1]
        }
      }
      const context = contextOf(what)
      const taken = large.finish(outcome, context)
      if (taken === null) successJson(outcome, context)
      dialect.learn({ search: method })
      const { read: entries, unreadable, received } = taken ?? (await readSmall(outcome, context, maxElements.search))
      return { entries, unreadable, received }
    },
  }
}
