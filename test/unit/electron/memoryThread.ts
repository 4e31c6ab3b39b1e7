/** A thread with a heap of its own, which nothing else grows: how much of a burst of work is given back. */
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { releaseMemory } from '../../../electron/memory.ts'

const heap = (): number => getHeapStatistics().total_heap_size
const makeGarbage = (): number =>
  Array.from({ length: 300 }, () => Array.from({ length: 20_000 }, (_, n) => n + 0.5)).length

await releaseMemory()
const before = heap()
makeGarbage()
const grown = heap() - before
await releaseMemory()
parentPort?.postMessage({ grown, left: heap() - before })
