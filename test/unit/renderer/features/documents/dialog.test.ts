/** The dialog of an eSIM's QR code and the printed sheet. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import type { InstallationSheet } from '#shared/model/esim/installation.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import InstallationDialog from '../../../../../renderer/features/documents/InstallationDialog.vue'
import PrintedSheet from '../../../../../renderer/paper/PrintedSheet.vue'
import PrintedSheets from '../../../../../renderer/paper/PrintedSheets.vue'
import { useInstallation, type Installation } from '../../../../../renderer/features/documents/useInstallation.ts'
import { desk } from '../../../../../renderer/lib/desk.ts'
import { chooseCommand, mounted, read, text } from '../../support/mounted.ts'
import { sheet } from './samples.ts'

let scope: EffectScope
beforeEach(() => void (scope = effectScope()))
afterEach(() => scope.stop())

async function renderDialog(changes: Partial<InstallationSheet> = {}) {
  const given = sheet(changes)
  const installation: Installation | undefined = scope.run(() =>
    useInstallation(
      () => given,
      { ...desk.installation, sheet: () => Promise.resolve(given) },
      () => ({ pageSize: 'A4' }),
    ),
  )
  await installation?.show()
  return mounted(InstallationDialog, { sheet: given, installation })
}

test.each([
  [{ state: 'installed' }, text('documents.warning.installed', { count: 5 })],
  [{ state: 'disabled' }, text('documents.warning.disabled')],
  [{ state: 'error' }, text('documents.warning.error')],
  [{ state: 'unknown' }, text('documents.warning.unknown')],
  [{ state: 'released', active: false }, text('documents.warning.inactive')],
] as const)('an eSIM that is %o shows what to do first', async (changes, words) => {
  expect(read((await renderDialog(changes)).get('[role=note], [role=alert]'))).toContain(words)
})

test.each([
  [{ state: 'released' }, [text('documents.warning.nothingToUse')]],
  [
    { state: 'installed' },
    [text('documents.warning.installed', { count: 5 }), text('documents.warning.nothingToUseEither')],
  ],
  [{ state: 'error' }, [text('documents.warning.error'), text('documents.warning.nothingToUseEither')]],
] as const)(
  'of an eSIM that is %o and for which there is nothing to use, all of that is shown',
  async (changes, words) => {
    const dialog = await renderDialog({ ...changes, nothingToUse: true })
    const notes = dialog.findAll('[role=note], [role=alert]').map(read)
    expect(notes).toHaveLength(1)
    for (const each of words) expect(notes[0]).toContain(each)
  },
)

test('an eSIM that is ready shows no warning, and the parts of its code', async () => {
  const dialog = await renderDialog()
  expect(dialog.find('[role=note]').exists()).toBe(false)
  expect(read(dialog)).toContain('smdp.example.com')
  expect(read(dialog)).toContain('AB-12')
})

test.each([
  ['that is ready', {}, text('documents.email')],
  ['of a customer without an address', { customerEmail: null }, text('documents.print')],
  ['that will probably not install', { state: 'error' }, text('common.close')],
  ['without a code', { code: null, qr: null, problem: 'missing' }, text('common.close')],
] as const)('the main button of an eSIM %s hands it over, unless that is for nothing', async (_what, changes, name) => {
  const primary = (await renderDialog(changes)).findAll('button.primary')
  expect(primary.map(read)).toEqual([name])
})

test('the dialog says whose code it is: the customer, the packages and the state of the eSIM', async () => {
  const [one] = sheet().packages
  if (one === undefined) throw new Error('The sample has a package')
  const dialog = await renderDialog({ packages: [one, one, { ...one, name: 'Japan 1 GB' }, { ...one, name: null }] })
  const description = dialog.get(`[id="${String(dialog.get('dialog').attributes('aria-describedby'))}"]`)
  expect(read(description)).toBe('ada@example.org · Europe 3 GB · Japan 1 GB')
  expect(read(dialog.get('.state'))).toBe(text('common.esimState.released'))
})

test('the choices of the dialog have visible names', async () => {
  const dialog = await renderDialog()
  const names = dialog
    .findAll('select')
    .map((select) => read(dialog.get(`[id="${String(select.attributes('aria-labelledby'))}"]`)))
  expect(names).toEqual([text('documents.language'), text('documents.paper')])
})

const qr = { size: 21, path: 'M1 1h1v1h-1z' }

test.each([
  ['a page of the service', { page: qr, apple: qr, android: qr }, ['code', 'page']],
  ['links for each kind of phone', { page: null, apple: qr, android: qr }, ['code', 'apple', 'android']],
] as const)('the QR code of %s can be shown for the customer’s camera', async (_what, linkQrs, options) => {
  const dialog = await renderDialog({ linkQrs })
  const choice = dialog.get<HTMLSelectElement>('select[aria-labelledby$="-scan"]')
  expect(choice.findAll('option').map(read)).toEqual(options.map((option) => text(`documents.scan.${option}`)))
  await choice.setValue(options[1])
  expect(dialog.get('.scan path').attributes('d')).toBe(qr.path)
  expect(dialog.get('.scan svg').attributes('aria-label')).toBe(text('documents.qrLink'))
})

test.each([
  ['whatsapp', null, 'codeGoes'],
  ['whatsapp', 'https://install.example.com/x', 'pageGoes'],
  ['telegram', null, 'codeGoes'],
  ['sms', null, 'codeGoes'],
] as const)('before a message by %s with the page %s it says what its service sees', async (channel, page, key) => {
  const dialog = await renderDialog({ links: { apple: null, android: 'https://two.example.com/x', page } })
  const name = text(`documents.share.channel.${channel}`)
  await chooseCommand(dialog, name)
  const form = dialog.get('form.share')
  expect(read(form)).toContain(text(`documents.share.${key}`, { name: text(`documents.share.through.${channel}`) }))
  const given = channel === 'telegram' ? '' : ' +44 7700 900123'
  if (channel === 'telegram') expect(form.find('input').exists()).toBe(false)
  else await form.get('input').setValue(given)
  await form.trigger('submit')
  expect(dialog.emitted('share')).toEqual([[channel, given]])
})

test('a number without a country code is refused with what it needs, and an empty one is not', async () => {
  const dialog = await renderDialog()
  await chooseCommand(dialog, text('documents.share.channel.sms'))
  const form = dialog.get('form.share')
  await form.get('input').setValue('0171 1234567')
  await form.trigger('submit')
  expect(read(form)).toContain(text('documents.share.numberWrong'))
  await form.get('input').setValue('')
  await form.trigger('submit')
  expect(dialog.emitted('share')).toEqual([['sms', '']])
})

test('a flagged code says that a confirmation code is sent separately', async () => {
  const code = {
    text: 'LPA:1$a.example$X$$1',
    address: 'a.example',
    matchingId: 'X',
    oid: null,
    needsConfirmation: true,
  }
  expect(read(await renderDialog({ code }))).toContain(text('documents.needsConfirmation'))
})

test('where the code has no part to type, the dialog says so and offers no copy of it', async () => {
  const parts = { address: 'a.example', matchingId: '', oid: null, needsConfirmation: false }
  const dialog = await renderDialog({ code: { text: 'LPA:1$a.example$', ...parts } })
  expect(read(dialog)).toContain(text('documents.noMatchingId'))
  expect(dialog.findAll('button').map((button) => button.attributes('aria-label'))).not.toContain(
    `${text('documents.copy')}: ${text('documents.what.code')}`,
  )
})

test.each(['missing', 'prefix', 'parts', 'address', 'matching_id', 'oid', 'flag', 'too_long'] as const)(
  'a code with the problem %s has a text for it',
  async (problem) => {
    const dialog = await renderDialog({ code: null, qr: null, problem })
    expect(read(dialog.get('[role=alert]'))).toContain(text(`documents.problem.${problem}`))
    expect(dialog.findAll('button').map(read)).not.toContain(text('documents.print'))
    expect(dialog.findAll('button').map(read)).not.toContain(text('documents.email'))
  },
)

test('the sheet that is shown can be mailed from its dialog', async () => {
  const given = sheet()
  const installation = scope.run(() =>
    useInstallation(
      () => given,
      { ...desk.installation, sheet: () => Promise.resolve(given) },
      () => ({ pageSize: 'A4' }),
    ),
  )
  await installation?.show()
  const dialog = mounted(InstallationDialog, { sheet: given, installation })
  await dialog
    .findAll('button')
    .find((button) => read(button) === text('documents.email'))
    ?.trigger('click')
  await expect.poll(() => installation?.mailing.value?.customerEmail).toBe('ada@example.org')
})

test('the printed sheet is right to left in Arabic, and the codes are not', async () => {
  const page = mounted(PrintedSheet, { sheet: sheet(), messages: await sheetMessages('ar') })
  expect(page.get('article').attributes()).toMatchObject({ dir: 'rtl', lang: 'ar' })
  expect(page.findAll('.value').map((value) => value.attributes('dir'))).toEqual(['ltr', 'ltr', 'ltr'])
})

test('markup in user input is text on the sheet', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  const page = mounted(PrintedSheet, {
    sheet: sheet({
      brand: { name: hostile, logo: null, colour: '#112233', contact: hostile },
      packages: [
        {
          name: hostile,
          size: { value: 1, unit: 'GB' },
          validity: { value: null, unit: null, unlimited: true },
          expiresAt: null,
          start: null,
        },
      ],
    }),
    messages: await sheetMessages('en'),
  })
  expect(page.find('img').exists()).toBe(false)
  expect(read(page).split(hostile)).toHaveLength(4)
})

test('each of several printed sheets says whose it is, and a single one does not', async () => {
  const messages = await sheetMessages('en')
  const recipient = (changes: Partial<InstallationSheet>): string =>
    read(mounted(PrintedSheet, { sheet: sheet(changes), messages, withRecipient: true }).get('.recipient'))
  expect(recipient({})).toBe('For ada@example.org')
  expect(recipient({ customerEmail: null })).toBe(`For ${sheet().customerUid}`)
  // It stays one short line, whatever the service sends.
  expect(recipient({ customerEmail: `<b>\u202eada\n</b>` })).toBe('For <b> ada </b>')
  expect(recipient({ customerEmail: 'a'.repeat(10_000) })).toBe(`For ${'a'.repeat(254)}…`)
  const counted = (sheets: readonly InstallationSheet[]): number =>
    mounted(PrintedSheets, { sheets, messages }).findAll('.recipient').length
  expect([counted([sheet()]), counted([sheet(), sheet({ customerEmail: null })])]).toEqual([0, 2])
})
