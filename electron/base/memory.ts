/**
 * Releases memory. V8 collects garbage only while something is allocated, so the garbage of a burst of work stays as
 * long as nothing else happens: after a sync it is more than everything else together. Each thread collects only its
 * own heap.
 */
import { getHeapStatistics } from 'node:v8'

/** Bytes: for less, a collection is not worthwhile, because it stops the thread. */
const minGrowthBytes = 12 * 1024 * 1024
let sizeAfterLastCollection = 0

/**
 * Collects all garbage if the heap has grown much since the last time. It stops this thread for some tens of
 * milliseconds.
 */
export async function releaseMemory(): Promise<void> {
  if (getHeapStatistics().total_heap_size < sizeAfterLastCollection + minGrowthBytes) return
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  try {
    // This is the only way to request a collection without a flag.
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
  sizeAfterLastCollection = getHeapStatistics().total_heap_size
}

/**
 * Frees the bytes of a buffer at once if nobody else shares them; the buffer is empty afterwards. It is meant for large
 * answers: left to the garbage collector they pile up between small live objects, and the process never shrinks again.
 */
export function freeBytes(bytes: Buffer): void {
  for (const buffer of wholeMemoryOf(bytes)) buffer.transfer(0)
}

/** Returns the memory of these bytes if nobody else shares it, so that it can be moved to another thread. */
export const wholeMemoryOf = (bytes: Uint8Array | undefined): readonly ArrayBuffer[] =>
  bytes?.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : []
