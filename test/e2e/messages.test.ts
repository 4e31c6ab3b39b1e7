/** Handing an installation over by a message of another program, and by the camera of the customer's phone. */
import { expect, test } from 'vitest'
import { host } from './electronStandIn.ts'
import { choose, click, connectedDesk, expectNoConsoleErrors, openCustomer, type SceneOptions } from './journey.ts'

async function openDialog(options: SceneOptions = {}) {
  const scene = await connectedDesk(options)
  const { page } = scene
  const { uid, email } = await scene.sample('esimReleased')
  await openCustomer(page, uid, email)
  await page.getByRole('button', { name: 'Show QR', exact: true }).click()
  return { ...scene, dialog: page.getByRole('dialog') }
}

test('without a program to open, the message is copied, and the page waits for the phone', async () => {
  const { page, desk, dialog } = await openDialog()
  await choose(dialog, 'Message', 'SMS')
  await dialog.getByText('The link is that of the installation page, and the mobile operator sees it.').waitFor()
  await dialog.getByLabel('Phone number (optional)').fill('0171 1234567')
  await click(dialog, 'Open SMS')
  await dialog.getByText('Begin with + and the country code, and use digits only.').waitFor()
  await dialog.getByLabel('Phone number (optional)').fill('+49 171 1234567')
  await click(dialog, 'Open SMS')
  await page.getByText("SMS can't be opened from here. The message is on the clipboard: paste it there.").waitFor()
  await click(dialog, 'Close')
  await page.locator('[data-stage=waiting]').filter({ hasText: 'handed over' }).waitFor()
  expectNoConsoleErrors(desk)
})

test('the QR code for the camera is another one than that for the settings of the phone', async () => {
  const { dialog } = await openDialog()
  const code = dialog.getByRole('img', { name: 'QR code of the activation code' }).locator('path')
  const before = await code.getAttribute('d')
  await dialog.getByRole('combobox', { name: 'How the customer scans it' }).selectOption('page')
  const link = dialog.getByRole('img', { name: 'QR code of the link' }).locator('path')
  await link.waitFor()
  expect(await link.getAttribute('d')).not.toBe(before)
})

test('on Electron the message is opened once, by an address without the code', async () => {
  const { desk, page, dialog } = await openDialog({ desk: { host, standIn: {} } })
  await choose(dialog, 'Message', 'WhatsApp')
  await dialog.getByLabel('Phone number (optional)').fill('+44 7700 900123')
  await click(dialog, 'Open WhatsApp')
  await page.getByText('The message is ready in WhatsApp: send it there.').waitFor()
  expect(desk.standIn.reports('shell.openExternal')).toEqual([
    { address: expect.stringMatching(/^https:\/\/wa\.me\/447700900123\?text=Your%20eSIM%20is%20ready/) },
  ])
  expect(JSON.stringify(desk.standIn.reports('shell.openExternal'))).not.toContain('LPA')
})
