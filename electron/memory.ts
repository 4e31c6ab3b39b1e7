/**
 * Giving memory back. V8 collects while something is allocated, so what a burst of work leaves behind stays for as long
 * as nothing else happens: after a sync more than everything else together. A thread collects for itself alone.
 */
import { getHeapStatistics } from 'node:v8'

/** Bytes: for less a collection, which stops the thread, isn't worth it. */
const worthwhile = 12 * 1024 * 1024
let kept = 0

/** Collects all there is, if much has come since the last time. Stops this thread for some tens of milliseconds. */
export async function giveMemoryBack(): Promise<void> {
  if (getHeapStatistics().total_heap_size < kept + worthwhile) return
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  try {
    // The one collection that programs may ask for without a flag.
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
  kept = getHeapStatistics().total_heap_size
}

/**
 * Frees the bytes of a buffer at once where nobody else shares them; it is empty afterwards. For large answers: left to
 * the collector they pile up between small things that live, and the process never gets small again.
 */
export function freeBytes(bytes: Buffer): void {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength) buffer.transfer(0)
}
