/**
 * Measures installation sheets: a QR code on the screen, a PDF of one page and of a hundred, and how many of 1,000
 * varied codes two independent decoders fail to read from the PDF.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { startDesk } from '../support/desk.ts'
import { qrCodes } from '../support/pdf.ts'
import { shopClient, shopSegment, startShop } from '../support/shop.ts'
import { codeParts, codeText } from '../unit/shared/model/codes.ts'
import { figure, machine, median } from './support/figures.ts'
import { keyToPainted } from './support/painted.ts'

const rounds = 15
const perFile = 100
const files = 10

/** Runs the work on a desk with one customer, whose eSIMs have these codes. */
async function withDesk<T>(codes: readonly string[], home: string, work: (page: Page) => Promise<T>): Promise<T> {
  const shop = await startShop(codes.map((activationCode) => ({ activationCode })))
  const desk = await startDesk({
    args: ['--service', shop.baseUrl, '--segment', shopSegment],
    env: { ...shopClient, HOME: home },
  })
  try {
    desk.page.setDefaultTimeout(60_000)
    await desk.page.getByRole('searchbox', { name: 'Find a customer' }).waitFor()
    return await work(desk.page)
  } finally {
    await desk.close()
    await shop.close()
  }
}

const since = (startedAt: number): number => performance.now() - startedAt

async function oneSheet(page: Page): Promise<void> {
  await page.evaluate(`location.assign('#/customers/customer-1')`)
  const card = page.getByRole('region', { name: /^eSIM / }).first()
  const shown: number[] = []
  const saved: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await card.getByRole('button', { name: 'Show QR' }).focus()
    shown.push(await keyToPainted(page, 'Enter', 'dialog .qr path'))
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const ending = new RegExp(`^Saved as .*${round === 0 ? 'en' : `\\(${String(round + 1)}\\)`}\\.pdf$`)
    const startedAt = performance.now()
    await card.getByRole('button', { name: 'Save PDF' }).click()
    await page.getByText(ending).waitFor()
    saved.push(since(startedAt))
  }
  figure({
    name: 'QR code on the screen, from the key, with the response of the service',
    value: median(shown),
    unit: 'ms',
    goal: 100,
  })
  figure({ name: 'PDF of one page, from the click to the file', value: median(saved), unit: 'ms', goal: 700 })
}

/** Returns milliseconds from the click to the file. */
async function manySheets(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('button', { name: 'Bulk QR sheets' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Customers or eSIMs').fill('ada@example.org')
  const startedAt = performance.now()
  await dialog.getByRole('button', { name: 'Save one PDF' }).click()
  await dialog.getByRole('status').filter({ hasText: 'saved as' }).waitFor()
  return since(startedAt)
}

const home = await mkdtemp(join(tmpdir(), 'esim-desk-bench-'))
try {
  machine()
  await withDesk(['LPA:1$smdp.example.com$ABCDE-12345'], home, oneSheet)
  const codes = fc.sample(codeParts, { numRuns: perFile * files, seed: 4 }).map(codeText)
  const durations: number[] = []
  let unreadCount = 0
  for (let file = 0; file < files; file += 1) {
    const mine = codes.slice(file * perFile, (file + 1) * perFile)
    durations.push(await withDesk(mine, home, manySheets))
    const name = `eSIM ${String(perFile)} en${file === 0 ? '' : ` (${String(file + 1)})`}.pdf`
    const { zbar, jsqr } = await qrCodes(join(home, 'Downloads', name))
    unreadCount += mine.filter((code, at) => zbar[at] !== code || jsqr[at] !== code).length
  }
  figure({
    name: `PDF of ${String(perFile)} pages, from the click to the file, with reading the codes`,
    value: median(durations) / 1000,
    unit: 's',
    goal: 10,
  })
  figure({
    name: `Codes of ${String(codes.length)} that zbar or jsQR did not read`,
    value: unreadCount,
    unit: 'codes',
    goal: 0,
  })
} finally {
  await rm(home, { recursive: true, force: true })
}
