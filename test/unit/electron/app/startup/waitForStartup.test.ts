import { expect, test } from 'vitest'
import type { HandlersOf } from '../../../../../electron/bridge/index.ts'
import { waitForStartup } from '../../../../../electron/app/startup/waitForStartup.ts'

const call = { signal: new AbortController().signal }
const unused = (): never => {
  throw new Error('Not asked for here')
}

function connections(current: HandlersOf<'connections'>['current']): HandlersOf<'connections'> {
  return {
    list: unused,
    add: unused,
    update: unused,
    test: unused,
    open: unused,
    close: unused,
    remove: unused,
    startSandbox: unused,
    current,
  }
}

test('a call for the open connection during the start returns what the start has opened', async () => {
  const start = new AbortController()
  const asked: string[] = []
  const { current } = waitForStartup(
    connections(() => (asked.push('current'), Promise.resolve(null))),
    start.signal,
  )
  const answer = current(undefined, call)
  await new Promise(setImmediate)
  expect(asked).toEqual([])
  start.abort()
  await answer
  expect(asked).toEqual(['current'])
})

test('a start that takes too long is not waited for', async () => {
  const { current } = waitForStartup(
    connections(() => Promise.resolve(null)),
    new AbortController().signal,
    1,
  )
  expect(await current(undefined, call)).toBeNull()
})

test('after the start the answer is there at once', async () => {
  const { current } = waitForStartup(
    connections(() => Promise.resolve(null)),
    AbortSignal.abort(),
  )
  expect(await current(undefined, call)).toBeNull()
})
