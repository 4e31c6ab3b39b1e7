/**
 * How long the main thread of a page worked on each of its tasks. The duration of a task also contains the time in
 * which its thread waited for a processor that another process had; this does not. The scripts that drive the page run
 * on the same thread and are included.
 */
import type { Page } from 'playwright-core'
import { z } from 'zod'

/** An event of a trace. `tdur` is the time of its thread in microseconds. */
const TraceEvent = z.object({ name: z.string(), pid: z.number(), tid: z.number(), tdur: z.number().optional() })

const windowMark = 'thread of the window'

/** Begins to record. The function that is returned ends that, and resolves to the milliseconds of each task. */
export async function recordThreadTime(page: Page): Promise<() => Promise<readonly number[]>> {
  const session = await page.context().newCDPSession(page)
  const events: z.infer<typeof TraceEvent>[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...z.array(TraceEvent).parse(value)))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'], excludedCategories: ['*'] },
  })
  return async () => {
    await page.evaluate((name) => void performance.mark(name), windowMark)
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    await session.detach()
    const marked = events.find(({ name }) => name === windowMark)
    if (marked === undefined) throw new Error('The trace does not contain the mark of the window')
    const times = events
      .filter(
        ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && pid === marked.pid && tid === marked.tid,
      )
      .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]))
    if (times.length === 0) throw new Error('The trace does not contain the time of the thread')
    return times
  }
}
