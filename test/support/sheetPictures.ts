/**
 * Captures an eSIM's installation in every language, with fields of maximum length: the dialog in both themes, the
 * paper as A4 and Letter, and the mail in a browser as wide as a mail program's column.
 *
 * `node test/support/sheetPictures.ts FOLDER`
 */
import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { sheetDocument } from '#shared/sheet/document.ts'
import { sheetLanguages } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import { findBrowser } from '../../electron/host/chromium/browsers.ts'
import { sheetHtml } from '../../electron/documents/html.ts'
import { qrPicture, qrPng } from '../../electron/documents/qr.ts'
import { sampleSheet } from '../unit/electron/documents/samples.ts'
import { startDesk } from './desk.ts'
import { setBrand } from './brand.ts'
import { maxLengthCustomer, maxLengthBrand, maxLengthCode } from './maxLengths.ts'
import { shopClient, shopSegment, startShopOf } from './shop.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder? node test/support/sheetPictures.ts FOLDER')
await mkdir(folder, { recursive: true })

async function dialogsAndPaper(into: string): Promise<void> {
  const shop = await startShopOf([maxLengthCustomer])
  const desk = await startDesk({
    args: ['--service', shop.baseUrl, '--segment', shopSegment],
    env: { ...shopClient, HOME: into },
    viewport: { width: 1280, height: 800 },
  })
  try {
    const { page } = desk
    page.setDefaultTimeout(30_000)
    await page.getByRole('searchbox', { name: 'Find a customer' }).waitFor()
    await setBrand(page, maxLengthBrand)
    await page.evaluate(`location.assign('#/customers/${shop.customerUid}')`)
    await page.getByRole('button', { name: 'Show QR' }).click()
    const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
    await dialog.waitFor()
    for (const language of sheetLanguages) {
      await dialog.getByRole('combobox', { name: 'Language of the sheet' }).selectOption(language)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.screenshot({ path: join(into, `dialog-${language}-${colorScheme}.png`) })
      }
      for (const paper of ['A4', 'Letter']) {
        await dialog.getByRole('combobox', { name: 'Paper' }).selectOption(paper)
        await dialog.getByRole('button', { name: 'Save PDF' }).click()
        const ending = `${language}${paper === 'Letter' ? ' \\(2\\)' : ''}\\.pdf`
        await page
          .getByText(new RegExp(`^Saved as .* ${ending}`))
          .first()
          .waitFor()
      }
    }
  } finally {
    await desk.close()
    await shop.close()
  }
  const papers = join(into, 'Downloads')
  for (const file of await readdir(papers)) {
    const [, language = '', second] = / (\w+)( \(2\))?\.pdf$/.exec(file) ?? []
    await promisify(execFile)('pdftoppm', [
      '-r',
      '80',
      '-png',
      join(papers, file),
      join(into, `paper-${language}-${second === undefined ? 'A4' : 'Letter'}`),
    ])
  }
}

async function mails(into: string): Promise<void> {
  const executablePath = findBrowser(process.platform, process.env)
  if (executablePath === null) throw new Error('No Chromium is installed')
  const browser = await chromium.launch({ executablePath })
  const page = await browser.newPage({ viewport: { width: 600, height: 800 } })
  const qr = `data:image/png;base64,${Buffer.from(await qrPng(maxLengthCode, 8)).toString('base64')}`
  for (const language of sheetLanguages) {
    const messages = await sheetMessages(language)
    const sheet = {
      ...sampleSheet({ text: 'Example Travel' }),
      brand: maxLengthBrand,
      qr: qrPicture(maxLengthCode),
      iccid: sampleSheet({ text: '8948010000012345678' }).iccid,
    }
    await page.setContent(
      sheetHtml(sheetDocument(sheet, messages), sheet, messages, { qr, logo: null }, 'Hello Ada,\nhere is your eSIM.'),
    )
    await page.screenshot({ path: join(into, `mail-${language}.png`), fullPage: true })
  }
  await browser.close()
}

await dialogsAndPaper(folder)
await mails(folder)
