/** What the rows of packages show is whole in few lines. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { startDesk } from '../support/desk.ts'
import { eventually } from '../support/eventually.ts'
import { searchField, shared } from './journey.ts'

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
  await page.evaluate(`location.assign('#/customers/' + encodeURIComponent(${JSON.stringify(uid)}))`)
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

describe('in English', () => {
  const opened = shared(async (atEnd) => {
    const desk = await startDesk({ args: ['--sandbox', '--sandbox-customers=200'] })
    atEnd(() => desk.close())
    await searchField(desk.page).waitFor()
    await desk.page.getByText('200 customers').first().waitFor()
    return { value: desk.page, beginTest: () => Promise.resolve() }
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
      for (const uid of uids) {
        const rows = await rowsOf(page, uid)
        cut.push(...rows.cut)
        heights.push(rows.height)
      }
      expect(cut).toEqual([])
      expect(Math.max(...heights)).toBeLessThanOrEqual(highest)
    },
  )
})
