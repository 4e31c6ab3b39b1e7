/** A sale to a new customer by keyboard: how many decisions it takes, and the mail that follows it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import { agentAt } from '../support/decisions.ts'
import {
  expectDisabled,
  expectEnabled,
  expectFocus,
  expectNoConsoleErrors,
  expectText,
  expectValue,
  heading,
  outcome,
  searchField,
  sharedDesk,
} from './journey.ts'
import { withMailServer } from './withMailServer.ts'

const shared = sharedDesk({ customers: 60 })

/** The outlines and the shadows of the element and of what is in it. */
const focusRings = (element: Element): readonly string[] =>
  [element, ...element.querySelectorAll('*')].flatMap((each) => {
    const { outlineStyle, outline, boxShadow } = getComputedStyle(each)
    return [...(outlineStyle === 'none' ? [] : [outline]), ...(boxShadow === 'none' ? [] : [boxShadow])]
  })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'New sale' })

test(
  'a new customer gets a package and its QR code by mail with six decisions, once the country is remembered',
  { tags: ['answers-questions'] },
  async () => {
    const scene = shared()
    const { page } = scene
    const server = await withMailServer(scene)

    await searchField(page).fill('nobody')
    await page.getByRole('button', { name: 'New sale', exact: true }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('option').first().waitFor()
    await expectFocus(dialog.getByLabel('Package', { exact: true }))
    await page.keyboard.type('Africa 500 MB')
    await page.keyboard.press('Enter')
    await expectFocus(dialog.getByLabel(/^E-mail/))
    await page.keyboard.type('first@example.org')
    // What was entered stays, and the focus is on what is missing, not on the package.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New sale', exact: true }).click()
    await expectFocus(dialog.getByLabel('Country', { exact: true }))
    await expectValue(dialog.getByLabel(/^E-mail/), 'first@example.org')
    await dialog.getByLabel('Country', { exact: true }).fill('Portugal')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('IP address').fill('203.0.113.7')
    const atOnce = dialog.getByRole('checkbox', { name: 'Send the QR code at once' })
    await atOnce.check()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expectFocus(atOnce)
    expect(await atOnce.evaluate(focusRings)).toHaveLength(1)
    expect(await accessibilityViolations(page)).toEqual([])
    // Somebody else may be calling by now.
    await dialog.getByText('This form was filled in earlier for first@example.org.').waitFor()
    const same = dialog.getByRole('checkbox', { name: 'It is for the caller whom I have now' })
    await page.keyboard.press('Control+Enter')
    await expectFocus(same)
    await dialog.getByText('Confirm beside the form that it is for the caller whom you have now.').waitFor()
    await expectDisabled(dialog.getByRole('button', { name: 'Buy', exact: true }))
    await page.keyboard.press('Space')
    await expectEnabled(dialog.getByRole('button', { name: 'Buy', exact: true }))
    await dialog.getByRole('button', { name: 'Buy', exact: true }).click()
    await heading(page, 'first@example.org').waitFor()
    await page.getByRole('status').filter({ hasText: 'Sent to first@example.org' }).waitFor()
    expect(await page.getByRole('link', { name: /nobody/ }).count()).toBe(0)

    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await heading(page, 'Customers').waitFor()
    const by = agentAt(page)
    await by.press('Control+n')
    await expectFocus(dialog.getByLabel('Package', { exact: true }))
    await by.type('Africa 500 MB')
    await by.press('Enter')
    await expectFocus(dialog.getByLabel(/^E-mail/))
    await by.paste('second@example.org')
    await expectFocus(dialog.getByLabel('IP address'))
    await expectValue(dialog.getByLabel('Country', { exact: true }), 'Portugal')
    await dialog.getByText('From the last sale: check that this customer lives there.').waitFor()
    await by.paste('203.0.113.8')
    await expectEnabled(dialog.getByRole('button', { name: 'Buy', exact: true }))
    await by.press('Control+Enter')
    await heading(page, 'second@example.org').waitFor()
    await outcome(page).filter({ hasText: 'Bought' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Sent to second@example.org' }).waitFor()
    process.stdout.write(
      `New sale with its mail: ${String(by.decisions.length)} decisions (${by.decisions.join(', ')})\n`,
    )
    expect(by.decisions).toHaveLength(6)
    expect(server.mails.map(({ to }) => to)).toEqual([['first@example.org'], ['second@example.org']])
    expect(await scene.executed('register')).toBe(2)
    expect(await page.getByRole('dialog', { name: 'Installation QR code' }).count()).toBe(0)
    await page.getByRole('region', { name: 'Timeline' }).getByText('second@example.org').waitFor()
    expectNoConsoleErrors(scene.desk)
  },
)

test('a mail that the server refuses changes nothing about the purchase', { tags: ['answers-questions'] }, async () => {
  const scene = shared()
  const { page } = scene
  await withMailServer(scene, { recipient: () => [550, 'No such user'] })
  await page.keyboard.press('Control+n')
  const dialog = dialogOf(page)
  await dialog.getByRole('option').first().waitFor()
  await page.keyboard.type('Africa 500 MB')
  await page.keyboard.press('Enter')
  await dialog.getByLabel(/^E-mail/).fill('refused@example.org')
  await dialog.getByLabel('Country', { exact: true }).fill('Portugal')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('IP address').fill('203.0.113.7')
  await dialog.getByRole('checkbox', { name: 'Send the QR code at once' }).check()
  await expectEnabled(dialog.getByRole('button', { name: 'Buy', exact: true }))
  await page.keyboard.press('Control+Enter')
  await heading(page, 'refused@example.org').waitFor()
  await page.getByRole('status').filter({ hasText: 'Not sent to refused@example.org' }).waitFor()
  await outcome(page).filter({ hasText: 'Bought' }).waitFor()
  expect(await scene.executed('register')).toBe(1)
})

test('a purchase without a mail shows the QR code; Escape keeps what was typed, and Cancel empties the form', async () => {
  const scene = shared()
  const { page } = scene
  const dialog = dialogOf(page)
  const country = dialog.getByLabel('Country', { exact: true })
  const email = dialog.getByLabel(/^E-mail/)
  const dismiss = async (): Promise<void> => {
    for (let presses = 0; presses < 2 && (await dialog.isVisible()); presses++) await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  await page.keyboard.press('Control+n')
  await dialog.getByRole('option').first().waitFor()
  await page.keyboard.type('Africa 500 MB')
  await page.keyboard.press('Enter')
  await email.fill('kept@example.org')
  await country.fill('Atlantis')
  await dismiss()
  await page.keyboard.press('Control+n')
  await expectText(dialog.getByRole('listbox').getByRole('option', { selected: true }), /^Africa 500 MB/)
  await expectValue(email, 'kept@example.org')
  await expectValue(country, 'Atlantis')
  await dialog.locator('.problem', { hasText: 'No country has this name.' }).waitFor()
  await dialog.getByText('To correct: country · Still needed: IP address').waitFor()
  await dialog.getByRole('button', { name: 'country', exact: true }).click()
  await expectFocus(country)
  await country.fill('Portugal')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })

  await page.keyboard.press('Control+n')
  await expectValue(email, '')
  await page.keyboard.type('Africa 500 MB')
  await page.keyboard.press('Enter')
  await country.fill('Portugal')
  await page.keyboard.press('Enter')
  const ip = dialog.getByLabel('IP address')
  const field = dialog.locator('[data-field=ip]')
  const { height } = (await field.boundingBox()) ?? {}
  await ip.fill('10.0')
  await page.keyboard.press('Tab')
  await field.getByText('Not an IP address').waitFor()
  await expectFocus(field.getByRole('link'))
  expect((await field.boundingBox())?.height).toBe(height)
  await ip.fill('203.0.113.7')
  // It was ticked in the sale before, and a mail needs an address.
  await dialog.getByRole('checkbox', { name: 'Send the QR code at once' }).uncheck()
  await expectEnabled(dialog.getByRole('button', { name: 'Buy', exact: true }))
  await dialog.getByRole('link', { name: 'Selling by phone? Set a fixed address' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('region', { name: 'Buying', exact: true }).waitFor()
  await page.keyboard.press('Control+n')
  await expectValue(dialog.getByLabel('IP address'), '203.0.113.7')
  await dialog.getByRole('checkbox', { name: 'It is for the caller whom I have now' }).check()
  const summary = dialog.getByRole('region', { name: 'What will happen' })
  await expectText(summary, /Starts\s*At first use, by itself .* at the latest\s*Valid until\s*3 days from its start/)
  await dialog.getByRole('radio', { name: 'Now', exact: true }).check()
  await expectText(summary, /Valid until \w{3} \d+, \d{4}, \d+:\d{2}\s[AP]M UTC/)
  await dialog.getByText(/^Buys Africa 500 MB.* for \$/).waitFor()
  await dialog.getByRole('button', { name: 'Buy', exact: true }).click()
  const qr = page.getByRole('dialog', { name: 'Installation QR code' })
  await qr.getByRole('img', { name: /QR/ }).waitFor()
  expect(await scene.executed('register')).toBe(1)
})

test('a sale by phone: the keys fix one IP address in the settings and lead back to what was typed', async () => {
  const { page, desk } = shared()
  const dialog = dialogOf(page)
  await page.keyboard.press('Control+n')
  await dialog.getByRole('option').first().waitFor()
  await page.keyboard.type('Africa 500 MB')
  await page.keyboard.press('Enter')
  await dialog.getByLabel(/^E-mail/).fill('phone@example.org')
  const link = dialog.getByRole('link', { name: 'Selling by phone? Set a fixed address' })
  await link.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  const choice = page.getByRole('group', { name: 'IP address', exact: true })
  await choice.waitFor()
  // An agent who leaves the settings may have another caller afterwards.
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await searchField(page).waitFor()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await choice.waitFor()
  expect(await page.getByRole('button', { name: 'Continue the sale', exact: true }).count()).toBe(0)
  await page.keyboard.press('Control+n')
  await dialog.getByText('This form was filled in earlier for phone@example.org.').waitFor()
  await dialog.getByRole('checkbox', { name: 'It is for the caller whom I have now' }).check()
  await link.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expectFocus(choice.getByRole('radio', { name: 'Ask for every new customer' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type('198.51.100.4')
  await page.keyboard.press('Control+Enter')
  await expectFocus(page.getByRole('button', { name: 'Continue the sale', exact: true }))
  await page.keyboard.press('Enter')
  await expectValue(dialog.getByLabel(/^E-mail/), 'phone@example.org')
  await dialog.getByText('198.51.100.4, set for this connection').waitFor()
  expect(await dialog.getByText(/Still needed:.*IP address/).count()).toBe(0)
  expect(await dialog.getByRole('checkbox', { name: 'It is for the caller whom I have now' }).isChecked()).toBe(true)
  expectNoConsoleErrors(desk)
})
