/**
 * Evaluation in the page below the driver's own: the driver refuses everything on a page whose process has died once, also
 * after the page was loaded again.
 */
import type { CDPSession } from 'playwright-core'

/** With the rights of a person's own press, such as writing to the clipboard. Resolves to the value that the expression has, or its promise resolves to. */
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
