/**
 * Measures "Bulk QR sheets" with a list of 2,000 customers and a logo of the largest size: the files of 500 sheets, how
 * soon Cancel ends each phase, and the memory of the desk's Node process.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { startDesk } from '../support/desk.ts'
import { shopClient, shopSegment, startShopOf } from '../support/shop.ts'
import { figure, machine } from './support/figures.ts'
import { peakMegabytes } from './support/memory.ts'

const count = 2000
const perFile = 500
/** Long enough for the slowest machine. */
const patience = { timeout: 300_000 }

/** A picture of the largest size that the settings accept, of noise that can't be packed any smaller. */
const noisyLogo = `(async () => {
  for (let side = 160; ; side -= 2) {
    const canvas = new OffscreenCanvas(side, side)
    const context = canvas.getContext('2d')
    const image = context.createImageData(side, side)
    crypto.getRandomValues(image.data.subarray(0, 65536))
    for (let at = 65536; at < image.data.length; at += 1) image.data[at] = (image.data[at - 65536] * 31 + at) & 255
    for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255
    context.putImageData(image, 0, 0)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
    const logo = 'data:image/png;base64,' + bytes.toBase64()
    if (logo.length > 140000) continue
    const { value } = await window.desk.settings.get()
    const documents = { ...value.documents, brand: { ...value.documents.brand, logo } }
    const { ok } = await window.desk.settings.set({ documents })
    if (!ok) throw new Error('The logo was not accepted')
    return logo.length
  }
})()`

/** Returns how long it takes from Cancel to the desk's word that nothing was saved. */
async function cancelAfter(dialog: Locator, ...shown: readonly Locator[]): Promise<number> {
  await dialog.getByRole('button', { name: 'Save one PDF' }).click()
  for (const each of shown) await each.waitFor(patience)
  const startedAt = performance.now()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByText('Cancelled: nothing was saved.').waitFor(patience)
  return performance.now() - startedAt
}

const home = await mkdtemp(join(tmpdir(), 'esim-desk-bench-'))
const shop = await startShopOf(
  Array.from({ length: count }, (_, at) => ({
    customer: { email: `customer${String(at)}@example.org` },
    esims: [{ activationCode: `LPA:1$smdp.example.com$CODE-${String(at)}` }],
  })),
)
const desk = await startDesk({
  args: ['--service', shop.baseUrl, '--segment', shopSegment],
  env: { ...shopClient, HOME: home },
})
try {
  const { page } = desk
  await page.getByText(/2,000 customers ·/).waitFor(patience)
  const logoSize = Number(await page.evaluate(noisyLogo))
  const before = peakMegabytes(desk.pid)
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('button', { name: 'Bulk QR sheets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk QR sheets' })
  await dialog
    .getByLabel('Customers or eSIMs')
    .fill(Array.from({ length: count }, (_, at) => `customer${String(at)}@example.org`).join('\n'))

  const making = dialog.getByText('Making the file…')
  const bar = dialog.getByRole('progressbar')
  const waits = {
    'the list is read': await cancelAfter(dialog, bar),
    'the codes are read for the file': await cancelAfter(dialog, making),
    'the pages are drawn': await cancelAfter(dialog, making, dialog.getByText('500 of 500 read')),
  }
  for (const [phase, milliseconds] of Object.entries(waits))
    figure({ name: `Cancel while ${phase}, until it is shown`, value: milliseconds / 1000, unit: 's', goal: 1 })

  const times: number[] = []
  for (let file = 0; file < count / perFile; file += 1) {
    const startedAt = performance.now()
    await dialog.getByRole('button', { name: file === 0 ? 'Save one PDF' : 'Save the next 500' }).click()
    const name = file === 0 ? 'eSIM 500 en.pdf' : `eSIM 500 en - ${String(file + 1)}.pdf`
    await dialog.getByRole('status').filter({ hasText: name }).waitFor(patience)
    times.push((performance.now() - startedAt) / 1000)
  }
  figure({
    name: `Peak resident memory of the desk's Node process, four files of ${String(perFile)} sheets`,
    value: peakMegabytes(desk.pid),
    unit: 'MB',
    goal: 500,
    note:
      `${before.toFixed(0)} MB before; logo of ${String(Math.round(logoSize / 1024))} KB; seconds a file: ` +
      times.map((each) => each.toFixed(1)).join(', '),
  })
} finally {
  await desk.close()
  await shop.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}
machine()
