/** Reads the strings in a V8 heap from a snapshot that the debugging protocol sends in parts. */
import { z } from 'zod'

const Snapshot = z.object({ strings: z.array(z.string()) })

export interface HeapSession {
  readonly send: (
    method: 'HeapProfiler.enable' | 'HeapProfiler.collectGarbage' | 'HeapProfiler.takeHeapSnapshot',
  ) => Promise<unknown>
  readonly onChunk: (listener: (chunk: string) => void) => void
}

/** Returns the strings in the heap after a forced collection. */
export async function readHeapStrings({ send, onChunk }: HeapSession): Promise<readonly string[]> {
  const parts: string[] = []
  onChunk((chunk) => parts.push(chunk))
  await send('HeapProfiler.enable')
  await send('HeapProfiler.collectGarbage')
  await send('HeapProfiler.takeHeapSnapshot')
  return Snapshot.parse(JSON.parse(parts.join(''))).strings
}
