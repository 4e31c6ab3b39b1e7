/**
 * What the rows of packages and of customers show is whole in few lines, in every language.
 *
 * @module-tag core
 */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { DeskLanguage } from '#shared/language.ts'
import { startDesk } from '../support/desk.ts'
import { eventually } from '../support/eventually.ts'
import { goTo, searchField, shared } from './journey.ts'

const Uids = z.array(z.string()).min(1)

/** The customers with the longest names and references of packages, and one of each state and mode. */
async function telling(page: Page): Promise<readonly string[]> {
  const find = `(async () => {
    const { value } = await desk.customers.list({ limit: 200 })
    const all = []
    for (const { uid } of value.rows) {
      const { value: view } = await desk.customers.get({ uid, from: 'directory' })
      const longest = (texts) => Math.max(0, ...texts.map((text) => (text ?? '').length))
      const kinds = view.items.map(({ phase, mode }) => phase + ' ' + mode)
      const [name, reference] = [longest(view.items.map((item) => item.name)), longest(view.items.map((item) => item.metatag))]
      if (view.items.length > 0) all.push({ uid, kinds, name, reference })
    }
    const by = (key) => [...all].sort((a, b) => b[key] - a[key]).slice(0, 2)
    const kinds = new Set(all.flatMap((each) => each.kinds))
    const ofKinds = [...kinds].map((kind) => all.find((each) => each.kinds.includes(kind)))
    return [...new Set([...by('name'), ...by('reference'), ...ofKinds].map(({ uid }) => uid))]
  })()`
  return await eventually(async () => Uids.parse(await page.evaluate(find)))
}

/** The names, places and references that are not shown whole, and how high the highest row is. */
async function rowsOf(page: Page, uid: string): Promise<{ readonly cut: readonly string[]; readonly height: number }> {
  await goTo(page, `customers/${encodeURIComponent(uid)}`)
  await page.locator(`[data-customer="${uid}"] tr.row`).first().waitFor()
  return await page.evaluate(() => ({
    cut: [...document.querySelectorAll<HTMLElement>('tr.row :is(.name, .place, .copied, .reference, .sold)')]
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 ||
          (element.clientHeight > 0 && element.scrollHeight > element.clientHeight + 1),
      )
      .map((element) => element.textContent),
    height: Math.max(
      ...[...document.querySelectorAll('tr.row')].map((row) => Math.round(row.getBoundingClientRect().height)),
    ),
  }))
}

/** The headings and the times of the list of customers that are cut. */
const cutInList = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=grid] :is([role=columnheader], .cell:has(time))')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.textContent.trim()),
  )

async function speak(page: Page, language: DeskLanguage): Promise<void> {
  await page.evaluate(`window.desk.settings.set(${JSON.stringify({ language })})`)
  await page.reload()
  await page.waitForFunction((expected) => document.documentElement.lang === expected, language)
}

describe('in every language', () => {
  const opened = shared(async (atEnd) => {
    const desk = await startDesk({ args: ['--sandbox', '--sandbox-customers=200'] })
    atEnd(() => desk.close())
    await searchField(desk.page).waitFor()
    await desk.page.getByText('200 customers').first().waitFor()
    return { value: desk.page, beginTest: () => Promise.resolve() }
  })

  test.each([1280, 1100, 900])('the list of customers has its times whole at a width of %d', async (width) => {
    const page = opened()
    await page.setViewportSize({ width, height: 800 })
    const cut: string[] = []
    for (const language of DeskLanguage.options) {
      await speak(page, language)
      await goTo(page, 'customers')
      await page.locator('[role=grid] time').nth(20).waitFor()
      cut.push(...(await cutInList(page)).map((text) => `${language}: ${text}`))
    }
    expect(cut).toEqual([])
  })

  test.each([
    // Below the name are two lines, and on one of them the reference.
    { width: 1280, height: 800, highest: 63 },
    // A name of two lines, or a place whose sale has a line of its own, takes one more.
    { width: 1100, height: 800, highest: 79 },
    // The state is below the name.
    { width: 900, height: 600, highest: 105 },
  ])(
    'a package has its name, place and reference whole in few lines at a width of $width',
    async ({ width, height, highest }) => {
      const page = opened()
      await page.setViewportSize({ width, height })
      const uids = await telling(page)
      const heights: number[] = []
      const cut: string[] = []
      for (const language of DeskLanguage.options) {
        await speak(page, language)
        for (const uid of uids) {
          const rows = await rowsOf(page, uid)
          cut.push(...rows.cut.map((text) => `${language}: ${text}`))
          heights.push(rows.height)
        }
      }
      expect(cut).toEqual([])
      expect(Math.max(...heights)).toBeLessThanOrEqual(highest)
    },
  )
})
