/** What arrives late on the page of a customer, and what is shown above it for a while, moves nothing. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { DeskLanguage } from '#shared/language.ts'
import { startDesk } from '../support/desk.ts'
import { eventually } from '../support/eventually.ts'
import { goTo, searchField, shared } from './journey.ts'

const Shifts = z.array(z.object({ value: z.number(), moved: z.string() }))
/** A page may move by less than this. */
const bar = 0.01

/** Runs in the page. What an agent causes by a key or a click is not counted. */
const observe = `(() => {
  const nameOf = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.className ?? ''
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, moved: sources.map(nameOf).join() })
  }).observe({ type: 'layout-shift' })
})()`

/** Returns how far the page has moved since the last call, and what has moved. */
async function moved(page: Page): Promise<{ readonly sum: number; readonly what: string }> {
  const shifts = Shifts.parse(await page.evaluate('window.shifts.splice(0)'))
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), what: shifts.map(({ moved }) => moved).join('; ') }
}

/** One customer of each combination of eSIMs and packages. */
async function kinds(page: Page): Promise<readonly string[]> {
  const find = `(async () => {
    const { value } = await desk.customers.list({ limit: 200 })
    const found = new Map()
    for (const { uid } of value.rows) {
      const { value: view } = await desk.customers.get({ uid, from: 'directory' })
      const kind = view.esims.map(({ state }) => state) + ' ' + view.items.map(({ phase }) => phase)
      if (!found.has(kind)) found.set(kind, uid)
    }
    return [...found.values()].slice(0, 16)
  })()`
  return await eventually(async () =>
    z
      .array(z.string())
      .min(16)
      .parse(await page.evaluate(find)),
  )
}

const CustomerTexts = z.object({ customer: z.object({ freshness: z.object({ fresh: z.string() }) }) })

/** What the page of a customer shows of the service's answer, without its age. */
async function freshText(language: DeskLanguage): Promise<string> {
  const file = new URL(`../../renderer/locales/${language}/customer.json`, import.meta.url)
  const { customer } = CustomerTexts.parse(JSON.parse(await readFile(file, 'utf8')))
  return customer.freshness.fresh.replace('{age}', '')
}

async function open(page: Page, uid: string, language: DeskLanguage = 'en'): Promise<void> {
  await goTo(page, `customers/${encodeURIComponent(uid)}`)
  await page
    .locator(`[data-customer="${uid}"]`)
    .getByText(await freshText(language))
    .waitFor()
  await page.locator('[data-customer] .timeline').first().waitFor()
  // One frame for the changes by the last answer, and one for the report of them.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

describe('in a window of 900 by 600', () => {
  const opened = shared(async (atEnd) => {
    const { page, close } = await startDesk({
      args: ['--sandbox', '--sandbox-customers=200'],
      viewport: { width: 900, height: 600 },
    })
    atEnd(close)
    await searchField(page).waitFor()
    await page.getByText('200 customers').first().waitFor()
    return { value: { page, uids: await kinds(page) }, beginTest: () => Promise.resolve() }
  })
  beforeEach(async () => {
    const { page, uids } = opened()
    // The first one brings the row of tabs.
    await open(page, uids[0] ?? '')
    await page.evaluate(observe)
  })
  afterEach(async () => {
    const { page } = opened()
    await page.evaluate(`window.desk.settings.set({ language: 'en' })`)
    await page.reload()
    await page.waitForFunction(() => document.documentElement.lang === 'en')
  })

  test.each(DeskLanguage.options)(
    'nothing on the page of a customer moves when the answer of the service arrives, in %s',
    async (language) => {
      const { page, uids } = opened()
      await page.evaluate(`window.desk.settings.set(${JSON.stringify({ language })})`)
      await page.reload()
      await page.waitForFunction((expected) => document.documentElement.lang === expected, language)
      await open(page, uids[0] ?? '', language)
      await page.evaluate(observe)
      const tooFar: string[] = []
      for (const uid of uids.slice(1)) {
        await open(page, uid, language)
        const { sum, what } = await moved(page)
        if (sum >= bar) tooFar.push(`${sum.toFixed(4)}: ${what}`)
      }
      expect(tooFar).toEqual([])
    },
  )

  test('a second message moves the first one only by a transform', async () => {
    const { page } = opened()
    const messages = page.locator('.toasts .n-message')
    for (const shown of [1, 2]) {
      await page
        .locator('button.copy')
        .nth(shown)
        .evaluate((button: HTMLElement) => button.click())
      await messages.nth(shown - 1).waitFor()
    }
    // The first one lies above the second one, and does not cover it.
    const between = async (): Promise<number> => {
      const [first, second] = [await messages.nth(0).boundingBox(), await messages.nth(1).boundingBox()]
      return first === null || second === null ? -1 : second.y - first.y - first.height
    }
    await expect.poll(between).toBeGreaterThan(0)
    await expect.poll(() => messages.count()).toBe(0)
    expect((await moved(page)).sum).toBeLessThan(bar)
  })
})
