/** The sheets of many eSIMs at once: one PDF, or a ZIP of QR pictures with a table. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import { pdfFacts, pdfText, qrCodes } from '../support/pdf.ts'
import { codeParts, codeText } from '../unit/shared/model/codes.ts'
import { expectNoConsoleErrors } from './journey.ts'
import { sharedShopDesk } from './shopDesk.ts'

const openCustomer = sharedShopDesk()
const code = 'LPA:1$smdp.example.com$ABCDE-12345'

test('a hundred different codes become one PDF of a hundred pages and a ZIP of pictures, and every code can be read', async () => {
  const codes = fc.sample(codeParts, { numRuns: 100, seed: 11 }).map(codeText)
  const { page, desk, home, iccids } = await openCustomer({
    esims: [...codes.map((activationCode) => ({ activationCode })), { activationCode: 'LPA:1$bad' }],
  })
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('button', { name: 'Bulk QR sheets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk QR sheets' })
  await dialog.getByLabel('Customers or eSIMs').fill('ada@example.org\nnobody@example.org\n')
  await dialog.getByRole('button', { name: 'Save one PDF' }).click()
  await dialog.getByRole('status').filter({ hasText: '100 sheets saved as' }).waitFor()
  await expect
    .poll(() => dialog.getByRole('listitem').allInnerTexts())
    .toEqual([
      'nobody@example.org: no customer found',
      `ada@example.org (${iccids[100] ?? ''}): no usable activation code`,
    ])

  const file = join(home, 'Downloads', 'eSIM 100 en.pdf')
  const [{ pages }, { zbar, jsqr }] = await Promise.all([pdfFacts(file), qrCodes(file)])
  expect(pages).toBe(100)
  expect(zbar).toEqual(codes)
  expect(jsqr).toEqual(codes)
  // Each says whose it is: there is no other way to hand out a hundred pages.
  expect((await pdfText(file)).match(/For ada@example\.org/g)).toHaveLength(100)

  await dialog.getByRole('button', { name: 'Save ZIP of QR pictures' }).click()
  await dialog.getByRole('status').filter({ hasText: 'eSIM 100.zip' }).waitFor()
  const files = unzipSync(await readFile(join(home, 'Downloads', 'eSIM 100.zip')))
  expect(Object.keys(files)).toHaveLength(101)
  const table = new TextDecoder().decode(files['esims.csv'])
  for (const one of codes) expect(table).toContain(`"${one}"`)
  expectNoConsoleErrors(desk)
})

test('what is left out is counted, takes the room that the window has, and scrolls by keys beyond that', async () => {
  const { page, desk } = await openCustomer({ esims: [{ activationCode: code }] })
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('button', { name: 'Bulk QR sheets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk QR sheets' })
  const leaveOut = async (count: number) => {
    const nobody = Array.from({ length: count }, (_, index) => `nobody${String(index)}@example.org`)
    await dialog.getByLabel('Customers or eSIMs').fill(nobody.join('\n'))
    await dialog.getByRole('button', { name: 'Save one PDF' }).click()
    return dialog.getByRole('list', { name: `Left out: ${String(count)}`, exact: true })
  }
  const hidden = (element: Element): number => element.scrollHeight - element.clientHeight
  expect(await (await leaveOut(9)).evaluate(hidden)).toBe(0)

  const list = await leaveOut(40)
  expect(await list.evaluate(hidden)).toBeGreaterThan(0)
  const last = list.getByText('nobody39@example.org')
  const save = dialog.getByRole('button', { name: 'Save one PDF' })
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(viewport)
    await list.evaluate((element) => (element.scrollTop = 0))
    await save.focus()
    await list.focus()
    await page.keyboard.press('End')
    await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(await list.evaluate(hidden))
    const [line, button] = [await last.boundingBox(), await save.boundingBox()]
    expect((line?.y ?? Infinity) + (line?.height ?? 0)).toBeLessThan(button?.y ?? 0)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await accessibilityViolations(page)).toEqual([])
  expectNoConsoleErrors(desk)
})

test('what is over the limit of a file is counted, and becomes the next one', async () => {
  const open = (esims: number) =>
    openCustomer({
      customer: { email: 'eve@example.org' },
      esims: Array.from({ length: esims }, () => ({ activationCode: code })),
    })
  await open(200)
  await open(200)
  const { page, desk, home } = await open(103)
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('button', { name: 'Bulk QR sheets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk QR sheets' })
  await dialog.getByLabel('Customers or eSIMs').fill('eve@example.org\nnobody@example.org')
  await dialog.getByRole('button', { name: 'Save ZIP of QR pictures' }).click()
  await dialog.getByText('3 more eSIMs are left for another file.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Save the next 3')
  await page.keyboard.press('Enter')
  await dialog.getByRole('status').filter({ hasText: 'eSIM 3 - 2.zip' }).waitFor()
  // Customers who were left out before stay listed.
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(['nobody@example.org: no customer found'])
  const names = async (file: string): Promise<readonly string[]> =>
    Object.keys(unzipSync(await readFile(join(home, 'Downloads', file))))
  expect([(await names('eSIM 500.zip')).length, (await names('eSIM 3 - 2.zip')).length]).toEqual([501, 4])
  expect(await dialog.getByText('left for another file').count()).toBe(0)
  expectNoConsoleErrors(desk)
})

test('many sheets can be cancelled while they are read and while their file is created, and then nothing is saved', async () => {
  const { page, home } = await openCustomer({
    customer: { email: 'bob@example.org' },
    esims: Array.from({ length: 400 }, () => ({ activationCode: code })),
  })
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('button', { name: 'Bulk QR sheets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk QR sheets' })
  await dialog.getByLabel('Customers or eSIMs').fill('bob@example.org')
  await dialog.getByRole('button', { name: 'Save one PDF' }).click()
  await dialog.getByRole('progressbar', { name: 'Sheets read' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('status').filter({ hasText: 'Cancelled: nothing was saved.' }).waitFor()

  await dialog.getByRole('button', { name: 'Save one PDF' }).click()
  await dialog.getByRole('status').filter({ hasText: 'Making the file…' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('status').filter({ hasText: 'Cancelled: nothing was saved.' }).waitFor()
  expect(await readdir(join(home, 'Downloads'))).not.toContain('eSIM 400 en.pdf')
})
