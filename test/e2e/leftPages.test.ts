/** What the window keeps of pages that were left: it is used for a whole day without a reload. */
import { expect, onTestFinished, test } from 'vitest'
import { startDesk } from '../support/desk.ts'
import { countHeldElements } from '../support/heldElements.ts'
import { shopClient, shopSegment, startShopOf } from '../support/shop.ts'
import { goTo, heading, searchField } from './journey.ts'

const visited = 8
/** The one that is shown, and two that what all pages share may have been read for. */
const maxHeld = 3

test('pages of customers that were left do not stay in memory', async () => {
  const shop = await startShopOf([])
  onTestFinished(() => shop.close())
  const desk = await startDesk({ args: ['--service', shop.baseUrl, '--segment', shopSegment], env: shopClient })
  onTestFinished(() => desk.close())
  const { page } = desk
  await searchField(page).waitFor()
  for (let index = 0; index < visited; index += 1) {
    const email = `customer.${String(index)}@example.org`
    const { uid } = shop.add({ esims: [{}], customer: { email } })
    await goTo(page, `customers/${uid}`)
    await heading(page, email).waitFor()
    await page.getByText('Up to date').waitFor()
  }
  await expect.poll(() => countHeldElements(page, '[data-customer]')).toBeLessThanOrEqual(maxHeld)
})
