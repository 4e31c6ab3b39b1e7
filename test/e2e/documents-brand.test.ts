/** What the reseller puts on sheets: a logo of any size or none that can't be drawn, and names in any script. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { choose, goTo } from './journey.ts'
import { sharedShopDesk } from './shopDesk.ts'

const openCustomer = sharedShopDesk()
const esims = [{ activationCode: 'LPA:1$smdp.example.com$ABCDE-12345' }]
const name = 'logo.png'

test('a logo is drawn again at the size of a sheet, and a file that is no whole picture is refused', async () => {
  const { page, card, home, iccid } = await openCustomer({ esims })
  const url = page.url()
  const drawn = String(
    await page.evaluate(`(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 24000, height: 1200 })
      const context = canvas.getContext('2d')
      context.fillStyle = '#c2185b'
      context.fillRect(0, 0, 24000, 1200)
      return canvas.toDataURL('image/png').split(',')[1]
    })()`),
  )
  const large = Buffer.from(drawn, 'base64')
  await goTo(page, 'settings')
  const section = page.getByRole('region', { name: 'Installation sheets' })
  const input = section.locator('input[type=file]')
  const mimeType = 'image/png'
  const header = Buffer.from(drawn, 'base64')
  // The width and the height of a PNG are in its header, whose checksum has to fit.
  header.writeUInt32BE(4200, 20)
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  for (const [buffer, reason] of [
    [Buffer.from('no picture'), 'it has to be a whole PNG or JPEG.'],
    [large.subarray(0, large.length / 2), 'it has to be a whole PNG or JPEG.'],
    [svg, 'it has to be a whole PNG or JPEG.'],
    [header, 'it has more than 100 megapixels.'],
  ] as const) {
    await input.setInputFiles({ name, mimeType, buffer: large })
    await section.getByRole('alert').waitFor({ state: 'detached' })
    await input.setInputFiles({ name, mimeType: buffer === svg ? 'image/svg+xml' : mimeType, buffer })
    await section
      .getByRole('alert')
      .filter({ hasText: `This picture can't be used: ${reason}` })
      .waitFor()
  }
  await input.setInputFiles({ name, mimeType, buffer: large })
  const picture = section.getByRole('img', { name: 'Logo' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(880)
  await section.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved for the next sheet').waitFor()

  await page.goto(url)
  await choose(card, 'More', 'Save PDF')
  await page.getByText(/^Saved as /).waitFor()
  const { stdout } = await promisify(execFile)('pdfimages', ['-list', join(home, 'Downloads', `eSIM ${iccid} en.pdf`)])
  expect(stdout).toMatch(/image +880 +44 /)
})

test('a stored logo that can’t be drawn is left out of the sheet', async () => {
  const { page, card, home, iccid } = await openCustomer({ esims })
  // The head of a picture of 60,000 pixels a side, as far as it says its size.
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea600806000000', 'hex')
  const logo = `data:image/png;base64,${head.toString('base64')}`
  const language = 'en'
  const brand = { name: 'Acme Travel', logo, colour: '#3d48cc', contact: '' }
  await page.evaluate(`window.desk.settings.set(${JSON.stringify({ documents: { brand, language, pageSize: 'A4' } })})`)
  await choose(card, 'More', 'Save PDF')
  await page.getByText(/^Saved as /).waitFor()
  const file = join(home, 'Downloads', `eSIM ${iccid} en.pdf`)
  expect((await promisify(execFile)('pdftotext', [file, '-'])).stdout).toContain('Acme Travel')
  expect((await promisify(execFile)('pdfimages', ['-list', file])).stdout).not.toContain('image')
})

test('names in Japanese and Arabic are printed with the fonts of the desk on an English sheet', async () => {
  const { page, card, home, iccid } = await openCustomer({ esims, balance: { name: '日本 データ 3 GB · اليابان' } })
  await choose(card, 'More', 'Save PDF')
  await page.getByText(/^Saved as /).waitFor()
  const { stdout } = await promisify(execFile)('pdffonts', [join(home, 'Downloads', `eSIM ${iccid} en.pdf`)])
  // Chromium prints the desk's fonts, which are variable, as Type 3, and those of this machine by their names.
  expect(stdout).toMatch(/Type 3/)
  expect(stdout).not.toMatch(/TrueType|CID|Type 1/)
})
