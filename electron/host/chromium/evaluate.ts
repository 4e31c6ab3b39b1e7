/**
 * Evaluates in the page through the debugging protocol: the driver refuses everything on a page whose process has
 * crashed once, even after the page was loaded again.
 */
import type { CDPSession } from 'playwright-core'

/**
 * Evaluates with the rights of a user gesture, which writing to the clipboard needs. Resolves to the value of the
 * expression, or of its promise.
 */
export async function evaluate(session: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
  })
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}
