/** A thread with its own heap: measures how much of a burst of work is released. */
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { releaseMemory } from '../../../../electron/base/memory.ts'

const heap = (): number => getHeapStatistics().total_heap_size
const makeGarbage = (): number =>
  Array.from({ length: 300 }, () => Array.from({ length: 20_000 }, (_, n) => n + 0.5)).length

await releaseMemory()
const before = heap()
makeGarbage()
const grown = heap() - before
await releaseMemory()
parentPort?.postMessage({ grown, left: heap() - before })
