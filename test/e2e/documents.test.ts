/** Handing over an eSIM's installation: shown, printed, saved, copied; and what is read back from the paper. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { sheetLanguages } from '#shared/sheet/language.ts'
import { sheetWords } from '#shared/sheet/words.ts'
import { setBrand } from '../support/brand.ts'
import { authority } from '../support/certificates.ts'
import { startDesk, type RunningDesk } from '../support/desk.ts'
import { longest, longestBrand, longestCode } from '../support/longest.ts'
import { mailSecret, mailUser, startMailServer } from '../support/mailServer.ts'
import { pdfColours, pdfFacts, pdfText, pdfWords, qrCodes } from '../support/pdf.ts'
import { shopClient, shopSegment, type ShopCustomer, startShopOf } from '../support/shop.ts'
import { codeParts, codeText } from '../unit/shared/model/codes.ts'
import { connectedDesk, expectNoComplaints, heading, openCustomer, searchField } from './journey.ts'

const code = 'LPA:1$smdp.example.com$ABCDE-12345'
/** Points: what home printers leave white. */
const smallestMargin = 25

async function home(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esim-desk-home-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

interface ShopScene {
  readonly desk: RunningDesk
  readonly page: Page
  readonly card: Locator
}

const deskOfShop = (esims: ShopCustomer['esims'], env: Readonly<Record<string, string>> = {}): Promise<ShopScene> => deskOf({ esims }, env)

async function deskOf(customer: ShopCustomer, env: Readonly<Record<string, string>> = {}): Promise<ShopScene> {
  const shop = await startShopOf([customer])
  onTestFinished(() => shop.close())
  const desk = await startDesk({ args: ['--service', shop.baseUrl, '--segment', shopSegment], env: { ...shopClient, ...env } })
  onTestFinished(() => desk.close())
  const { page } = desk
  page.setDefaultTimeout(15_000)
  await searchField(page).waitFor()
  await page.evaluate(`location.assign('#/customers/${shop.customerUid}')`)
  await heading(page, 'ada@example.org').waitFor()
  return { desk, page, card: page.getByRole('region', { name: /^eSIM / }).first() }
}

test('the QR code is shown large on a light ground, with the code in its parts, and closes', async () => {
  const { page, control, desk } = await connectedDesk()
  const { uid, email, iccid } = await control.sample('esimReleased')
  await openCustomer(page, uid, email)
  const card = page.getByRole('region', { name: `eSIM ${iccid ?? ''}` })
  await card.getByRole('button', { name: 'Show QR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  const picture = dialog.getByRole('img', { name: 'QR code of the activation code' })
  await picture.waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect((await picture.boundingBox())?.width).toBeGreaterThan(280)
    expect(await picture.evaluate((svg) => getComputedStyle(svg).backgroundColor)).toBe('rgb(255, 255, 255)')
  }
  await dialog.getByText('smdp.example.com', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expectNoComplaints(desk)
})

test('a malformed code is said to be malformed: there is no QR code and nothing to print', async () => {
  const { page, card } = await deskOfShop([{ activationCode: 'LPA:1$smdp.example.com' }])
  await card.getByRole('button', { name: 'Print' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  await dialog.getByRole('alert').filter({ hasText: 'malformed' }).waitFor()
  expect(await dialog.getByRole('img').count()).toBe(0)
  expect(await dialog.getByRole('button').allInnerTexts()).not.toContain('Print')
})

test('in every language and on both papers the fullest sheet is one page with margins, and its QR code is read back', async () => {
  const HOME = await home()
  const { page, card, desk } = await deskOf(longest, { HOME })
  await setBrand(page, longestBrand)
  await card.getByRole('button', { name: 'Show QR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  await dialog.getByRole('note').filter({ hasText: 'Installed already' }).waitFor()
  const sizes = { A4: [596, 842], Letter: [612, 792] } as const
  for (const paper of ['A4', 'Letter'] as const) {
    await dialog.getByRole('combobox', { name: 'Paper' }).selectOption(paper)
    for (const language of sheetLanguages) {
      await dialog.getByRole('combobox', { name: 'Language of the sheet' }).selectOption(language)
      await dialog.getByRole('button', { name: 'Save PDF' }).click()
      const name = `eSIM 8948010000000000000 ${language}${paper === 'Letter' ? ' (2)' : ''}.pdf`
      await page.getByText(`Saved as ${join(HOME, 'Downloads', name)}`).waitFor()
      const file = join(HOME, 'Downloads', name)
      const facts = await pdfFacts(file)
      expect(facts.pages, `${language} on ${paper}`).toBe(1)
      expect(facts.size.map(Math.round)).toEqual(sizes[paper])
      const places = await pdfWords(file)
      const margins = [places.map(({ left }) => left), places.map(({ top }) => top), places.map(({ right }) => facts.size[0] - right), places.map(({ bottom }) => facts.size[1] - bottom)]
      expect(Math.min(...margins.flat()), `margin of ${language} on ${paper}`).toBeGreaterThan(smallestMargin)
      const { zbar, jsqr } = await qrCodes(file)
      expect([...zbar, ...jsqr]).toEqual([longestCode, longestCode])
      const text = await pdfText(file)
      // Arabic comes out of a PDF in the forms that were drawn: what is in Latin letters stands for it.
      const { title, secret } = await sheetWords(language)
      for (const part of language === 'ar' ? ['SM-DP', 'Android'] : [title, secret.slice(0, 12)]) expect(text.replaceAll(/\s+/g, ' ')).toContain(part)
    }
  }
  expectNoComplaints(desk)
}, 180_000)

/** Elements of the drawn sheet that reach out of the page, hold more than they show, or stand on their neighbour. */
const measure = `(() => {
  const wrong = []
  const leaf = document.querySelector('.paper .leaf')
  const page = leaf.getBoundingClientRect()
  if (page.height > page.width * 279 / 210) wrong.push('the page is too long')
  for (const element of leaf.querySelectorAll('*')) {
    const box = element.getBoundingClientRect()
    const name = element.tagName + ' ' + element.textContent.slice(0, 40)
    if (box.left < page.left - 1 || box.right > page.right + 1 || box.bottom > page.bottom + 1) wrong.push('outside: ' + name)
    if (element instanceof HTMLElement && element.clientWidth > 0 && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2)) wrong.push('more than it shows: ' + name)
    const next = element.nextElementSibling?.getBoundingClientRect()
    if (next !== undefined && getComputedStyle(element).display !== 'inline' && next.width > 0 && Math.min(box.right, next.right) - Math.max(box.left, next.left) > 1 && Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top) > 1) wrong.push('on its neighbour: ' + name)
  }
  return [leaf.querySelector('article').lang, ...wrong]
})()`

test('in every language nothing of the fullest sheet reaches out of its box or onto its neighbour', async () => {
  const { page, card } = await deskOf(longest)
  await setBrand(page, longestBrand)
  // Measured as it stands when the desk asks to have it printed.
  await page.evaluate(`window.print = () => { globalThis.measured = ${measure} }`)
  await card.getByRole('button', { name: 'Show QR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  for (const language of sheetLanguages) {
    await dialog.getByRole('combobox', { name: 'Language of the sheet' }).selectOption(language)
    await dialog.getByRole('button', { name: 'Print' }).click()
    await expect.poll(() => page.evaluate('globalThis.measured?.[0]')).toBe(language)
    expect(await page.evaluate('globalThis.measured')).toEqual([language])
    await expect.poll(() => dialog.getByRole('button', { name: 'Print' }).isEnabled()).toBe(true)
  }
})

test('what is confirmed while a dialog is open stands in it, in front of all that is dimmed', async () => {
  const { page, card } = await deskOfShop([{ activationCode: code }], { HOME: await home() })
  await card.getByRole('button', { name: 'Show QR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  await dialog.getByRole('button', { name: 'Save PDF' }).click()
  const message = dialog.getByText(/^Saved as /)
  await message.waitFor()
  const bottom = async (locator: Locator): Promise<number> => (await locator.boundingBox().then((box) => (box === null ? Infinity : box.y + box.height)))
  expect(await bottom(message)).toBeLessThan(await bottom(dialog.getByRole('heading', { name: 'Installation QR code' })))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  // It outlives the dialog that it was in.
  await card.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Activation code' }).click()
  await page.getByText('Activation code copied').waitFor()
})

test('the backgrounds of the sheet are printed even where the printer leaves backgrounds out', async () => {
  const folder = await home()
  const { page, card } = await deskOfShop([{ activationCode: code }])
  await setBrand(page, { name: '', contact: '', logo: null, colour: '#ffcc00' })
  // The sheet stands on the page until its printing has ended.
  await page.evaluate('window.print = () => new Promise((resolve) => { globalThis.endPrinting = resolve })')
  await card.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => page.evaluate('globalThis.endPrinting !== undefined')).toBe(true)
  const file = join(folder, 'sheet.pdf')
  await page.pdf({ path: file, format: 'A4', printBackground: false })
  expect(await pdfColours(file)).toContain('#ffcc00')
  await page.evaluate('globalThis.endPrinting()')
  await expect.poll(() => page.locator('.paper').count()).toBe(0)
})

test('a sheet that the window has not drawn can’t be had over the bridge', async () => {
  const { page } = await deskOfShop([{ activationCode: code }])
  for (const stamps of [['s'.repeat(43)], [], ['']]) {
    const answer = await page.evaluate(`window.desk.installation.savePdf(${JSON.stringify({ pageSize: 'A4', name: 'x', stamps })})`)
    expect(answer).toMatchObject({ ok: false, error: { code: stamps[0]?.length === 43 ? 'paper_differs' : 'invalid_input' } })
  }
})

test('the paper carries nothing of the window, in the dark theme too, and is gone after it', async () => {
  const HOME = await home()
  const { page, card, desk } = await deskOfShop([{ activationCode: code }], { HOME })
  await page.emulateMedia({ colorScheme: 'dark' })
  await card.getByRole('button', { name: 'Save PDF' }).click()
  await page.getByText(/^Saved as /).waitFor()
  const text = await pdfText(join(HOME, 'Downloads', 'eSIM 8948010000000000000 en.pdf'))
  expect(text).toContain('Install your eSIM')
  expect(text).not.toContain('ada@example.org')
  expect(await page.locator('.paper').count()).toBe(0)
  expectNoComplaints(desk)
})

test('each thing of the copy menu reaches the clipboard', async () => {
  const { page, card, desk } = await deskOfShop([{ activationCode: code, appleUniversalLink: 'https://one.example.com/x?carddata=y', installationUrl: 'https://install.example.com/e' }])
  // The desk's own policy lets nobody read the clipboard: it is pasted, as into a mail.
  await page.evaluate(`document.addEventListener('paste', (event) => { globalThis.pasted = event.clipboardData.types.map((type) => type + ': ' + event.clipboardData.getData(type)).join('\\n') })`)
  const copied = async (item: string): Promise<string> => {
    await card.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByText(`${item} copied`).last().waitFor()
    await page.keyboard.press('ControlOrMeta+V')
    return String(await page.evaluate('globalThis.pasted'))
  }
  expect(await copied('iPhone link')).toBe('text/plain: https://one.example.com/x?carddata=y')
  expect(await copied('Android link')).toContain(`/esim_qrcode_provisioning?carddata=${code}`)
  expect(await copied('Installation page')).toContain('https://install.example.com/e')
  expect(await copied('Activation code')).toBe(`text/plain: ${code}`)
  expect(await copied('QR picture')).toContain('Files: ')
  const mail = await copied('Whole sheet for a mail')
  expect(mail).toContain('text/html: ')
  expect(mail).toContain('ABCDE-12345')
  expect(desk.output()).not.toContain('ABCDE-12345')
})

test('a link that the service did not send is said to be missing', async () => {
  const { page, card } = await deskOfShop([{ activationCode: code }])
  await card.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Installation page' }).click()
  await card.getByRole('alert').filter({ hasText: 'no such link' }).waitFor()
})

test('a mail server is set, tested, and mails a sheet; the secret and the code are in no file', async () => {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  const HOME = await home()
  const ca = join(HOME, 'authority.pem')
  await writeFile(ca, authority)
  const { desk, page, card } = await deskOfShop([{ activationCode: code }], { HOME })

  await card.getByRole('button', { name: 'E-mail' }).click()
  await page.getByRole('dialog', { name: 'E-mail the installation' }).getByRole('link', { name: 'Set one in Settings' }).click()
  const settings = page.getByRole('region', { name: 'Mail server' })
  await settings.getByLabel('Server', { exact: true }).fill('localhost')
  await settings.getByLabel('Port').fill(String(server.port))
  await settings.getByLabel('User').fill(mailUser)
  await settings.getByLabel('Password').last().fill(mailSecret)
  await settings.getByLabel("Sender's address").fill(mailUser)
  await settings.getByLabel('CA file').fill(ca)
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.getByRole('button', { name: 'Send a test to me' }).click()
  await settings.getByRole('status').filter({ hasText: 'The test is sent' }).waitFor()

  await page.goBack()
  await card.getByRole('button', { name: 'E-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'E-mail the installation' })
  await dialog.getByRole('combobox', { name: 'Language of the sheet' }).selectOption('it')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByRole('status').filter({ hasText: 'Sent to ada@example.org' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()

  // Without the customer's page being read again.
  await page.getByRole('region', { name: 'Mails' }).getByRole('listitem').filter({ hasText: 'ada@example.org' }).filter({ hasText: /Sent.*Italian/s }).waitFor()
  const [, mail] = server.mails
  expect(mail?.parsed.subject).toBe('Come installare la Sua eSIM')
  const pdf = join(HOME, 'attached.pdf')
  await writeFile(pdf, mail?.parsed.attachments.find(({ contentType }) => contentType === 'application/pdf')?.content ?? '')
  expect((await qrCodes(pdf)).zbar).toEqual([code])

  const files = await desk.everythingOnDisk()
  for (const secret of ['ABCDE-12345', mailSecret, 'ada@example.org']) {
    expect(files).not.toContain(secret)
    expect(desk.output()).not.toContain(secret)
  }
  expectNoComplaints(desk)
})

test('a hundred different codes become one PDF of a hundred pages and a ZIP of pictures, and every code is read back', async () => {
  const codes = fc.sample(codeParts, { numRuns: 100, seed: 11 }).map(codeText)
  const HOME = await home()
  const { page, desk } = await deskOfShop([...codes.map((activationCode) => ({ activationCode })), { activationCode: 'LPA:1$bad' }], { HOME })
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('button', { name: 'Many sheets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation sheets of many' })
  await dialog.getByLabel('Whose eSIMs').fill('ada@example.org\nnobody@example.org\n')
  await dialog.getByRole('button', { name: 'Save one PDF' }).click()
  await dialog.getByRole('status').filter({ hasText: '100 sheets saved as' }).waitFor({ timeout: 60_000 })
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(['nobody@example.org: nobody found', '8948010000000000100: no usable activation code'])

  const file = join(HOME, 'Downloads', 'eSIM 100 en.pdf')
  expect((await pdfFacts(file)).pages).toBe(100)
  const { zbar, jsqr } = await qrCodes(file)
  expect(zbar).toEqual(codes)
  expect(jsqr).toEqual(codes)

  await dialog.getByRole('button', { name: 'Save ZIP of QR pictures' }).click()
  await dialog.getByRole('status').filter({ hasText: 'eSIM 100.zip' }).waitFor({ timeout: 60_000 })
  const files = unzipSync(await readFile(join(HOME, 'Downloads', 'eSIM 100.zip')))
  expect(Object.keys(files)).toHaveLength(101)
  const table = new TextDecoder().decode(files['esims.csv'])
  for (const one of codes) expect(table).toContain(`"${one}"`)
  expectNoComplaints(desk)
}, 180_000)

test('reading many can be stopped, and then nothing is saved', async () => {
  const { page } = await deskOfShop(Array.from({ length: 400 }, () => ({ activationCode: code })))
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('button', { name: 'Many sheets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation sheets of many' })
  await dialog.getByLabel('Whose eSIMs').fill('ada@example.org')
  await dialog.getByRole('button', { name: 'Save one PDF' }).click()
  await dialog.getByRole('progressbar', { name: 'Sheets read' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('status').filter({ hasText: 'Cancelled: nothing was saved.' }).waitFor()
})

test('a code that was shown, printed, saved and copied is in no file of the desk and in nothing that it printed', async () => {
  const HOME = await home()
  const { desk, page, card } = await deskOfShop([{ activationCode: code, appleUniversalLink: `https://one.example.com/x?carddata=${code}`, installationUrl: 'https://install.example.com/private-page' }], { HOME })
  await card.getByRole('button', { name: 'Show QR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  await dialog.getByText('ABCDE-12345').waitFor()
  await dialog.getByRole('button', { name: 'Save PDF' }).click()
  await page.getByText(/^Saved as /).waitFor()
  await dialog.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => dialog.getByRole('button', { name: 'Print' }).isEnabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await card.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('menuitem', { name: 'iPhone link' }).click()
  await page.getByText('iPhone link copied').waitFor()
  expect(await page.evaluate('document.documentElement.outerHTML + JSON.stringify(history.state) + location.href')).not.toContain('ABCDE-12345')
  const traces = `${await desk.everythingOnDisk()}${desk.output()}`
  for (const secret of ['ABCDE-12345', 'ABCDE', 'carddata', 'private-page', Buffer.from(code).toString('base64')]) expect(traces).not.toContain(secret)
  expectNoComplaints(desk)
})
