/** Opens the installation sheet of a customer of the sandbox, and reads its QR code from the pixels of the window. */
import type { Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { InstallationSheet } from '#shared/model/esim/installation.ts'
import { askDesk } from '../bridge.ts'
import { type GreyMap, readQr } from '../pdf.ts'

const Rows = z.object({ rows: z.array(z.object({ uid: z.string(), email: z.string().nullable() })) })
const View = z.object({ esims: z.array(z.object({ uid: z.string(), iccid: z.string(), state: z.string() })) })

/** Resolves to whether the drawn QR code is the activation code of the eSIM. */
export async function drawsSheet(page: Page): Promise<boolean> {
  const { rows } = await askDesk(page, 'customers', 'list', { limit: 200 }, Rows)
  for (const { uid, email } of rows) {
    const { esims } = await askDesk(page, 'customers', 'get', { uid, from: 'directory' }, View)
    const esim = esims.find(({ state }) => state === 'released')
    if (esim === undefined || email === null) continue
    const which = { customerUid: uid, esimUid: esim.uid }
    const { code } = await askDesk(page, 'installation', 'sheet', which, InstallationSheet)
    if (code === null) continue
    await page.getByRole('searchbox').fill(email)
    const card = page.getByRole('region', { name: `eSIM ${esim.iccid}` })
    await card.getByRole('button', { name: 'Show QR' }).click()
    const dialog = page.getByRole('dialog', { name: 'Installation QR code' })
    const read = readQr(await pixelsOf(dialog.getByRole('img', { name: 'QR code of the activation code' })))
    await dialog.getByRole('button', { name: 'Close' }).click()
    return read === code.text
  }
  throw new Error('no customer of the sandbox has an eSIM that can be installed')
}

/** Takes a picture of an element. The page itself decodes it to black and white. */
export async function pixelsOf(element: Locator): Promise<GreyMap> {
  const png = (await element.screenshot()).toString('base64')
  const { width, height, dark } = await element.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    context?.drawImage(picture, 0, 0)
    const { data = [] } = context?.getImageData(0, 0, picture.width, picture.height) ?? {}
    const reds = Array.from(data).filter((_, at) => at % 4 === 0)
    return { width: picture.width, height: picture.height, dark: reds.map((red) => Number(red < 128)).join('') }
  }, png)
  return { width, height, grey: Uint8Array.from(dark, (is) => (is === '1' ? 0 : 255)) }
}
