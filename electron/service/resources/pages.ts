/**
 * Reads a paged list whose paging is unreliable (field notes): the service gives no total, a page may be shorter than
 * requested, and some services answer with the whole list. Reading therefore ends with an empty page, with a page that
 * is larger than requested, or with two pages in a row without a new customer. Those may be one page that the service
 * sends again and again, so they don't show that the list has no more; one such page alone may come from a service that
 * counts pages from 1. At most two pages are requested at a time, and the first one alone, because it may be the whole
 * list.
 */
import { DeskError } from '#shared/errors.ts'
import type { Unreadable } from '#shared/model/customer/views.ts'
import { maxUnreadable } from '../http/answerLimits.ts'
import type { CustomersAnswer } from '../types.ts'

export interface PageSource {
  readonly size: number
  /** `take` receives the parts of a large page while it is read; the returned answer does not repeat them. */
  readonly read: (
    index: number,
    size: number,
    signal: AbortSignal,
    take: (part: CustomersAnswer) => Promise<void>,
  ) => Promise<CustomersAnswer>
  /** Returns the number of customers that no earlier page of this reading had. */
  readonly store: (answer: CustomersAnswer, signal: AbortSignal) => Promise<number>
}

interface PagesRead {
  readonly unreadable: readonly Unreadable[]
  /** False where the list may have customers that were not read. */
  readonly complete: boolean
}

const maxConcurrentPages = 2

/** Throws the first failure, which aborts the other request. */
export async function readPages(source: PageSource, signal: AbortSignal): Promise<PagesRead> {
  const failure = new AbortController()
  const either = AbortSignal.any([signal, failure.signal])
  const named = new Map<string, Unreadable>()
  const nameless: Unreadable[] = []
  const stale = new Set<number>()
  let next = 0
  let ended = false
  let complete = true

  /** Returns the number of new ones among those with a uid. */
  const note = (unreadable: readonly Unreadable[]): number => {
    const before = named.size
    for (const one of unreadable) {
      if (one.uid !== null) named.set(one.uid, one)
    }
    return named.size - before
  }

  const readNext = async (): Promise<void> => {
    const index = next++
    either.throwIfAborted()
    let fresh = 0
    const withoutName: Unreadable[] = []
    const take = async (part: CustomersAnswer): Promise<void> => {
      either.throwIfAborted()
      fresh += note(part.unreadable) + (await source.store(part, either))
      withoutName.push(...part.unreadable.filter(({ uid }) => uid === null))
      if (named.size + nameless.length + withoutName.length > maxUnreadable) {
        throw new DeskError('unreadable_answer', 'Too many entries of the list can not be read', {
          reason: 'too many unreadable',
        })
      }
    }
    const answer = await source.read(index, source.size, either, take)
    either.throwIfAborted()
    if (answer.received === 0) {
      ended = true
      if (answer.repeats === true) complete = false
      return
    }
    await take(answer)
    if (fresh > 0) nameless.push(...withoutName)
    // A page of only such entries may be a new page or a repeated one.
    else if (withoutName.length > 0) complete = false
    if (fresh === 0) stale.add(index)
    const isRepeated = fresh === 0 && (stale.has(index - 1) || stale.has(index + 1))
    if (isRepeated) complete = false
    if (isRepeated || answer.received > source.size) ended = true
  }

  const readUntilEnd = async (): Promise<void> => {
    while (!ended) await readNext()
  }

  const guarded = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      failure.abort(error)
    }
  }
  await guarded(readNext)
  // Both requests have ended before this function returns, so that nothing is written afterwards.
  if (!failure.signal.aborted)
    await Promise.all(Array.from({ length: maxConcurrentPages }, () => guarded(readUntilEnd)))
  signal.throwIfAborted()
  failure.signal.throwIfAborted()
  return { unreadable: [...named.values(), ...nameless], complete }
}
