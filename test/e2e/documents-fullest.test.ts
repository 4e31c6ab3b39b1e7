/** The sheet with the largest possible content, in every language: in both paper sizes, and as it is drawn. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sheetLanguages } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import { setBrand } from '../support/brand.ts'
import { maxLengthCustomer, maxLengthBrand, maxLengthCode } from '../support/maxLengths.ts'
import { pdfFacts, pdfText, pdfWords, qrCodes } from '../support/pdf.ts'
import { expectEnabled, expectNoConsoleErrors } from './journey.ts'
import { sharedShopDesk, type ShopScene } from './shopDesk.ts'

const openCustomer = sharedShopDesk()
async function openFullest(): Promise<ShopScene> {
  const scene = await openCustomer(maxLengthCustomer)
  await setBrand(scene.page, maxLengthBrand)
  // The service has got a package since the inventory was read.
  await scene.page.evaluate('window.desk.inventory.list({ refresh: true })')
  return scene
}

/** Points. Home printers leave this margin blank. */
const smallestMargin = 25

test('in every language and both paper sizes the fullest sheet fits on one page with margins, and its QR code can be read', async () => {
  const { page, card, desk, home, iccid } = await openFullest()
  await card.getByRole('button', { name: 'Show QR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  await dialog.getByRole('note').filter({ hasText: 'Installed already' }).waitFor()
  const sizes = { A4: [596, 842], Letter: [612, 792] } as const
  for (const paper of ['A4', 'Letter'] as const) {
    await dialog.getByRole('combobox', { name: 'Paper' }).selectOption(paper)
    for (const language of sheetLanguages) {
      await dialog.getByRole('combobox', { name: 'Language of the sheet' }).selectOption(language)
      await dialog.getByRole('button', { name: 'Save PDF' }).click()
      const name = `eSIM ${iccid} ${language}${paper === 'Letter' ? ' (2)' : ''}.pdf`
      await page.getByText(`Saved as ${join(home, 'Downloads', name)}`).waitFor()
      const file = join(home, 'Downloads', name)
      const [facts, positions, { zbar, jsqr }, text] = await Promise.all([
        pdfFacts(file),
        pdfWords(file),
        qrCodes(file),
        pdfText(file),
      ])
      expect(facts.pages, `${language} on ${paper}`).toBe(1)
      expect(facts.size.map(Math.round)).toEqual(sizes[paper])
      const margins = [
        positions.map(({ left }) => left),
        positions.map(({ top }) => top),
        positions.map(({ right }) => facts.size[0] - right),
        positions.map(({ bottom }) => facts.size[1] - bottom),
      ]
      expect(Math.min(...margins.flat()), `margin of ${language} on ${paper}`).toBeGreaterThan(smallestMargin)
      expect([...zbar, ...jsqr]).toEqual([maxLengthCode, maxLengthCode])
      // A PDF contains Arabic in its presentation forms, so the Latin parts are compared instead.
      const { title, secret, where } = await sheetMessages(language)
      for (const part of language === 'ar' ? ['SM-DP', 'Android'] : [title, secret.slice(0, 12), where])
        expect(text.replaceAll(/\s+/g, ' ')).toContain(part)
    }
  }
  expectNoConsoleErrors(desk)
})

/** Elements of the drawn sheet that extend beyond the page, have hidden content, or overlap their neighbour. */
const measure = `(() => {
  const wrong = []
  const printedPage = document.querySelector('.printed-page')
  const page = printedPage.getBoundingClientRect()
  if (page.height > page.width * 279 / 210) wrong.push('the page is too long')
  for (const element of printedPage.querySelectorAll('*')) {
    const box = element.getBoundingClientRect()
    const name = element.tagName + ' ' + element.textContent.slice(0, 40)
    if (box.left < page.left - 1 || box.right > page.right + 1 || box.bottom > page.bottom + 1) wrong.push('outside: ' + name)
    const overflows = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2
    if (element instanceof HTMLElement && element.clientWidth > 0 && overflows) wrong.push('more than it shows: ' + name)
    const next = element.nextElementSibling?.getBoundingClientRect()
    if (next === undefined || getComputedStyle(element).display === 'inline' || next.width === 0) continue
    const sharedWidth = Math.min(box.right, next.right) - Math.max(box.left, next.left)
    const sharedHeight = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top)
    if (sharedWidth > 1 && sharedHeight > 1) wrong.push('on its neighbour: ' + name)
  }
  return [printedPage.querySelector('article').lang, ...wrong]
})()`

test('in every language no element of the fullest sheet leaves its box or overlaps its neighbour', async () => {
  const { page, card } = await openFullest()
  // Measured on the page of the main process when it is asked to print.
  let measured: readonly string[] = []
  await page.context().exposeFunction('reportMeasured', (found: string[]) => void (measured = found))
  await page.context().addInitScript(`window.print = () => globalThis.reportMeasured(${measure})`)
  await card.getByRole('button', { name: 'Show QR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  for (const language of sheetLanguages) {
    await dialog.getByRole('combobox', { name: 'Language of the sheet' }).selectOption(language)
    await dialog.getByRole('button', { name: 'Print' }).click()
    await expect.poll(() => measured[0]).toBe(language)
    expect(measured).toEqual([language])
    await expectEnabled(dialog.getByRole('button', { name: 'Print' }))
  }
})
