/** The strings in the memory of a page's scripts, from a snapshot of its heap. */
import type { Page } from 'playwright-core'
import { z } from 'zod'

const Snapshot = z.object({ strings: z.array(z.string()) })

/** After a forced collection. What the page itself holds of a text is in here, whatever holds it. */
export async function stringsInHeap(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const parts: string[] = []
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk))
    await session.send('HeapProfiler.enable')
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
    return Snapshot.parse(JSON.parse(parts.join(''))).strings
  } finally {
    await session.detach().catch(() => undefined)
  }
}
