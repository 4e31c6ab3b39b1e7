/** One run: reads the whole list into the directory, or records why that failed. */
import { asDeskError, DeskError } from '#shared/errors.ts'
import { toInstant } from '#shared/model/instant.ts'
import { readPages, type CustomersAnswer, type PageSource } from '../../service/index.ts'
import type { SyncRecord } from '../directory/record.ts'
import { raceAbort } from '../../base/raceAbort.ts'
import { complete } from './completion.ts'
import type { SyncContext } from './context.ts'
import { readFirstScreen } from './firstScreen.ts'
import { pageSource } from './pages.ts'

const maxUnreadable = 100

export async function readList(context: SyncContext): Promise<void> {
  const { directory, clock, log, signal } = context
  const interruption = context.interrupted.signal
  const before = context.customers
  const stopSignal = AbortSignal.any([signal, interruption])
  const pages = pageSource(context)
  const completeAnswer = await readFirstScreen(context, pages, stopSignal)
  await completeBefore(context, stopSignal)
  await directory.call((remote) => remote.beginRun())
  context.readingSince = context.clock.monotonic()
  context.known = await directory.call((remote) => remote.known())
  const source = completeAnswer === null ? pages : beginningWith(completeAnswer, pages)
  const { unreadable, complete } = await readPages(source, stopSignal)
  interruption.throwIfAborted()
  if (context.received === 0 && before > 0)
    throw new DeskError('unreadable_answer', 'The list has no customers', { reason: 'empty' })
  if (complete) context.customers = await directory.call((remote) => remote.removeUnseen())
  await endRun(context, {
    startedAt: toInstant(context.startedAt),
    completedAt: toInstant(clock.now()),
    whole: complete,
    problem: null,
    unreadable: unreadable.slice(0, maxUnreadable),
    unreadableCount: unreadable.length,
    unreadableParts: await directory.call((remote) => remote.countUnreadable()),
  })
  const { customers, received } = context
  log.info('The customer list was read', { customers, received, unreadable: unreadable.length })
}

/** Returns the pages with an answer in place of the first one. */
const beginningWith = (first: CustomersAnswer, pages: PageSource): PageSource => ({
  ...pages,
  read: (index, ...options) => (index === 0 ? Promise.resolve(first) : pages.read(index, ...options)),
})

export async function recordFailure(context: SyncContext, thrown: unknown): Promise<void> {
  const { code } = asDeskError(thrown)
  context.log.warn('Reading the customer list failed', { code, received: context.received })
  context.record = { ...context.record, startedAt: toInstant(context.startedAt), problem: code }
  await endRun(context, context.record).catch(() => undefined)
}

async function endRun(context: SyncContext, next: SyncRecord): Promise<void> {
  context.record = next
  try {
    context.sorted = await context.directory.call((remote) => remote.endRun(next))
  } finally {
    void complete(context)
  }
}

/** What is left of a first run that failed is done by the run that repeats it. */
async function completeBefore(context: SyncContext, aborted: AbortSignal): Promise<void> {
  const isFirst = context.record.completedAt === null
  const completed = isFirst ? context.completing : complete(context)
  await raceAbort(completed ?? Promise.resolve(), aborted).catch(() => undefined)
  aborted.throwIfAborted()
}
