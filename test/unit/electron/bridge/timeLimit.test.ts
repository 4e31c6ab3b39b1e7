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
