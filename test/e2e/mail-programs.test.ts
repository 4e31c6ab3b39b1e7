/** The mail on a phone, in a browser: in the dark, with inverted colours, and without pictures. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sheetLanguages } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import { findBrowser } from '../../electron/host/chromium/browsers.ts'
import { mailContent } from '../../electron/documents/mailContent.ts'
import { qrPng } from '../../electron/documents/qr.ts'
import { pixelsOf } from '../support/electronCheck/sheet.ts'
import { maxLengthBrand, maxLengthCode } from '../support/maxLengths.ts'
import { readQr } from '../support/pdf.ts'
import { sampleSheet } from '../unit/electron/documents/samples.ts'

const phone = { width: 390, height: 844 }
/** A mail program that blocks pictures shows as little of it as a browser. */
const blocked = 'cid:qr@sheet'
const qr = `data:image/png;base64,${Buffer.from(await qrPng(maxLengthCode, 8)).toString('base64')}`

let browser: Browser
let page: Page

beforeAll(async () => {
  const executablePath = findBrowser(process.platform, process.env)
  if (executablePath === null) throw new Error('No Chromium is installed')
  browser = await chromium.launch({ executablePath })
  page = await browser.newPage({ viewport: phone })
})
afterAll(() => browser.close())

async function open(
  language: (typeof sheetLanguages)[number],
  picture: string,
  colour: string = maxLengthBrand.colour,
) {
  const { code, ...sheet } = sampleSheet({ text: 'Example Travel' })
  const long = {
    ...sheet,
    code: code && { ...code, text: maxLengthCode, matchingId: 'ABCDE-'.repeat(12) },
    brand: { ...maxLengthBrand, colour },
  }
  const { html } = await mailContent(long, language, { qr: picture, logo: null }, 'Hello Ada,\nhere it is.')
  await page.setContent(html)
}

/** What a mail program does to a colour that is background or not. */
type Repaint = 'as it is' | 'inverted' | 'darkened'

/**
 * The smallest contrast of a text with what it stands on. `inverted` turns the lightness of every colour around, as
 * Gmail on iOS and Outlook on Windows do, `darkened` that of light backgrounds and dark texts, as Gmail on Android and
 * Outlook on the web do.
 */
const smallestContrast = (repaint: Repaint): Promise<number> =>
  page.evaluate((how) => {
    const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const turned = ([red = 0, green = 0, blue = 0]: readonly number[], isBackground: boolean): number[] => {
      const [darkest, lightest] = [Math.min(red, green, blue), Math.max(red, green, blue)]
      const isLight = darkest + lightest > 255
      if (how === 'as it is' || (how === 'darkened' && isLight !== isBackground)) return [red, green, blue]
      // Of a colour with this hue and saturation and the opposite lightness.
      return [red, green, blue].map((channel) => channel + 255 - darkest - lightest)
    }
    const luminance = (colour: readonly number[]): number => {
      const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
        const share = channel / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const backgroundOf = (element: Element | null): number[] => {
      if (element === null) return [255, 255, 255]
      const [red = 0, green = 0, blue = 0, alpha = 1] = channels(getComputedStyle(element).backgroundColor)
      return alpha === 0 ? backgroundOf(element.parentElement) : [red, green, blue]
    }
    const hasText = (element: Element): boolean =>
      element.tagName === 'IMG' ||
      [...element.childNodes].some((node) => node instanceof Text && (node.textContent ?? '').trim() !== '')
    const contrasts = [...document.body.querySelectorAll('*')].filter(hasText).map((element) => {
      const text = luminance(turned(channels(getComputedStyle(element).color), false))
      const background = luminance(turned(backgroundOf(element), true))
      return (Math.max(text, background) + 0.05) / (Math.min(text, background) + 0.05)
    })
    return Math.min(...contrasts)
  }, repaint)

const picture = () => page.locator('td img')

test.each(sheetLanguages)('in %s it is legible on a phone, light, dark and repainted', async (language) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const colour of ['#3d48cc', '#ffe066', '#101010']) {
      await open(language, qr, colour)
      expect(await smallestContrast('as it is'), colorScheme).toBeGreaterThanOrEqual(4.5)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
    const frame = page.locator('td:has(> img)')
    expect(await frame.getAttribute('bgcolor')).toBe('#ffffff')
    expect(await frame.evaluate((cell) => getComputedStyle(cell).backgroundColor)).toBe('rgb(255, 255, 255)')
    // A camera reads it from the screen.
    expect(readQr(await pixelsOf(picture()))).toBe(maxLengthCode)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  for (const repaint of ['inverted', 'darkened'] as const)
    expect(await smallestContrast(repaint), repaint).toBeGreaterThanOrEqual(4.5)
})

test.each(sheetLanguages)('in %s the links come first, and without pictures it says what to do', async (language) => {
  const { iphone, android, qrAlt } = await sheetMessages(language)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await open(language, blocked)
    const code = await picture().boundingBox()
    for (const { link } of [iphone, android]) {
      const box = await page.getByRole('link', { name: link, exact: true }).boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(code?.y ?? 0)
    }
    await page.getByRole('img', { name: qrAlt, exact: true }).waitFor()
    expect(await smallestContrast('as it is')).toBeGreaterThanOrEqual(4.5)
    // The text fits into the place of the picture, and is painted there.
    const height = await picture().evaluate((image: HTMLImageElement) => {
      const text = Object.assign(document.createElement('p'), { textContent: `▢ ${image.alt}` })
      text.style.cssText = `${image.style.cssText};margin:0;width:${String(image.width)}px`
      image.before(text)
      const { height: needed } = text.getBoundingClientRect()
      text.remove()
      return needed
    })
    expect(height).toBeLessThanOrEqual(code?.height ?? 0)
    const painted = async (): Promise<number> =>
      (await pixelsOf(picture())).grey.reduce((dark, pixel) => dark + Number(pixel === 0), 0)
    const withText = await painted()
    await picture().evaluate((image: HTMLImageElement) => (image.alt = ' '))
    expect(withText - (await painted())).toBeGreaterThan(500)
  }
})
