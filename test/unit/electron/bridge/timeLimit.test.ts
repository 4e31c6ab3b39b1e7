import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { withTimeLimit } from '../../../../electron/bridge/bridge.ts'

const never = new AbortController().signal

test('a result that arrives in time is returned', async () => {
  expect(await withTimeLimit(1000, never, () => Promise.resolve('done'))).toBe('done')
})

test('work that takes longer is aborted, and its caller gets an error even if the work ignores the signal', async () => {
  let signalled: AbortSignal | null = null
  const work = (signal: AbortSignal): Promise<never> => {
    signalled = signal
    return new Promise(() => undefined)
  }
  await expect(withTimeLimit(20, never, work)).rejects.toMatchObject({ code: 'bridge_timeout' })
  expect(signalled).toMatchObject({ aborted: true })
})

test('closing ends the call at once', async () => {
  const closing = new AbortController()
  const work = withTimeLimit(60_000, closing.signal, () => new Promise<never>(() => undefined))
  closing.abort()
  await expect(work).rejects.toMatchObject({ name: 'AbortError' })
})

test('no work begins after closing', async () => {
  let begun = false
  const work = (): Promise<void> => {
    begun = true
    return Promise.resolve()
  }
  await expect(withTimeLimit(1000, AbortSignal.abort(), work)).rejects.toThrow()
  expect(begun).toBe(false)
})

test('a call that has ended leaves no listener on the signal that lives as long as the desk', async () => {
  const closing = new AbortController()
  for (let call = 0; call < 20; call += 1) {
    await withTimeLimit(60_000, closing.signal, () => Promise.resolve(call))
    await withTimeLimit(60_000, closing.signal, () => Promise.reject(new Error('refused'))).catch(() => undefined)
  }
  await withTimeLimit(1, closing.signal, () => new Promise(() => undefined)).catch(() => undefined)
  expect(getEventListeners(closing.signal, 'abort')).toHaveLength(0)
})

test('a call that is aborted because the desk closes gets that reason', async () => {
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
