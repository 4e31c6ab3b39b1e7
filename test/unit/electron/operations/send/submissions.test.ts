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
