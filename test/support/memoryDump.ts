/** Reads what a browser holds in memory from the memory dump that its tracing makes. */
import type { CDPSession, Page } from 'playwright-core'
import { z } from 'zod'

const Dump = z.object({
  args: z.object({
    dumps: z.object({
      allocators: z.record(
        z.string(),
        z.object({ attrs: z.record(z.string(), z.object({ value: z.string() })).optional() }),
      ),
    }),
  }),
})
type Allocators = z.infer<typeof Dump>['args']['dumps']['allocators']

/** Makes a dump and returns its entries, one record for each process of the browser. */
async function dumpMemory(session: CDPSession): Promise<readonly Allocators[]> {
  const processes: Allocators[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) {
      const { success, data } = Dump.safeParse(event)
      if (success) processes.push(data.args.dumps.allocators)
    }
  })
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-memory-infra'],
      excludedCategories: ['*'],
      // Without a configuration the browser would make dumps of its own at intervals.
      memoryDumpConfig: {},
    },
  })
  const { success } = await session.send('Tracing.requestMemoryDump', { levelOfDetail: 'detailed' })
  await session.send('Tracing.end')
  await complete
  if (!success) throw new Error('The browser made no memory dump')
  return processes
}

const objectEntry = /^blink_objects\/blink_gc\/main\/(.+) \(0x[0-9a-f]+\)$/

/**
 * Returns the number of objects of each type that Blink holds for the browser's pages, after a forced collection:
 * nodes, styles, media queries and others, of which most have no counterpart in JavaScript.
 */
export async function blinkObjects(page: Page): Promise<ReadonlyMap<string, number>> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page belongs to no browser')
  const ofPage = await page.context().newCDPSession(page)
  // Objects that JavaScript held are collected one round after it has released them.
  for (let round = 0; round < 2; round += 1) await ofPage.send('HeapProfiler.collectGarbage')
  await ofPage.detach()
  const session = await browser.newBrowserCDPSession()
  const counts = new Map<string, number>()
  for (const allocators of await dumpMemory(session)) {
    for (const [name, { attrs }] of Object.entries(allocators)) {
      const type = objectEntry.exec(name)?.[1]
      const count = Number.parseInt(attrs?.['object_count']?.value ?? '0', 16)
      if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + count)
    }
  }
  await session.detach()
  if (counts.size === 0) throw new Error('The memory dump of the browser names no objects')
  return counts
}
