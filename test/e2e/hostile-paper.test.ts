/** Hostile text in the drawn parts of an eSIM's installation: on the screen and on paper, in the desk's own window. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { plain } from '#shared/sheet/plain.ts'
import { setBrand } from '../support/brand.ts'
import { startDesk } from '../support/desk.ts'
import { eventually } from '../support/eventually.ts'
import { payloads } from '../support/payloads.ts'
import { pdfFacts, pdfLinks } from '../support/pdf.ts'
import { shopClient, shopSegment, startShopOf, type ShopCustomer } from '../support/shop.ts'
import { expectNoConsoleErrors, goTo, heading, searchField } from './journey.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const activationCode = 'LPA:1$smdp.example.com$ABCDE-12345'
const apple = `https://one.example.com/x?carddata=${activationCode}`
const page = 'https://install.example.com/e'

const addressOf = (index: number): string => `ada-${String(index)}@example.org`

/** A customer with the text in each field that the service sends and the sheet shows. */
const customerWith = (text: string, index: number): ShopCustomer => ({
  customer: { email: addressOf(index), countryOfResidence: text },
  balance: { name: text, size: { sizeValue: 3, sizeUnit: text.slice(0, 12) }, validityUnit: text, expiresAt: null },
  countries: [text],
  esims: [{ activationCode, appleUniversalLink: apple, installationUrl: page, iccid: text.slice(0, 40) }],
})

async function deskWith(customers: readonly ShopCustomer[]) {
  const HOME = await temporaryFolder()
  const shop = await startShopOf(customers)
  onTestFinished(() => shop.close())
  const desk = await startDesk({
    args: ['--service', shop.baseUrl, '--segment', shopSegment],
    env: { ...shopClient, HOME },
  })
  onTestFinished(() => desk.close())
  await searchField(desk.page).waitFor()
  await expect
    .poll(() =>
      desk.page.evaluate(
        'window.desk.customers.status().then(({ value }) => [value.state, value.customers, value.unreadable])',
      ),
    )
    .toEqual(['done', customers.length, []])
  return { desk, page: desk.page, HOME }
}

const brandOf = (text: string) => ({
  name: text.slice(0, 80),
  contact: text.slice(0, 300),
  logo: null,
  colour: '#3d48cc',
})

/** The elements and attributes inside each element that the selector matches, once there are `count` of them. */
async function skeletons(on: Page, selector: string, count: number): Promise<readonly string[]> {
  const handle = await on.waitForFunction(
    ([wanted, least]) => {
      const found = [...document.querySelectorAll(wanted)]
      return found.length < least
        ? null
        : found.map((root) =>
            [...root.querySelectorAll('*')]
              .map((element) =>
                [element.tagName, ...[...element.attributes].map(({ name, value }) => `${name}=${value}`)].join(' '),
              )
              .join('\n'),
          )
    },
    [selector, count] as const,
  )
  return (await handle.jsonValue()) ?? []
}

/**
 * Records each time what the page that the main process prints has drawn: elements and attributes, one text for each
 * sheet.
 */
async function watchPrintedPages(desk: Page): Promise<string[][]> {
  const printed: string[][] = []
  await desk.context().exposeFunction('reportPaper', (pages: string[]) => void printed.push(pages))
  await desk.context().addInitScript(() => {
    const attributesOf = (element: Element): string =>
      [...element.attributes].map(({ name, value }) => `${name}=${value}`).join(' ')
    const skeletonOf = (root: Element): string =>
      [...root.querySelectorAll('*')].map((element) => `${element.tagName} ${attributesOf(element)}`).join('\n')
    new MutationObserver(() => {
      const pages = [...document.querySelectorAll('.printed-page')].map(skeletonOf)
      const report: unknown = Reflect.get(globalThis, 'reportPaper')
      if (pages.length > 0 && typeof report === 'function') report(pages)
    }).observe(document, { childList: true, subtree: true })
  })
  return printed
}

const brandNames = {
  en: '<img src=x onerror=__pwned=1>',
  ar: '"><script>__pwned=1</script>',
  ja: '{{7*7}} @:common.close',
} as const

test('every payload in every field is printed as text, every fourth also in Arabic and Japanese, without foreign links', async () => {
  const texts = ['plain', '\u0000', ...payloads]
  const { desk, page: window, HOME } = await deskWith(texts.map(customerWith))
  await window.getByRole('link', { name: 'Customers', exact: true }).click()
  await window.getByRole('button', { name: 'Bulk QR sheets' }).click()
  const dialog = window.getByRole('dialog')
  const printed = await watchPrintedPages(window)
  const everyFourth = (rest: number): readonly number[] => [...texts.keys()].filter((at) => at < 2 || at % 4 === rest)
  for (const [language, chosen] of [
    ['en', [...texts.keys()]],
    ['ar', everyFourth(0)],
    ['ja', everyFourth(2)],
  ] as const) {
    await setBrand(window, brandOf(brandNames[language]))
    await dialog.getByRole('combobox', { name: 'Language of the PDF' }).selectOption(language)
    await dialog.getByLabel('Customers or eSIMs').fill(chosen.map(addressOf).join('\n'))
    await dialog.getByRole('button', { name: 'Save one PDF' }).click()
    const [filled, blank, ...drawn] = await eventually(() => {
      const whole = printed.find((pages) => pages.length === chosen.length)
      if (whole === undefined) throw new Error('Nothing is drawn yet')
      return whole
    })
    printed.splice(0)
    expect(drawn).toHaveLength(chosen.length - 2)
    // The reseller's name is on all of them.
    expect(filled).not.toMatch(/^(?:SCRIPT|IMG)\b/m)
    for (const [index, at] of chosen.slice(2).entries()) {
      const text = texts[at] ?? ''
      // An ICCID that consists of control characters alone is not drawn.
      expect(drawn[index], JSON.stringify(text)).toBe(plain(text.slice(0, 40)) === '' ? blank : filled)
    }
    const file = join(HOME, 'Downloads', `eSIM ${String(chosen.length)} ${language}.pdf`)
    await dialog.getByRole('status').filter({ hasText: 'saved as' }).filter({ hasText: file }).waitFor()
    expect((await pdfFacts(file)).pages).toBe(chosen.length)
    // The other links have the code in them, which nobody types.
    expect(new Set(await pdfLinks(file))).toEqual(new Set([page]))
  }
  expect(await window.evaluate(() => '__pwned' in globalThis)).toBe(false)
  expectNoConsoleErrors(desk)
})

test('on the screen payloads of every kind are text in the dialogs', async () => {
  const texts = ['plain', ...payloads.filter((payload, at) => at % 10 === 0 && plain(payload.slice(0, 40)) !== '')]
  const { desk, page: window } = await deskWith(texts.map(customerWith))
  const reference = new Map<string, string>()
  for (const [at, text] of texts.entries()) {
    await setBrand(window, brandOf(text))
    await goTo(window, `customers/customer-${String(at + 1)}`)
    await heading(window, addressOf(at)).waitFor()
    for (const name of ['Show QR', 'E-mail']) {
      await window.getByRole('button', { name, exact: true }).click()
      // A button that was busy shows its icon again once its transition has ended.
      await window.locator('dialog[open]').waitFor()
      await expect.poll(() => window.locator('dialog[open] .n-base-loading').count()).toBe(0)
      const [drawn = ''] = await skeletons(window, 'dialog[open]', 1)
      const skeleton = drawn.replaceAll(/\bv-\d+(?:-\d+)*/g, 'v')
      expect(skeleton, JSON.stringify(text)).toBe(reference.get(name) ?? skeleton)
      reference.set(name, skeleton)
      await window.keyboard.press('Escape')
      await window.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    // Otherwise the notification that a customer was closed would be part of a dialog.
    await window.keyboard.press('Alt+w')
    await heading(window, addressOf(at)).waitFor({ state: 'detached' })
  }
  expect(await window.evaluate(() => '__pwned' in globalThis)).toBe(false)
  expectNoConsoleErrors(desk)
})
