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
async function representativeUids(page: Page): Promise<readonly string[]> {
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

/** The cells of packages that don't stand below their heading, or that leave their row or cover another one. */
const misplaced = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const boxesOf = (within: ParentNode, what: string) =>
      [...within.querySelectorAll(what)].map((element) => ({
        name: `${what} ${element.className}`,
        box: element.getBoundingClientRect(),
      }))
    const table = document.querySelector('[data-customer] .packages table')
    if (table === null) return ['There is no table of packages']
    const headings = boxesOf(table, 'th')
    const isStacked = getComputedStyle(table).display === 'block'
    return [...table.querySelectorAll('tr.row')].flatMap((row) => {
      const outer = row.getBoundingClientRect()
      const cells = boxesOf(row, 'td')
      const shown = cells.filter(({ box }) => box.width > 0)
      const isBelow = (box: DOMRect, index: number) =>
        headings[index]?.box.left === box.left && headings[index].box.width === box.width
      const isInside = (box: DOMRect) =>
        box.left >= outer.left && box.right <= outer.right + 1 && box.bottom <= outer.bottom + 1
      const isApart = (box: DOMRect) =>
        shown.every(
          ({ box: other }) =>
            other === box ||
            Math.min(box.right, other.right) - Math.max(box.left, other.left) < 1 ||
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) < 1,
        )
      return [
        ...(isStacked ? cells.filter(({ box }) => box.width < 20) : cells.filter(({ box }, at) => !isBelow(box, at))),
        ...shown.filter(({ box }) => !isInside(box) || !isApart(box)),
      ].map(({ name }) => name)
    })
  })

/** The headings and the times of the list of customers that are cut. */
const cutInList = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=grid] :is([role=columnheader], .cell:has(time))')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.textContent.trim()),
  )

async function setLanguage(page: Page, language: DeskLanguage): Promise<void> {
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
      await setLanguage(page, language)
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
      const uids = await representativeUids(page)
      const heights: number[] = []
      const cut: string[] = []
      for (const language of DeskLanguage.options) {
        await setLanguage(page, language)
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

  test.each([1600, 1380, 1280, 1230, 1180, 900, 600, 450])(
    'each cell of a package stands below its heading, or apart from the others, at a width of %d',
    async (width) => {
      const page = opened()
      await page.setViewportSize({ width, height: 900 })
      await setLanguage(page, 'de')
      const wrong: string[] = []
      for (const uid of await representativeUids(page)) {
        await rowsOf(page, uid)
        wrong.push(...(await misplaced(page)))
      }
      expect(wrong).toEqual([])
    },
  )
})
