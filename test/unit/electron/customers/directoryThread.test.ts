/** The directory's thread that is started early serves the first directory, and never a second one. */
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { startDirectoryThread, takeDirectoryThread } from '../../../../electron/customers/directory/directoryThread.ts'

const program = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`)
const answering = program(
  "import { parentPort } from 'node:worker_threads'; parentPort.once('message', (m) => parentPort.postMessage(m))",
)

function take(url: URL) {
  const worker = takeDirectoryThread(url)
  onTestFinished(() => void worker.terminate())
  return worker
}

test('the early thread is taken once', async () => {
  startDirectoryThread(answering)
  const [first, second] = [take(answering), take(answering)]
  expect(second.threadId).toBeGreaterThan(first.threadId)
  for (const worker of [first, second]) {
    worker.postMessage('here')
    expect(await once(worker, 'message')).toEqual(['here'])
  }
})

test('the early thread of another program is not taken', async () => {
  const early = startDirectoryThread(program('setInterval(() => undefined, 1000)'))
  onTestFinished(() => void early.terminate())
  const taken = take(answering)
  taken.postMessage('here')
  expect(await once(taken, 'message')).toEqual(['here'])
})

test('an early thread that has ended is not taken', async () => {
  const early = startDirectoryThread(answering)
  const ended = once(early, 'exit')
  await early.terminate()
  await ended
  const taken = take(answering)
  expect(taken).not.toBe(early)
  taken.postMessage('here')
  expect(await once(taken, 'message')).toEqual(['here'])
})
