/** Several customers at once: a call interrupts another one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { accessibilityViolations } from '../support/accessibility.ts'
import { askDesk } from '../support/bridge.ts'
import { startDesk } from '../support/desk.ts'
import { startKeyring } from '../support/keyring.ts'
import { shopClient, shopSegment, startShopOf } from '../support/shop.ts'
import { choose, goTo, heading, searchField } from './journey.ts'

const StoredTabs = z.object({ openCustomers: z.array(z.object({ uids: z.array(z.string()) })) })
const emails = ['ada@example.org', 'bob@example.org', 'cleo@example.org'] as const

test('open customers are tabs that keys and the mouse change and close, and that a reload and a restart bring back', async () => {
  const keyring = await startKeyring()
  onTestFinished(() => keyring.stop())
  const userData = await mkdtemp(join(tmpdir(), 'esim-desk-tabs-'))
  onTestFinished(() => rm(userData, { recursive: true, force: true, maxRetries: 5 }))
  const shop = await startShopOf([])
  onTestFinished(() => shop.close())
  const options = {
    userData,
    args: ['--service', shop.baseUrl, '--segment', shopSegment],
    env: { ...shopClient, ...keyring.env },
  }
  const first = await startDesk(options)
  onTestFinished(() => first.close())
  const { page } = first
  await searchField(page).waitFor()
  const tab = (email: string) => page.getByRole('tab', { name: email })
  for (const email of emails) {
    const { uid } = shop.add({ esims: [{}], customer: { email } })
    await goTo(page, `customers/${uid}`)
    await heading(page, email).waitFor()
    await tab(email).waitFor()
  }
  const [ada, bob, cleo] = emails
  // The last one is the same person as the first one, which somebody has to say.
  await choose(page.locator('.head'), 'More', 'Link a customer')
  const dialog = page.getByRole('dialog', { name: 'Link a customer who is the same person' })
  await dialog.getByLabel('The other customer').fill('ada@')
  await dialog.getByRole('option', { name: ada }).click()
  await dialog.getByRole('button', { name: 'Link a customer' }).click()
  const linked = page.getByRole('navigation', { name: 'Linked by hand' })
  await linked.getByRole('link', { name: ada }).waitFor()
  await expect.poll(() => tab(cleo).getAttribute('aria-selected')).toBe('true')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await accessibilityViolations(page)).toEqual([])
  }
  await page.keyboard.press('Control+Tab')
  await heading(page, ada).waitFor()
  await page.keyboard.press('Control+Shift+Tab')
  await heading(page, cleo).waitFor()
  await tab(bob).click()
  await heading(page, bob).waitFor()

  await page.reload()
  await heading(page, bob).waitFor()
  await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(emails)

  await page.keyboard.press('Alt+w')
  await heading(page, cleo).waitFor()
  await expect.poll(() => page.getByRole('tab').count()).toBe(2)
  // They are stored once they are painted.
  const stored = async () => (await askDesk(page, 'settings', 'get', {}, StoredTabs)).openCustomers[0]?.uids.length
  await expect.poll(stored).toBe(2)
  expect(await first.profileContents()).not.toContain(ada)
  await first.close()

  const second = await startDesk(options)
  onTestFinished(() => second.close())
  await expect.poll(() => second.page.getByRole('tab').allInnerTexts()).toEqual([ada, cleo])
  await second.page.getByRole('tab', { name: ada }).click({ button: 'middle' })
  await second.page.getByRole('tab', { name: cleo }).click()
  await heading(second.page, cleo).waitFor()
  await second.page.getByRole('tab', { name: cleo }).press('Delete')
  await heading(second.page, 'Customers').waitFor()
  await expect.poll(() => second.page.getByRole('tab').count()).toBe(0)
})
