/** The strings in the memory of a page's scripts, from a snapshot of its heap. */
import type { Page } from 'playwright-core'
import { readHeapStrings } from './heapStrings.ts'

/** After a forced collection. What the page itself holds of a text is in here, whatever holds it. */
export async function windowHeapStrings(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  try {
    return await readHeapStrings({
      send: (method) => session.send(method),
      onChunk: (listener) => session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => listener(chunk)),
    })
  } finally {
    await session.detach().catch(() => undefined)
  }
}
