/** Reads pages of the customer list (interface 4.6) and finds out whether the service honours paging (field notes). */
import { createHash } from 'node:crypto'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { answerBytes, maxElements } from '../http/answerLimits.ts'
import { noCustomers, readSmallList } from './customerList.ts'
import type { ResourceOptions } from './resource.ts'
import type { LargeBody } from '../http/exchange.ts'
import { createLargeList, type ListAnswer, type ListPart } from '../parsing/list.ts'
import type { CustomersAnswer, PageRead, ServiceClient } from '../types.ts'

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
  /** Whether it was the whole list. */
  readonly whole: boolean
}

interface Page {
  readonly answer: CustomersAnswer
  readonly form: ListAnswer<WireCustomerEntry>['form']
  readonly marks: string | null
}

async function readPage(
  { segment, ask, contextOf, parser }: ResourceOptions,
  { size, index }: Parameters<ServiceClient['customersPage']>[0],
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
    query: { page_size: String(size), page_index: String(index), only_active_profiles: 'false' },
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
  const last = taken ?? (await readSmallList(outcome, contextOf(what), maxElements.customers))
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

export function createCustomerPages(options: ResourceOptions): ServiceClient['customersPage'] {
  const { dialect } = options
  let first: FirstPage | null = null

  return async (query, read) => {
    const { size, index } = query
    if (index === 0) first = null
    else if (first?.size === size && first.whole) return noCustomers
    const { answer, form, marks } = await readPage(options, query, read)
    const { received } = answer
    dialect.learn({ list: form === 'array' ? 'array' : 'object' })
    if (index === 0) {
      const whole = received > size
      first = { size, marks: whole ? null : marks, whole }
      if (whole) dialect.learn({ paging: 'ignored' })
      return answer
    }
    if (received > 0 && first?.size === size && marks !== null && first.marks === marks) {
      // A service that counts pages from 1 answers 0 and 1 alike, so only the page after them shows the difference.
      if (index === 1) return answer
      first = { ...first, whole: true }
      dialect.learn({ paging: 'ignored' })
      return noCustomers
    }
    if (received > 0) dialect.learn({ paging: 'honoured' })
    return answer
  }
}
