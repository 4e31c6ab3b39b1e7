/** The submissions that this process has in flight or waiting for a person. */
import { describe, expect, it } from 'vitest'
import { createSubmissions } from '../../../../../electron/operations/send/submissions.ts'

describe('a submission that waits for an approval', () => {
  it('is counted until the question is answered', async () => {
    const submissions = createSubmissions(() => undefined)
    const answer = Promise.withResolvers<undefined>()
    const waiting = submissions.waitForApproval(() => answer.promise)
    expect(submissions.pendingApprovals()).toBe(1)
    answer.resolve(undefined)
    await waiting
    expect(submissions.pendingApprovals()).toBe(0)
  })

  it.each([
    ['is refused', () => Promise.reject(new Error('refused'))],
    [
      'fails before there is a promise',
      () => {
        throw new Error('no window')
      },
    ],
  ])('is no longer counted if the question %s', async (_how, ask: () => Promise<void>) => {
    const submissions = createSubmissions(() => undefined)
    const waitForApproval = async (): Promise<void> => submissions.waitForApproval(ask)
    await expect(waitForApproval()).rejects.toThrow()
    expect(submissions.pendingApprovals()).toBe(0)
  })
})

describe('a submission that was started', () => {
  it.each([
    ['succeeds', (end: PromiseWithResolvers<void>) => end.resolve()],
    ['fails', (end: PromiseWithResolvers<void>) => end.reject(new Error('unwritable'))],
  ])('is in flight until it %s, and its end is reported once', async (_how, finish) => {
    const ended: string[] = []
    const submissions = createSubmissions((id) => void ended.push(id))
    expect(submissions.inFlight()).toBeNull()
    const end = Promise.withResolvers<void>()
    const tracked = submissions.track('a', end.promise)
    const none = submissions.inFlight()
    expect([submissions.has('a'), submissions.has('b'), none === null, ended]).toEqual([true, false, false, []])
    finish(end)
    await Promise.allSettled([tracked, none, submissions.settled()])
    expect([submissions.has('a'), submissions.inFlight(), ended]).toEqual([false, null, ['a']])
  })
})
