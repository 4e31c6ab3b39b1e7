/**
 * Reads pages of the customer list (interface 4.6) and finds out how the service counts them, and whether it honours
 * paging at all (field notes).
 */
import { createHash } from 'node:crypto'
import { DeskError } from '#shared/errors.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { Dialect } from '../features/dialect.ts'
import { answerBytes, maxElements } from '../http/answerLimits.ts'
import type { ResourceOptions } from './resource.ts'
import type { LargeBody } from '../http/exchange.ts'
import { createLargeList, type ListAnswer, type ListPart } from '../parsing/list.ts'
import { readSmallList } from '../parsing/smallList.ts'
import type { CustomersAnswer, PageRead, ServiceClient } from '../types.ts'

export const noCustomers: CustomersAnswer = { entries: [], unreadable: [], received: 0 }
const repeatedPage: CustomersAnswer = { ...noCustomers, repeats: true }

/**
 * Computes a mark of a page from its parts, so that two pages can be compared. It is null where an element has no uid.
 */
class PageMarks {
  readonly #hash = createHash('sha256')
  #nameless = false

  add({ read, uids = [], unreadable, unchanged = [] }: ListPart<WireCustomerEntry>): void {
    for (const position of unchanged) this.#hash.update(`=${String(position)},`)
    for (const uid of [...uids, ...read.map(({ customer }) => customer.uid)])
      this.#hash.update(`${JSON.stringify(uid)},`)
    for (const { uid } of unreadable) {
      if (uid === null) this.#nameless = true
      else this.#hash.update(`!${JSON.stringify(uid)},`)
    }
  }

  value(): string | null {
    return this.#nameless ? null : this.#hash.copy().digest('base64url')
  }
}

/** A later page that is equal to the first one shows that the service ignores paging. Null marks can't be compared. */
interface FirstPage {
  readonly size: number
  readonly marks: string | null
  /** What every later page is, if that is known: nothing after the whole list, or this page again. */
  readonly others: CustomersAnswer | null
}

type Paging = NonNullable<Dialect['pages']>
type PageOf = Parameters<ServiceClient['customersPage']>[0]

/** The query of a page. `active` requests only profiles that were not replaced. */
export const pageQuery = (pages: Paging, { size, index }: PageOf, active: boolean): Record<string, string> =>
  pages === 'noQuery'
    ? {}
    : {
        page_size: String(size),
        page_index: String(pages === 'from1' ? index + 1 : index),
        only_active_profiles: String(active),
      }

interface Page {
  readonly answer: CustomersAnswer
  readonly form: ListAnswer<WireCustomerEntry>['form']
  readonly marks: string | null
}

async function readPage(
  { segment, ask, contextOf, parser }: ResourceOptions,
  query: Record<string, string>,
  read: PageRead | undefined,
): Promise<Page> {
  const what = 'customers'
  let marks = new PageMarks()
  let parts: ListPart<WireCustomerEntry>[] = []
  const large = createLargeList(
    parser,
    {
      kind: 'customers',
      single: false,
      maxElements: maxElements.customers,
      known: read?.known?.digests,
      hashKey: read?.take === undefined ? undefined : read.known?.hashKey,
    },
    async (part) => {
      marks.add(part)
      const { read: entries, ...others } = part
      await read?.take?.({ entries, ...others })
      if (read?.take === undefined) parts.push(part)
    },
  )
  const open = (): LargeBody => {
    marks = new PageMarks()
    parts = []
    return large.open()
  }
  const answered = ask({
    what,
    path: `${segment}/activations/customers`,
    query,
    maxBytes: read?.take === undefined ? answerBytes.customers : answerBytes.customersInParts,
    large: open,
    ...(read?.known !== undefined && { wholeBytes: 0 }),
    signal: read?.signal,
    onSend: read?.onSend,
  })
  await Promise.allSettled([answered])
  await large.settled()
  const outcome = await answered
  const taken = large.finish(outcome, contextOf(what))
  const last = taken ?? (await readSmallList(what, outcome, contextOf(what), maxElements[what]))
  if (taken === null) marks.add(last)
  return {
    answer: {
      entries: [...parts, last].flatMap((part) => part.read),
      unreadable: [...parts, last].flatMap((part) => part.unreadable),
      received: last.received,
    },
    form: last.form,
    marks: marks.value(),
  }
}

const isRefusedQuery = (thrown: unknown): boolean => thrown instanceof DeskError && thrown.details['status'] === 400

/**
 * Reads the first page. If the service refuses the query, it may count pages from 1 or expect none; if the page is
 * empty, it may be the one before the first.
 */
async function readFirstPage(options: ResourceOptions, page: PageOf, read: PageRead | undefined): Promise<Page> {
  const { dialect } = options
  const known = dialect.get().pages
  let empty: Page | null = null
  let refusal: unknown = null
  for (const pages of new Set<Paging>([known ?? 'from0', 'from0', 'from1', 'noQuery'])) {
    // An empty page is an answer to the query.
    if (empty !== null && pages === 'noQuery') continue
    if (pages !== known && known !== null && !dialect.mayRetry('pages')) break
    try {
      const found = await readPage(options, pageQuery(pages, page, false), read)
      if (found.answer.received > 0) {
        dialect.learn({ pages })
        return found
      }
      empty ??= found
    } catch (thrown) {
      if (!isRefusedQuery(thrown)) throw thrown
      refusal ??= thrown
    }
  }
  if (known !== null) dialect.triedInVain('pages')
  if (empty === null) throw refusal
  return empty
}

export function createCustomerPages(options: ResourceOptions): ServiceClient['customersPage'] {
  const { dialect } = options
  let first: FirstPage | null = null

  return async (query, read) => {
    const { size, index } = query
    if (index === 0) first = null
    else if (first?.size === size && first.others !== null) return first.others
    const pages = dialect.get().pages ?? 'from0'
    if (index > 0 && pages === 'noQuery') return repeatedPage
    const { answer, form, marks } =
      index === 0
        ? await readFirstPage(options, query, read)
        : await readPage(options, pageQuery(pages, query, false), read)
    const { received } = answer
    if (received > 0) dialect.learn({ list: form === 'array' ? 'array' : 'object' })
    if (index === 0) {
      const isWhole = received > size
      first = { size, marks: isWhole ? null : marks, others: isWhole ? noCustomers : null }
      if (isWhole) dialect.learn({ paging: 'ignored' })
      return answer
    }
    if (received > 0 && first?.size === size && marks !== null && first.marks === marks) {
      // A service that counts pages from 1 answers 0 and 1 alike, so only the page after them shows the difference.
      if (index === 1) return answer
      first = { ...first, others: repeatedPage }
      dialect.learn({ paging: 'ignored' })
      return repeatedPage
    }
    if (received > 0) dialect.learn({ paging: 'honoured' })
    return answer
  }
}
