/** What remains of an eSIM's installation on a machine with a keychain, and the accessibility of its dialogs. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import { authority } from '../support/certificates.ts'
import { startDesk } from '../support/desk.ts'
import { startKeyring } from '../support/keyring.ts'
import { mailSecret, mailUser, startMailServer } from '../support/mailServer.ts'
import { shopClient, shopSegment, startShop } from '../support/shop.ts'
import { answerQuestion } from '../support/questions.ts'
import { choose, expectEnabled, goTo, heading, searchField } from './journey.ts'

const matchingId = 'KQ7XW-TRACELESS-92'
const address = 'untraced.smdp.example.com'
const code = `LPA:1$${address}$${matchingId}$$1`
const apple = `https://one.example.com/untraced-link?carddata=${code}`
const installationPage = 'https://install.example.com/untraced-page'

/** The spellings in which a program may write a text. */
function spellings(text: string): readonly string[] {
  // In base64 the first and last characters depend on the surrounding text. Those in the middle don't.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from(`${' '.repeat(shift)}${text}`)
      .toString('base64')
      .slice(4, -4),
  )
  return [
    text,
    text.toLowerCase(),
    encodeURIComponent(text),
    Buffer.from(text, 'utf16le').toString('latin1'),
    Buffer.from(text).toString('hex'),
    ...base64,
    ...base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_')),
  ]
}

async function everythingIn(folder: string, except: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).startsWith(except))
  return (
    await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1').catch(() => '')))
  ).join('\n')
}

async function folder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), name))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

test('with a keychain no file, log or journal contains the code, its parts, its links or the secret of the mail server', async () => {
  const keyring = await startKeyring()
  onTestFinished(() => keyring.stop())
  const [userData, HOME] = [await folder('esim-desk-kept-'), await folder('esim-desk-home-')]
  const TMPDIR = join(HOME, 'tmp')
  await mkdir(TMPDIR)
  const ca = join(HOME, 'authority.pem')
  await writeFile(ca, authority)
  const server = await startMailServer()
  onTestFinished(() => server.close())
  const shop = await startShop([{ activationCode: code, appleUniversalLink: apple, installationUrl: installationPage }])
  onTestFinished(() => shop.close())
  const desk = await startDesk({
    userData,
    args: ['--service', shop.baseUrl, '--segment', shopSegment],
    env: { ...shopClient, ...keyring.env, HOME, TMPDIR },
  })
  onTestFinished(() => desk.close())
  const { page } = desk
  await searchField(page).waitFor()
  const mail = {
    host: 'localhost',
    port: server.port,
    security: 'starttls',
    user: mailUser,
    auth: 'password',
    from: mailUser,
    caFile: ca,
    secret: mailSecret,
  }
  const setting = page.evaluate(`window.desk.settings.set(${JSON.stringify({ mail })})`)
  await answerQuestion(desk, 'Use this mail server?')
  expect(await setting).toMatchObject({ ok: true, value: { keychain: 'stored', mail: { secret: 'stored' } } })

  await page.reload()
  await searchField(page).waitFor()
  await goTo(page, `customers/${shop.customerUid}`)
  await heading(page, 'ada@example.org').waitFor()
  const card = page.getByRole('region', { name: /^eSIM / }).first()
  await card.getByRole('button', { name: 'Show QR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
  await dialog.getByText(matchingId).waitFor()
  await dialog.getByRole('button', { name: 'Save PDF' }).click()
  await page.getByText(/^Saved as /).waitFor()
  await dialog.getByRole('button', { name: 'Print' }).click()
  await expectEnabled(dialog.getByRole('button', { name: 'Print' }))
  await dialog.getByRole('button', { name: 'Close' }).click()
  for (const item of [
    'iPhone link',
    'Android link',
    'Installation page',
    'Activation code',
    'QR picture',
    'Full instructions (for e-mail)',
  ]) {
    await choose(card, 'More', `Copy: ${item}`)
    await page.getByText(`${item} copied`).last().waitFor()
  }
  await card.getByRole('button', { name: 'E-mail' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('dialog').getByRole('status').filter({ hasText: 'Sent to ada@example.org' }).waitFor()
  expect(server.mails[0]?.parsed.text).toContain(matchingId)

  const hidden = [code, matchingId, address, apple, installationPage, mailSecret].flatMap(spellings)
  /** The file that the person saved is excluded. */
  const traces = async (): Promise<string> =>
    `${await everythingIn(userData, join(HOME, 'Downloads'))}${await everythingIn(HOME, join(HOME, 'Downloads'))}${desk.output()}`
  const open = await traces()
  expect(await readdir(userData)).toEqual(expect.arrayContaining(['journal.db', 'work.db']))
  expect(hidden.filter((each) => open.includes(each))).toEqual([])
  await desk.close()
  const closed = await traces()
  expect(closed).toContain('esim-0')
  expect(hidden.filter((each) => closed.includes(each))).toEqual([])
})

test('the dialogs of an installation have no accessibility violations in both themes', async () => {
  const shop = await startShop([
    { activationCode: code, appleUniversalLink: apple, state: 'INSTALLED' },
    { activationCode: 'LPA:1$x' },
  ])
  onTestFinished(() => shop.close())
  const desk = await startDesk({ args: ['--service', shop.baseUrl, '--segment', shopSegment], env: shopClient })
  onTestFinished(() => desk.close())
  const { page } = desk
  await searchField(page).waitFor()
  const mail = {
    host: 'localhost',
    port: 9,
    security: 'tls',
    user: mailUser,
    auth: 'password',
    from: mailUser,
    caFile: null,
    secret: mailSecret,
  }
  const setting = page.evaluate(`window.desk.settings.set(${JSON.stringify({ mail })})`)
  await answerQuestion(desk, 'Use this mail server?')
  await setting
  await page.reload()
  await searchField(page).waitFor()
  await goTo(page, `customers/${shop.customerUid}`)
  await heading(page, 'ada@example.org').waitFor()
  const [card, bad] = [
    page.getByRole('region', { name: /^eSIM / }).first(),
    page.getByRole('region', { name: /^eSIM / }).nth(1),
  ]
  const dialog = page.getByRole('dialog')
  const checkDialog = async (what: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await accessibilityViolations(page), `${what}, ${colorScheme}`).toEqual([])
    }
  }
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }

  await card.getByRole('button', { name: 'Show QR' }).click()
  await dialog.getByRole('note').waitFor()
  for (const language of ['en', 'ar', 'ja']) {
    await dialog.getByRole('combobox', { name: 'Language of the sheet' }).selectOption(language)
    await checkDialog(`QR code, ${language}`)
  }
  await close()
  await bad.getByRole('button', { name: 'Show QR' }).click()
  await dialog.getByRole('alert').waitFor()
  await checkDialog('malformed code')
  await close()
  await card.getByRole('button', { name: 'E-mail' }).click()
  await dialog.getByLabel('To', { exact: true }).fill('eve@example.net')
  await dialog.getByRole('alert').waitFor()
  await checkDialog('another address')
  await dialog.getByRole('checkbox', { name: /made sure/ }).check()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  // The window's own warning does not suffice.
  expect((await answerQuestion(desk, 'Send to this address?')).text).toContain('eve@example.net')
  await dialog.getByRole('status').filter({ hasText: 'Not sent to eve@example.net' }).waitFor()
  await checkDialog('a mail that was not sent')
  await close()
  await page.getByRole('region', { name: 'Timeline' }).getByText('eve@example.net').waitFor()
  await checkDialog('past mails')
})
