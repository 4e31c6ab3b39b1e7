/**
 * Reading a paged list whose paging can't be relied on (field notes): no total is told, a page may be shorter than asked
 * for, and some services answer the whole list whatever is asked. So it ends with an empty page, a page with more than
 * was asked for, or two pages in a row that bring nobody new: one alone may be a service that counts pages from 1. Two
 * pages are under way at most, and the first one alone: it may be the whole list.
 */
import { DeskError } from '#shared/errors.ts'
import type { Unreadable } from '#shared/model/views.ts'
import { maxUnreadable } from './answerLimits.ts'
import type { CustomersAnswer } from './types.ts'

export interface PageSource {
  readonly size: number
  /** `take` receives the parts of a large page while it is read; the returned answer does not repeat them. */
  readonly read: (
    index: number,
    size: number,
    signal: AbortSignal,
    take: (part: CustomersAnswer) => Promise<void>,
  ) => Promise<CustomersAnswer>
  /** Returns how many of the page this reading had not brought before. */
  readonly store: (answer: CustomersAnswer, signal: AbortSignal) => Promise<number>
}

export interface PagesRead {
  readonly unreadable: readonly Unreadable[]
  /** False where it may be that not everybody was seen. */
  readonly complete: boolean
}

const lanes = 2

/** Throws the first failure; the other lane is aborted with it. */
export async function readPages(source: PageSource, signal: AbortSignal): Promise<PagesRead> {
  const failure = new AbortController()
  const either = AbortSignal.any([signal, failure.signal])
  const named = new Map<string, Unreadable>()
  const nameless: Unreadable[] = []
  const stale = new Set<number>()
  let next = 0
  let ended = false
  let complete = true

  /** Returns how many of those with a name are new. */
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
      return
    }
    await take(answer)
    if (fresh > 0) nameless.push(...withoutName)
    // A page with nobody but such may have been a new one or the same again: that can't be told.
    else if (withoutName.length > 0) complete = false
    if (fresh === 0) stale.add(index)
    if (answer.received > source.size || (fresh === 0 && (stale.has(index - 1) || stale.has(index + 1)))) ended = true
  }

  const lane = async (): Promise<void> => {
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
  // Both have ended before this returns, so that nothing is written after it.
  if (!failure.signal.aborted) await Promise.all(Array.from({ length: lanes }, () => guarded(lane)))
  signal.throwIfAborted()
  failure.signal.throwIfAborted()
  return { unreadable: [...named.values(), ...nameless], complete }
}
