import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { withTimeLimit } from '../../../../electron/bridge/timeLimit.ts'

const never = new AbortController().signal

test('what ends in time is passed on', async () => {
  expect(await withTimeLimit(1000, never, () => Promise.resolve('done'))).toBe('done')
})

test('what takes longer is aborted and given up, even where it does not obey', async () => {
  let signalled: AbortSignal | null = null
  const work = (signal: AbortSignal): Promise<never> => {
    signalled = signal
    return new Promise(() => undefined)
  }
  await expect(withTimeLimit(20, never, work)).rejects.toMatchObject({ code: 'bridge_timeout' })
  expect(signalled).toMatchObject({ aborted: true })
})

test('closing ends it at once', async () => {
  const closing = new AbortController()
  const work = withTimeLimit(60_000, closing.signal, () => new Promise<never>(() => undefined))
  closing.abort()
  await expect(work).rejects.toMatchObject({ name: 'AbortError' })
})

test('after closing nothing is begun', async () => {
  let begun = false
  const work = (): Promise<void> => {
    begun = true
    return Promise.resolve()
  }
  await expect(withTimeLimit(1000, AbortSignal.abort(), work)).rejects.toThrow()
  expect(begun).toBe(false)
})

test('nothing of a call that has ended is left at the signal that lives as long as the desk', async () => {
  const closing = new AbortController()
  for (let call = 0; call < 20; call += 1) {
    await withTimeLimit(60_000, closing.signal, () => Promise.resolve(call))
    await withTimeLimit(60_000, closing.signal, () => Promise.reject(new Error('refused'))).catch(() => undefined)
  }
  await withTimeLimit(1, closing.signal, () => new Promise(() => undefined)).catch(() => undefined)
  expect(getEventListeners(closing.signal, 'abort')).toHaveLength(0)
})

test('a call that is given up when the desk closes hears why', async () => {
  const closing = new AbortController()
  let reason: unknown
  const work = withTimeLimit(
    60_000,
    closing.signal,
    (signal) => new Promise<never>(() => signal.addEventListener('abort', () => (reason = signal.reason))),
  )
  closing.abort('the end')
  await expect(work).rejects.toMatchObject({ code: 'aborted' })
  expect(reason).toBe('the end')
})
