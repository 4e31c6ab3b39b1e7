/**
 * The browser keeps no object of a page that was left. Objects that JavaScript can't see count too: Blink's heap never
 * moves its objects, so a few bytes that remain of each round keep whole pages of memory resident.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedDesk } from '../e2e/journey.ts'
import { blinkObjects } from '../support/memoryDump.ts'
import { customersInTurn, roundsOn } from './rounds.ts'

/** Rounds between two counts. There are many counts, because caches grow for some rounds too. */
const rounds = customersInTurn
const counts = 9
/** The entries of the performance timeline, of which the browser keeps a few hundred of each type at most. */
const timeline =
  /Performance|LayoutShift|SoftNavigation|ContentfulPaint|TaskAttribution|ScriptTiming|(Image|Text)Record|DOMRectReadOnly/

/** Returns the types of which every round, in each period between two counts, leaves at least one object. */
async function growingTypes(page: Page, use: () => Promise<unknown>): Promise<readonly string[]> {
  const found: ReadonlyMap<string, number>[] = []
  while (found.length < counts) {
    for (let round = 0; round < rounds; round += 1) await use()
    found.push(await blinkObjects(page))
  }
  const grows = (type: string): boolean =>
    found.every((after, at) => {
      const before = found[at - 1]
      return before === undefined || (after.get(type) ?? 0) >= (before.get(type) ?? 0) + rounds
    })
  return [...new Set(found.flatMap((types) => [...types.keys()]))].filter((type) => !timeline.test(type) && grows(type))
}

const scene = sharedDesk()

test('no round of use leaves an object in the browser', async () => {
  const { page } = scene()
  expect(await growingTypes(page, await roundsOn(scene()))).toEqual([])
})

test('one element that every round leaves is found', async () => {
  const { page } = scene()
  await page.evaluate('window.__left = []')
  const leave = (): Promise<unknown> => page.evaluate("void window.__left.push(document.createElement('aside'))")
  expect(await growingTypes(page, leave)).toEqual(['HTMLElement'])
})
