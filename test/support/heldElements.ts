/** Counts elements that a page holds in memory, whether or not they are still in its document. */
import type { Page } from 'playwright-core'
import { z } from 'zod'

/** Runs in the page with all objects of a prototype, among which are the prototypes that extend it. */
function countMatches(this: readonly Element[], selector: string): number {
  return this.filter((element) => !Object.hasOwn(element, 'constructor') && element.matches(selector)).length
}

/** Returns how many elements of this selector remain after a collection of garbage. */
export async function countHeldElements(page: Page, selector: string): Promise<number> {
  // The search below collects garbage itself, but keeps what a stale address on the stack happens to point to.
  await page.requestGC()
  const session = await page.context().newCDPSession(page)
  try {
    const { result } = await session.send('Runtime.evaluate', { expression: 'Element.prototype' })
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })
    const counted = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: countMatches.toString(),
      arguments: [{ value: selector }],
      returnByValue: true,
    })
    return z.number().parse(counted.result.value)
  } finally {
    await session.detach()
  }
}
