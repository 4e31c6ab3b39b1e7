import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scriptType, styleType } from '../../../../../electron/app/assets.ts'
import { createStartSignals } from '../../../../../electron/app/startup/startSignals.ts'

const responseOf = (type: string): Response => new Response('', { headers: { 'content-type': type } })

async function isServedAfter(types: readonly string[], hasCalled = false): Promise<boolean> {
  const signals = createStartSignals()
  let isServed = false
  void signals.pageServed.then(() => (isServed = true))
  for (const type of types) signals.onResponse(responseOf(type))
  if (hasCalled) signals.onCall()
  await setImmediate()
  await setImmediate()
  return isServed
}

test.each([
  [[scriptType, styleType], true],
  [[styleType, scriptType, scriptType], true],
  [[scriptType, scriptType], false],
  [[styleType], false],
  [['text/html; charset=utf-8', 'font/woff2'], false],
  // What is not there is answered without a type.
  [[scriptType, ''], false],
] as const)('a page that was served %j has what it needs to start: %s', async (types, isServed) => {
  expect(await isServedAfter(types)).toBe(isServed)
})

test('an open window that never gets its page does not keep the connection from being opened', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const signals = createStartSignals()
  let isServed = false
  void signals.pageServed.then(() => (isServed = true))
  signals.onWindow()
  await vi.advanceTimersByTimeAsync(4999)
  expect(isServed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isServed).toBe(true)
})

test('a page that calls has what it needs to start, even if its styles could not be served', async () => {
  expect(await isServedAfter([scriptType], true)).toBe(true)
})
