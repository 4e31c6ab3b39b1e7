/** What the window keeps of pages and dialogs that were closed: it is used for a whole day without a reload. */
import { expect, onTestFinished, test } from 'vitest'
import { startDesk } from '../support/desk.ts'
import { countHeldElements } from '../support/heldElements.ts'
import { shopClient, shopSegment, startShopOf } from '../support/shop.ts'
import { goTo, heading, searchField } from './journey.ts'

const opened = 8
/** The page that is shown, and two for which shared data may have been read. */
const maxHeld = 3

test('pages of customers that were left do not stay in memory', async () => {
  const shop = await startShopOf([])
  onTestFinished(() => shop.close())
  const desk = await startDesk({ args: ['--service', shop.baseUrl, '--segment', shopSegment], env: shopClient })
  onTestFinished(() => desk.close())
  const { page } = desk
  await searchField(page).waitFor()
  for (let index = 0; index < opened; index += 1) {
    const email = `customer.${String(index)}@example.org`
    const { uid } = shop.add({ esims: [{}], customer: { email } })
    await goTo(page, `customers/${uid}`)
    await heading(page, email).waitFor()
    await page.getByText('Up to date').waitFor()
  }
  await expect.poll(() => countHeldElements(page, '[data-customer]')).toBeLessThanOrEqual(maxHeld)
})

test('what a closed dialog could do does not stay in memory', async () => {
  const desk = await startDesk({ args: ['--sandbox'] })
  onTestFinished(() => desk.close())
  const { page } = desk
  await searchField(page).waitFor()
  const dialog = page.getByRole('dialog', { name: 'New sale' })
  for (let index = 0; index < opened; index += 1) {
    await page.keyboard.press('Control+n')
    await dialog.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Country', { exact: true }).fill('Portugal')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('IP address').fill('203.0.113.7')
    await dialog.getByRole('button', { name: 'Use it for every sale' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  // By default the library would release them after a minute.
  await expect.poll(() => countHeldElements(page, 'div.offer'), { timeout: 30_000 }).toBeLessThanOrEqual(maxHeld)
})
