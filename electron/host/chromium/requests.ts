/**
 * Answers or fails every request of the page through the debugging protocol: the driver's own routing stops answering
 * for a page whose process has crashed once.
 */
import type { CDPSession } from 'playwright-core'

export interface PageRequest {
  readonly url: string
  readonly method: string
  readonly isDocument: boolean
  readonly frameId: string
}

/**
 * Returns the response. `blocked` fails the request; `aborted` fails it as well and keeps a page that was navigating
 * where it is.
 */
type AnswerRequest = (request: PageRequest) => Promise<Response | 'blocked' | 'aborted'>

const reasons = { blocked: 'BlockedByClient', aborted: 'Aborted' } as const

export async function answerRequests(session: CDPSession, answer: AnswerRequest): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType, frameId }) => {
    const { url, method } = request
    answer({ url, method, isDocument: resourceType === 'Document', frameId })
      .then(async (response) => {
        if (typeof response === 'string')
          return await session.send('Fetch.failRequest', { requestId, errorReason: reasons[response] })
        await session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: response.status,
          responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
          body: Buffer.from(await response.arrayBuffer()).toString('base64'),
        })
      })
      // The page may be closed by now; if it is not, its request has to end.
      .catch(() => session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => undefined))
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
}
