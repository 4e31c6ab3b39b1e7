/** Mails with hostile text, opened in a browser that allows scripts, pictures and every address. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sheetDocument } from '#shared/sheet/document.ts'
import { type SheetLanguage, sheetLanguages } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import { findBrowser } from '../../electron/host/chromium/browsers.ts'
import { sheetHtml } from '../../electron/documents/html.ts'
import { harmless, payloads } from '../support/payloads.ts'
import { sampleSheet, sheetFields, type SheetField } from '../unit/electron/documents/samples.ts'

const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
const pictures = { qr: dot, logo: dot }
type Field = SheetField | 'note'

let browser: Browser
let page: Page
let requested: string[]

beforeAll(async () => {
  const executablePath = findBrowser(process.platform, process.env)
  if (executablePath === null) throw new Error('No Chromium is installed')
  browser = await chromium.launch({ executablePath })
  page = await browser.newPage()
  requested = []
  page.on('request', (request) => void (request.url().startsWith('data:') || requested.push(request.url())))
  page.on('dialog', (dialog) => void (requested.push('a dialog'), dialog.dismiss()))
})
afterAll(() => browser.close())

async function mail(language: SheetLanguage, text: string, fields: readonly Field[]): Promise<string> {
  const messages = await sheetMessages(language)
  const sheet = sampleSheet({ text, fields: fields.filter((field) => field !== 'note') })
  return sheetHtml(sheetDocument(sheet, messages), sheet, messages, pictures, fields.includes('note') ? text : '')
}

/**
 * The elements and their attributes, as a browser parses them. The only text in an attribute is the alternative to a
 * picture.
 */
const skeletons = (mails: readonly string[]): Promise<readonly string[]> =>
  page.evaluate((sources) => {
    const parser = new DOMParser()
    return sources.map((source) =>
      [...parser.parseFromString(source, 'text/html').querySelectorAll('*')]
        .map((element) =>
          [
            element.tagName,
            ...[...element.attributes].map(({ name, value }) => (name === 'alt' ? name : `${name}=${value}`)),
          ].join(' '),
        )
        .join('\n'),
    )
  }, mails)

/** Opens the mails side by side with everything that runs and loads in them, and returns whether anything has run. */
const opened = (mails: readonly string[]): Promise<boolean> =>
  page.evaluate(async (sources) => {
    const frames = sources.map((source) => Object.assign(document.createElement('iframe'), { srcdoc: source }))
    const loads = frames.map(
      (frame) => new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })),
    )
    document.body.replaceChildren(...frames)
    await Promise.all(loads)
    return [window, ...frames.map((frame) => frame.contentWindow ?? window)].some((each) => '__pwned' in each)
  }, mails)

async function expectNothingButText(language: SheetLanguage, fields: readonly Field[]): Promise<void> {
  const hostile = await skeletons(await Promise.all(payloads.map((payload) => mail(language, payload, fields))))
  const plain = await skeletons(await Promise.all(payloads.map((payload) => mail(language, harmless(payload), fields))))
  expect(hostile).toHaveLength(payloads.length)
  for (const [at, skeleton] of hostile.entries()) expect(skeleton, JSON.stringify(payloads[at])).toBe(plain[at])
}

test('there are at least 150 payloads, all different', () => {
  expect(new Set(payloads).size).toBe(payloads.length)
  expect(payloads.length).toBeGreaterThan(150)
})

test('a browser that would run and fetch anything runs and fetches nothing from a mail', async () => {
  expect(await opened(['<img src="https://evil.example/pixel.png"><script>__pwned=1</script>'])).toBe(true)
  expect(requested).toEqual(['https://evil.example/pixel.png'])
  requested = []
  await page.goto('about:blank')
  expect(
    await opened(await Promise.all(payloads.map((payload) => mail('en', payload, [...sheetFields, 'note'])))),
  ).toBe(false)
  expect(requested).toEqual([])
})

test.each(sheetLanguages)('in %s every payload in all fields at once is text', async (language) => {
  await expectNothingButText(language, [...sheetFields, 'note'])
})

test.each([...sheetFields, 'note'] as const)('every payload in %s alone is text', async (field) => {
  await expectNothingButText('en', [field])
})
