/** Reads the strings in the heap of a page from a snapshot. */
import type { Page } from 'playwright-core'
import { readHeapStrings } from './heapStrings.ts'

/** Returns the strings in the heap after a forced collection, with every text that the page still holds. */
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
