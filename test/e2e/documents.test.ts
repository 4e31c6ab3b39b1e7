/** Handing over an eSIM's installation: it is shown, printed, saved and copied, and the printed page is read back. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { setBrand } from '../support/brand.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import { authority } from '../support/certificates.ts'
import { mailSecret, mailUser, startMailServer } from '../support/mailServer.ts'
import { pdfColours, pdfText, qrCodes } from '../support/pdf.ts'
import { answerQuestion } from '../support/questions.ts'
import { choose, expectEnabled, expectFocus, expectNoConsoleErrors } from './journey.ts'
import { windowHeapStrings } from '../support/windowHeap.ts'
import { sharedShopDesk } from './shopDesk.ts'

const openCustomer = sharedShopDesk()
const code = 'LPA:1$smdp.example.com$ABCDE-12345'

test(
  'the QR code is shown large on a light background with the parts of the code, and the dialog closes',
  { tags: ['journey'] },
  async () => {
    const { page, desk, iccid } = await openCustomer({ esims: [{ activationCode: code }] })
    const card = page.getByRole('region', { name: `eSIM ${iccid}` })
    await card.getByRole('button', { name: 'Show QR' }).click()
    const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
    const picture = dialog.getByRole('img', { name: 'QR code of the activation code' })
    await picture.waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(() => picture.boundingBox().then((box) => box?.width)).toBeGreaterThan(280)
      await expect
        .poll(() => picture.evaluate((svg) => getComputedStyle(svg).backgroundColor))
        .toBe('rgb(255, 255, 255)')
    }
    for (const part of ['smdp.example.com', 'ABCDE-12345']) await dialog.getByText(part, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expectNoConsoleErrors(desk)
  },
)

test('a malformed code is reported as malformed, without a QR code and without a way to print it', async () => {
  const { page, card } = await openCustomer({ esims: [{ activationCode: 'LPA:1$smdp.example.com' }] })
  await choose(card, 'More', 'Print')
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  await dialog.getByRole('alert').filter({ hasText: 'malformed' }).waitFor()
  expect(await dialog.getByRole('img').count()).toBe(0)
  expect(await dialog.getByRole('button').allInnerTexts()).not.toContain('Print')
})

test('a toast that appears while a dialog is open is shown inside it, in front of the dimmed page', async () => {
  const { page, card } = await openCustomer({ esims: [{ activationCode: code }] })
  await card.getByRole('button', { name: 'Show QR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  await dialog.getByRole('button', { name: 'Save PDF' }).click()
  const message = dialog.getByText(/^Saved as /)
  await message.waitFor()
  const bottom = async (locator: Locator): Promise<number> =>
    await locator.boundingBox().then((box) => (box === null ? Infinity : box.y + box.height))
  // The toast fades in.
  await expect
    .poll(
      async () =>
        (await bottom(dialog.getByRole('heading', { name: 'Installation QR code' }))) - (await bottom(message)),
    )
    .toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  // The toast outlives the dialog that contained it.
  await choose(card, 'More', 'Copy: Activation code')
  await page.getByText('Activation code copied').waitFor()
})

test('the backgrounds of the sheet are printed even if the printer omits backgrounds', async () => {
  const { page, card, home } = await openCustomer({ esims: [{ activationCode: code }] })
  await setBrand(page, { name: '', contact: '', logo: null, colour: '#ffcc00' })
  const printed = Promise.withResolvers<void>()
  let prints = 0
  await page.context().exposeFunction('holdPrinting', () => ((prints += 1), printed.promise))
  await page.context().addInitScript('window.print = () => globalThis.holdPrinting()')
  const opening = page.context().waitForEvent('page')
  await choose(card, 'More', 'Print')
  const paper = await opening
  await expect.poll(() => prints).toBe(1)
  const file = join(home, 'sheet.pdf')
  await paper.pdf({ path: file, format: 'A4', printBackground: false })
  expect(await pdfColours(file)).toContain('#ffcc00')
  printed.resolve()
  await expect.poll(() => paper.isClosed()).toBe(true)
})

test('what a script draws in the window is never printed, and sheets of the window are refused', async () => {
  const { page, card, home, iccid } = await openCustomer({ esims: [{ activationCode: code }] })
  await page.evaluate(`(() => {
    const forged = document.createElement('div')
    forged.className = 'printed-sheets'
    forged.style.cssText = 'display: block !important; position: fixed; inset: 0; z-index: 9999; background: red; pointer-events: none'
    forged.innerText = 'LPA:1$evil.example.com$STOLEN'
    document.body.append(forged)
    document.querySelectorAll('h1').forEach((title) => title.append(' forged title'))
  })()`)
  await choose(card, 'More', 'Save PDF')
  await page.getByText(/^Saved as /).waitFor()
  const text = await pdfText(join(home, 'Downloads', `eSIM ${iccid} en.pdf`))
  expect(text).toContain('ABCDE-12345')
  expect(text).not.toMatch(/evil|STOLEN|forged/)
  const answer = await page.evaluate(
    `window.desk.installation.savePdf(${JSON.stringify({ sheets: [{}], language: 'en', pageSize: 'A4', name: 'x' })})`,
  )
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
})

test(
  'the printed page contains nothing of the window, also in the dark theme, and is removed afterwards',
  { tags: ['journey', 'saves-files', 'reads-paper'] },
  async () => {
    const { page, card, desk, home, iccid } = await openCustomer({ esims: [{ activationCode: code }] })
    await page.emulateMedia({ colorScheme: 'dark' })
    await choose(card, 'More', 'Save PDF')
    await page.getByText(/^Saved as /).waitFor()
    const text = await pdfText(join(home, 'Downloads', `eSIM ${iccid} en.pdf`))
    expect(text).toContain('Install your eSIM')
    expect(text).not.toContain('ada@example.org')
    await expect.poll(() => page.locator('.printed-sheets').count()).toBe(0)
    expectNoConsoleErrors(desk)
  },
)

test('each entry of the copy menu reaches the clipboard', { tags: ['journey', 'reads-clipboard'] }, async () => {
  const { page, card, desk } = await openCustomer({
    esims: [
      {
        activationCode: code,
        appleUniversalLink: 'https://one.example.com/x?carddata=y',
        installationUrl: 'https://install.example.com/e',
      },
    ],
  })
  // The desk's own policy forbids reading the clipboard, so the test pastes it, as into a mail.
  await page.evaluate(
    `document.addEventListener('paste', (event) => { globalThis.pasted = ` +
      `event.clipboardData.types.map((type) => type + ': ' + ` +
      `event.clipboardData.getData(type)).join('\\n') })`,
  )
  const copied = async (item: string): Promise<string> => {
    await choose(card, 'More', `Copy: ${item}`)
    await page.getByText(`${item} copied`).last().waitFor()
    await page.evaluate('globalThis.pasted = undefined')
    await page.keyboard.press('ControlOrMeta+V')
    await expect.poll(() => page.evaluate('globalThis.pasted')).toBeDefined()
    return String(await page.evaluate('globalThis.pasted'))
  }
  expect(await copied('iPhone link')).toBe('text/plain: https://one.example.com/x?carddata=y')
  expect(await copied('Android link')).toContain(`/esim_qrcode_provisioning?carddata=${code}`)
  expect(await copied('Installation page')).toContain('https://install.example.com/e')
  expect(await copied('Activation code')).toBe(`text/plain: ${code}`)
  expect(await copied('QR picture')).toContain('Files: ')
  const mail = await copied('Full instructions (for e-mail)')
  expect(mail).toContain('text/html: ')
  expect(mail).toContain('ABCDE-12345')
  expect(desk.output()).not.toContain('ABCDE-12345')
})

test('a link that the service did not send is reported as missing', async () => {
  const { card } = await openCustomer({ esims: [{ activationCode: code }] })
  await choose(card, 'More', 'Copy: Installation page')
  await card.getByRole('alert').filter({ hasText: 'no such link' }).waitFor()
})

test(
  'a mail server is set, tested and sends a sheet, and no file contains the secret or the code',
  { tags: ['journey', 'reads-paper', 'answers-questions'] },
  async () => {
    const server = await startMailServer()
    onTestFinished(() => server.close())
    const { desk, page, card, home } = await openCustomer({ esims: [{ activationCode: code }] })
    const ca = join(home, 'authority.pem')
    await writeFile(ca, authority)

    await card.getByRole('button', { name: 'E-mail' }).click()
    await page
      .getByRole('dialog', { name: 'E-mail the installation' })
      .getByRole('link', { name: 'Set one in Settings' })
      .click()
    const settings = page.getByRole('region', { name: 'Mail server' })
    await settings.getByLabel('Server', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('localhost')
    // The header with the way back covers none of the fields above, to which the keyboard leads.
    const header = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Settings', level: 1 }) })
    const pixel = 1
    for (let fields = 0; fields < 14; fields += 1) {
      await page.keyboard.press('Shift+Tab')
      const [above, focused] = [await header.boundingBox(), await page.locator(':focus').boundingBox()]
      expect(focused?.y).toBeGreaterThanOrEqual((above?.y ?? Infinity) + (above?.height ?? 0) - pixel)
    }
    await settings.getByLabel('Port').fill(String(server.port))
    await settings.getByLabel('User').fill(mailUser)
    await settings.getByLabel('Password').last().fill(mailSecret)
    await settings.getByLabel("Sender's address").fill(mailUser)
    await settings.getByLabel('CA file').fill(ca)
    const save = settings.getByRole('button', { name: 'Save' })
    // A desk with a debugging port refuses the server of another computer.
    await settings.getByLabel('Server', { exact: true }).fill('mail.example.com')
    await save.click()
    const [form, alert] = [settings.locator('form').first(), settings.getByRole('alert')]
    const [{ x, width }, { x: alertX, width: alertWidth, height }] = [
      (await form.boundingBox()) ?? {},
      (await alert.boundingBox()) ?? {},
    ]
    expect([alertX, alertWidth]).toEqual([x, width])
    expect(height).toBeLessThan(100)
    await settings.getByLabel('Server', { exact: true }).fill('localhost')
    await save.click()
    await answerQuestion(desk, 'Use this mail server?')
    await settings.getByRole('button', { name: 'Send a test to me' }).click()
    await settings.getByRole('status').filter({ hasText: 'The test is sent' }).waitFor()

    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await card.getByRole('button', { name: 'E-mail' }).click()
    const dialog = page.getByRole('dialog', { name: 'E-mail the installation' })
    await dialog.getByRole('combobox', { name: 'Language of the sheet' }).selectOption('it')
    await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
    const preview = dialog.getByRole('region', { name: 'Preview', exact: true })
    await preview.getByText('Come installare la Sua eSIM').waitFor()
    await preview.getByText('••••••').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.content()).not.toContain('ABCDE-12345')
    expect((await windowHeapStrings(page)).filter((held) => held.includes('ABCDE-12345'))).toEqual([])
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByRole('status').filter({ hasText: 'Sent to ada@example.org' }).waitFor()
    await expectFocus(dialog.getByRole('button', { name: 'Close' }))
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })

    // The customer's page is not read again.
    await page
      .getByRole('region', { name: 'Timeline' })
      .getByRole('listitem')
      .filter({ hasText: 'ada@example.org' })
      .filter({ hasText: /Sent.*Italian/s })
      .waitFor()
    const [, mail] = server.mails
    expect(mail?.parsed.subject).toBe('Come installare la Sua eSIM')
    const pdf = join(home, 'attached.pdf')
    await writeFile(
      pdf,
      mail?.parsed.attachments.find(({ contentType }) => contentType === 'application/pdf')?.content ?? '',
    )
    expect((await qrCodes(pdf)).zbar).toEqual([code])

    const files = await desk.profileContents()
    for (const secret of ['ABCDE-12345', mailSecret, 'ada@example.org']) {
      expect(files).not.toContain(secret)
      expect(desk.output()).not.toContain(secret)
    }
    expectNoConsoleErrors(desk)
  },
)

test('a code that was shown, printed, saved and copied is in no file and no output of the desk', async () => {
  const { desk, page, card } = await openCustomer({
    esims: [
      {
        activationCode: code,
        appleUniversalLink: `https://one.example.com/x?carddata=${code}`,
        installationUrl: 'https://install.example.com/private-page',
      },
    ],
  })
  await card.getByRole('button', { name: 'Show QR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  await dialog.getByText('ABCDE-12345').waitFor()
  await dialog.getByRole('button', { name: 'Save PDF' }).click()
  await page.getByText(/^Saved as /).waitFor()
  await dialog.getByRole('button', { name: 'Print' }).click()
  await expectEnabled(dialog.getByRole('button', { name: 'Print' }))
  await expectFocus(dialog.getByRole('button', { name: 'Print' }))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await choose(card, 'More', 'Copy: iPhone link')
  await page.getByText('iPhone link copied').waitFor()
  expect(
    await page.evaluate('document.documentElement.outerHTML + JSON.stringify(history.state) + location.href'),
  ).not.toContain('ABCDE-12345')
  const traces = `${await desk.profileContents()}${desk.output()}`
  for (const secret of ['ABCDE-12345', 'ABCDE', 'carddata', 'private-page', Buffer.from(code).toString('base64')])
    expect(traces).not.toContain(secret)
  expectNoConsoleErrors(desk)
})
