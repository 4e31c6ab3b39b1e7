/**
 * The thread that parses large lists: when it starts, and what becomes of an answer that ends it.
 *
 * @module-tag long
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createParser, type ListParser, type ParserOptions } from '../../../../../electron/service/parsing/parser.ts'
import type { ListSpec } from '../../../../../electron/service/parsing/elementReader.ts'
import { programUrl } from '../../../../support/programs.ts'
import { thrownBy } from '../support.ts'

const spec: ListSpec = { kind: 'customers', single: false, maxElements: 1000 }
const oneCustomer = Buffer.from('[{"customer":{"uid":"c1"}}]')
const refused = { code: 'too_large', details: { reason: 'parser_ended' } }

function parserOf(worker: URL, options: ParserOptions = {}): ListParser {
  const parser = createParser(worker, options)
  onTestFinished(parser.close)
  return parser
}

const realWorker = programUrl('parser')
const workerOf = (source: string): URL => new URL(`data:text/javascript,${encodeURIComponent(source)}`)

async function readOne(parser: ListParser): Promise<unknown> {
  const job = parser.open(spec)
  const outcomes = [await job.push(oneCustomer), await job.end()]
  job.close()
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.part.read : []))
}

/** Counts the threads that this process starts from now on. */
function countThreads(): () => number {
  let count = 0
  const onWorker = (): void => void (count += 1)
  process.on('worker', onWorker)
  onTestFinished(() => void process.off('worker', onWorker))
  return () => count
}

test('no thread is started before a large answer is read, and one thread reads several answers', async () => {
  const threads = countThreads()
  const parser = parserOf(realWorker)
  await nextTurn()
  expect(threads()).toBe(0)
  expect(await readOne(parser)).toMatchObject([{ customer: { uid: 'c1' } }])
  expect(await readOne(parser)).toMatchObject([{ customer: { uid: 'c1' } }])
  expect(threads()).toBe(1)
})

test('an answer that exceeds the memory of the thread is refused, and the next answer is read by a new thread', async () => {
  const parser = parserOf(realWorker, { resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 } })
  expect(await readOne(parser)).toMatchObject([{ customer: { uid: 'c1' } }])
  const job = parser.open(spec)
  const other = parser.open(spec)
  expect(await other.push(Buffer.from('['))).toMatchObject({ ok: true })
  expect(
    await thrownBy(job.push(Buffer.from(`[{"customer":{"uid":"c1"},"more":[${'[0],'.repeat(1_200_000)}[0]]}]`))),
  ).toMatchObject(refused)
  job.close()
  // The thread has taken the beginning of the other answer with it.
  expect(await thrownBy(other.push(oneCustomer))).toMatchObject(refused)
  other.close()
  expect(await readOne(parser)).toMatchObject([{ customer: { uid: 'c1' } }])
})

test.each([
  ['exits', 'process.exit(1)'],
  ['throws', 'throw new Error("not in these lines")'],
])('an answer is refused if the thread %s', async (_how, act) => {
  const job = parserOf(
    workerOf(`const { parentPort } = await import('node:worker_threads'); parentPort.on('message', () => { ${act} })`),
  ).open(spec)
  expect(await thrownBy(job.push(oneCustomer))).toMatchObject(refused)
  expect(await thrownBy(job.end())).toMatchObject(refused)
  job.close()
})

test('a thread that never answers is ended after a time, and its answer is refused', async () => {
  const hanging = workerOf(
    `const { parentPort } = await import('node:worker_threads'); parentPort.on('message', () => { for (;;); })`,
  )
  const job = parserOf(hanging, { partTimeout: 200 }).open(spec)
  expect(await thrownBy(job.push(oneCustomer))).toMatchObject(refused)
  job.close()
})

test('a thread without work ends after a while, and the next answer is read by a new thread', async () => {
  const threads = countThreads()
  const parser = parserOf(realWorker, { idleTimeout: 50 })
  const readAgain = async (): Promise<number> => {
    await readOne(parser)
    return threads()
  }
  await expect.poll(readAgain, { interval: 200 }).toBeGreaterThan(1)
})

test('bytes of their own are moved to the thread, and bytes that others share are copied', async () => {
  const job = parserOf(realWorker).open(spec)
  const own = new Uint8Array(oneCustomer)
  const shared = Buffer.from(own.buffer.slice(0)).subarray(1)
  const outcomes = [
    await job.push(Buffer.from('[')),
    await job.push(shared.subarray(0, -1)),
    await job.push(Buffer.from(',')),
  ]
  expect(shared.length).toBe(oneCustomer.length - 1)
  expect(outcomes.every(({ ok }) => ok)).toBe(true)
  const next = new Uint8Array(Buffer.from('{"customer":{"uid":"c2"}}]'))
  expect(await job.push(next)).toMatchObject({ ok: true, part: { read: [{ customer: { uid: 'c2' } }] } })
  expect(next.byteLength).toBe(0)
  job.close()
})
