/** The languages of the window: chosen, stored, asked in, and short enough for their places. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { DeskLanguage } from '#shared/language.ts'
import { customerFilters, defaultListView } from '#shared/model/customer/customerList.ts'
import { askDesk } from '../support/bridge.ts'
import { startDesk } from '../support/desk.ts'
import { buildPseudoDesk } from '../support/pseudoLocale.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { expectNoConsoleErrors, goTo, shared } from './journey.ts'

const sandbox = ['--sandbox', '--sandbox-customers=60']
const pages = [
  'customers',
  'inventory',
  'operations',
  'operations?view=totals',
  'devices',
  'events',
  'settings',
] as const

/** Opens the first customer of the list. */
async function visitCustomer(page: Page): Promise<void> {
  await visit(page, 'customers')
  await page.getByRole('grid').getByRole('row').nth(1).click()
  await page.waitForURL(/customers\/./)
  await page.locator('main h1').first().waitFor()
}

/** The texts that are wider than their place and neither wrap nor scroll. Identifiers of customers may be shortened. */
const cutTexts = (page: Page, marked: boolean): Promise<readonly string[]> =>
  page.evaluate((onlyMarked) => {
    const hasOwnText = (element: Element): boolean =>
      [...element.childNodes].some(
        (node) =>
          node.nodeType === Node.TEXT_NODE &&
          (node.textContent ?? '').trim() !== '' &&
          (!onlyMarked || (node.textContent ?? '').includes('⟧')),
      )
    return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      if (!hasOwnText(element) || element.closest('.visually-hidden, svg, [title], [role="grid"]') !== null) return []
      const { overflowX, textOverflow } = getComputedStyle(element)
      const isCut =
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0 &&
        (overflowX !== 'visible' || textOverflow === 'ellipsis')
      const { right, width } = element.getBoundingClientRect()
      return isCut || (width > 0 && right > innerWidth + 1)
        ? [`${element.className}: ${element.textContent.trim().slice(0, 60)}`]
        : []
    })
  }, marked)

const PurchaseTexts = z.object({
  purchases: z.object({
    mode: z.object({ legend: z.string(), FIRST_USE: z.string() }),
    ip: z.object({ hint: z.string(), fix: z.string() }),
  }),
})

async function purchaseTexts(language: DeskLanguage): Promise<z.infer<typeof PurchaseTexts>['purchases']> {
  const file = new URL(`../../renderer/locales/${language}/purchases.json`, import.meta.url)
  return PurchaseTexts.parse(JSON.parse(await readFile(file, 'utf8'))).purchases
}

async function visit(page: Page, path: string): Promise<void> {
  await goTo(page, path)
  await page.locator(`[data-tour="${path.split('?')[0] ?? ''}"][aria-current="page"]`).waitFor()
  await page.locator('main h1').first().waitFor()
}

test('the chosen language is shown at once, on all pages and after a restart', async () => {
  const userData = await temporaryFolder()
  const desk = await startDesk({ args: sandbox, userData })
  const { page } = desk
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('radio', { name: 'Deutsch', exact: true }).check({ force: true })
  await page.getByRole('link', { name: 'Kunden', exact: true }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('de')
  expectNoConsoleErrors(desk)
  await desk.close()

  const again = await startDesk({ args: sandbox, userData })
  onTestFinished(() => again.close())
  await again.page.getByRole('link', { name: 'Kunden', exact: true }).waitFor()
  const cut: string[] = []
  for (const language of DeskLanguage.options) {
    await again.page.evaluate(`window.desk.settings.set(${JSON.stringify({ language })})`)
    await again.page.reload()
    await again.page.waitForFunction((expected) => document.documentElement.lang === expected, language)
    for (const path of pages) {
      await visit(again.page, path)
      cut.push(...(await cutTexts(again.page, false)).map((text) => `${language} ${path} ${text}`))
    }
    await visitCustomer(again.page)
    cut.push(...(await cutTexts(again.page, false)).map((text) => `${language} customer ${text}`))
  }
  expect(cut).toEqual([])
})

test('texts that are 40 % longer than the English ones are not cut off on any page', async () => {
  const desk = await startDesk({ args: sandbox, entry: await buildPseudoDesk() })
  onTestFinished(() => desk.close())
  const { page } = desk
  await page.locator('main h1').first().waitFor()
  const cut: string[] = []
  for (const path of pages) {
    await visit(page, path)
    expect(await page.locator('main h1').first().textContent()).toMatch(/^\s*⟦.*⟧\s*$/)
    cut.push(...(await cutTexts(page, true)).map((text) => `${path} ${text}`))
  }
  await visitCustomer(page)
  cut.push(...(await cutTexts(page, true)).map((text) => `customer ${text}`))
  expect(cut).toEqual([])
})

/** The states and digits of eSIMs, and the numbers of others, that are not shown whole, each as its text. */
const cutEsims = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.esims .word, .esims .digits, .esims .others, .card .word')]
      .filter((element) => {
        const place = element.closest('[role="gridcell"], .card')?.getBoundingClientRect()
        return (
          element.scrollWidth > element.clientWidth + 1 ||
          element.getBoundingClientRect().right > (place?.right ?? innerWidth) + 0.5
        )
      })
      .map((element) => element.textContent),
  )

/** A desk with a window of this size, and the languages in which something does not hold there. */
function windowOf(viewport: { readonly width: number; readonly height: number }) {
  const opened = shared(async (atEnd) => {
    const { page, close } = await startDesk({ args: sandbox, viewport })
    atEnd(close)
    return { value: page, beginTest: () => Promise.resolve() }
  })
  return async (holds: (page: Page, language: DeskLanguage) => Promise<boolean>): Promise<readonly DeskLanguage[]> => {
    const page = opened()
    const failed: DeskLanguage[] = []
    for (const language of DeskLanguage.options) {
      await page.evaluate(`window.desk.settings.set(${JSON.stringify({ language })})`)
      await page.reload()
      await page.waitForFunction((expected) => document.documentElement.lang === expected, language)
      if (!(await holds(page, language))) failed.push(language)
    }
    return failed
  }
}

/** The names, places and references of packages that are not shown whole. */
const cutPackages = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('tr.row .name, tr.row .place, tr.row .reference, tr.row .sold')]
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 ||
          element.getBoundingClientRect().right > (element.closest('td')?.getBoundingClientRect().right ?? 0) + 0.5,
      )
      .map((element) => element.textContent),
  )

const Browsed = z.object({
  rows: z.array(
    z.object({
      uid: z.string(),
      esims: z.array(z.unknown()),
      packages: z.object({ active: z.number(), waiting: z.number() }),
    }),
  ),
})

describe('in a window of 1280 by 800', () => {
  const languagesWithout = windowOf({ width: 1280, height: 800 })

  test('the first packages are in the window, with name, place and reference whole, in every language', async () => {
    const cut: string[] = []
    const without = await languagesWithout(async (page) => {
      const input = { view: defaultListView, from: 0, limit: 60 }
      const { rows } = await askDesk(page, 'customers', 'browse', input, Browsed)
      const many = rows.filter(({ packages }) => packages.active + packages.waiting > 1)
      const uids = [1, 2].map((count) => many.find(({ esims }) => esims.length === count)?.uid ?? '')
      const inWindow: number[] = []
      for (const uid of uids) {
        await visit(page, 'customers')
        await goTo(page, `customers/${encodeURIComponent(uid)}`)
        const list = page.locator(`[data-customer="${uid}"] tr.row`)
        await list.nth(1).waitFor()
        await page.locator('[data-customer] .timeline').first().waitFor()
        cut.push(...(await cutPackages(page)))
        const bottoms = await list.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom))
        inWindow.push(bottoms.filter((bottom) => bottom <= 800).length)
      }
      // Two cards of eSIMs are higher than one.
      return (inWindow[0] ?? 0) > 1 && (inWindow[1] ?? 0) > 0
    })
    expect([cut, without]).toEqual([[], []])
  })

  test('a new sale starts at the first use and says which IP address it asks for, in every language', async () => {
    const cut: string[] = []
    const higher: string[] = []
    const without = await languagesWithout(async (page, language) => {
      await visit(page, 'customers')
      await page.keyboard.press('Control+n')
      const dialog = page.locator('dialog[open]')
      await dialog.getByRole('option').first().waitFor()
      const { mode, ip } = await purchaseTexts(language)
      cut.push(...(await cutTexts(page, false)))
      const start = dialog.getByRole('group', { name: mode.legend })
      const says = [dialog.getByText(ip.hint), dialog.getByRole('link', { name: ip.fix })]
      const visible = await Promise.all(says.map((each) => each.isVisible()))
      const field = dialog.locator('[data-field=ip]')
      const before = await field.boundingBox()
      await field.getByRole('textbox').fill('10.0')
      await field.locator('.problem').waitFor()
      const after = await field.boundingBox()
      if (after?.height !== before?.height) higher.push(language)
      return (await start.getByRole('radio', { name: mode.FIRST_USE }).isChecked()) && visible.every(Boolean)
    })
    expect([cut, without, higher]).toEqual([[], [], []])
  })
})

/** What is not shown whole in the list of those who have an eSIM that is not installed, which has the longest name. */
async function cutInNotInstalled(page: Page): Promise<readonly string[]> {
  await visit(page, 'customers')
  await page.locator('.filters [aria-pressed]').nth(customerFilters.indexOf('notInstalled')).click()
  await page.locator('.esims .others').first().waitFor()
  const { clientWidth, scrollWidth } = await page
    .getByRole('grid')
    .evaluate((grid) => ({ clientWidth: grid.clientWidth, scrollWidth: grid.scrollWidth }))
  return [...(await cutEsims(page)), ...(scrollWidth > clientWidth ? ['the last columns'] : [])]
}

describe.each([900, 1020, 1230, 1280])('in a window %i wide', (width) => {
  const languagesWithout = windowOf({ width, height: 900 })

  test('the state of one of several eSIMs is whole beside the number of the others in every language', async () => {
    const cut: string[] = []
    await languagesWithout(async (page, language) => {
      cut.push(...(await cutInNotInstalled(page)).map((text) => `${language} ${text}`))
      return true
    })
    expect(cut).toEqual([])
  })
})

describe('in a narrow window', () => {
  const languagesWithout = windowOf({ width: 900, height: 600 })

  test('states and digits of eSIMs are whole in every language, and actions leave them room', async () => {
    const cut: string[] = []
    const without = await languagesWithout(async (page) => {
      await visit(page, 'customers')
      await page.locator('.esims .digits').first().waitFor()
      cut.push(...(await cutEsims(page)))
      await visitCustomer(page)
      await page.locator('.card .word').first().waitFor()
      cut.push(...(await cutEsims(page)))
      const summary = await page.locator('.card .summary').first().boundingBox()
      return summary !== null && summary.width >= 280
    })
    expect([cut, without]).toEqual([[], []])
  })

  test('no price and no amount of the inventory is cut in any language', async () => {
    const cut: string[] = []
    await languagesWithout(async (page) => {
      for (const width of [1280, 1250, 1249, 900]) {
        await page.setViewportSize({ width, height: 600 })
        await visit(page, 'inventory')
        await page.locator('.cell .tabular').first().waitFor()
        cut.push(
          ...(await page.evaluate(() =>
            [...document.querySelectorAll<HTMLElement>('[role=gridcell]:has(.tabular)')]
              .filter((cell) => {
                const money = cell.querySelector('.tabular')?.getBoundingClientRect()
                const { left, right } = cell.getBoundingClientRect()
                return money !== undefined && (money.left < left - 1 || money.right > Math.min(right, innerWidth) + 1)
              })
              .map(({ textContent }) => `${document.documentElement.lang} ${String(innerWidth)} ${textContent}`),
          )),
        )
      }
      return true
    })
    expect(cut).toEqual([])
  })

  test('several packages of a customer are in the window in every language', async () => {
    const without = await languagesWithout(async (page) => {
      await visitCustomer(page)
      await page.locator('tr.row').first().waitFor()
      const row = await page.locator('tr.row').first().boundingBox()
      // One that is stacked takes 200 pixels.
      return row !== null && row.height < 150
    })
    expect(without).toEqual([])
  })

  test('what ends a search that finds nobody is above the lower edge of the list in every language', async () => {
    const without = await languagesWithout(async (page) => {
      await visit(page, 'customers')
      await page.getByRole('searchbox').first().fill('89821002303782627799')
      // The note that the service was asked is above it.
      await page.locator('p.note.info').first().waitFor()
      const end = await page.locator('.empty button').first().boundingBox()
      const list = await page.getByRole('grid').boundingBox()
      return end !== null && list !== null && end.y + end.height <= Math.min(600, list.y + list.height)
    })
    expect(without).toEqual([])
  })
})

test('the row at the top stays there when the window gets narrower or wider, also while a customer is open', async () => {
  const desk = await startDesk({ args: ['--sandbox', '--sandbox-customers=400'] })
  onTestFinished(() => desk.close())
  const { page } = desk
  const grid = page.getByRole('grid')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.locator('[role=grid][aria-rowcount="401"]').waitFor()
  await page.evaluate(() => {
    const element = [...document.querySelectorAll<HTMLElement>('main *')].find(
      (each) => each.scrollHeight > each.clientHeight + 4000 && getComputedStyle(each).overflowY !== 'visible',
    )
    element?.setAttribute('data-scroller', '')
    element?.scrollTo({ top: 200 * 40 })
  })
  const topRow = (): Promise<number> =>
    page.evaluate(() => Math.round((document.querySelector('[data-scroller]')?.scrollTop ?? 0) / 40))
  expect(await topRow()).toBe(200)
  await page.setViewportSize({ width: 900, height: 800 })
  await expect.poll(() => topRow()).toBe(200)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(() => topRow()).toBe(200)
  // The list is kept while a customer is open, and the window gets narrower meanwhile.
  // A click on a row that is still loading opens nothing.
  await grid.locator('[aria-rowindex="205"]:not([aria-busy])').click()
  await page.waitForURL(/customers\/./)
  await page.setViewportSize({ width: 900, height: 800 })
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect.poll(() => topRow()).toBe(200)
  expect(await grid.locator('[aria-rowindex="202"]').isVisible()).toBe(true)
})
