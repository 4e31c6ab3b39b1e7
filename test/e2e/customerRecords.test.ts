/**
 * What an agent keeps up to date about a customer: a corrected e-mail address, which a person has to agree to outside
 * of the window, and a note. The sales history leads to the customer.
 */
import { expect, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import { nextQuestion } from '../support/questions.ts'
import {
  choose,
  connectedDesk,
  expectNoConsoleErrors,
  expectText,
  foundBy,
  heading,
  openCustomer,
  paste,
} from './journey.ts'

test('an address is corrected with the consent of a person, a note is kept, and both are in the timeline', async () => {
  const { desk, page, sample } = await connectedDesk()
  const { uid, email } = await sample('esimInstalled')
  await openCustomer(page, uid, email)

  await choose(page.locator('.head'), 'More', 'Correct e-mail')
  const dialog = page.getByRole('dialog', { name: 'Correct the e-mail address' })
  await dialog.getByLabel('New address').fill('corrected@example.org')
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  const question = await nextQuestion(desk)
  expect(question.text).toContain('corrected@example.org')
  expect(question.text).toContain(email ?? '')
  await question.answer('yes')
  await heading(page, 'corrected@example.org').waitFor()
  await dialog.waitFor({ state: 'hidden' })

  await page.keyboard.press('n')
  const note = page.getByRole('dialog', { name: 'New note' })
  await note.waitFor()
  await page.keyboard.type('Travels to Japan on Friday.')
  await page.keyboard.press('Control+Enter')
  await note.waitFor({ state: 'hidden' })
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('Travels to Japan on Friday.').waitFor()
  await timeline.getByText(`E-mail address: ${email ?? 'none'} → corrected@example.org`).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  // The summary of the call says that both were done, and neither the text nor an address.
  await page.evaluate('navigator.clipboard.writeText = async (text) => void (window.copied = text)')
  await page.keyboard.press('s')
  await page.getByText('Summary of the call copied').first().waitFor()
  const summary = String(await page.evaluate('window.copied'))
  expect(summary).toMatch(/Done in this call:\n {2}\S+ E-mail address corrected \(changed\)\n {2}\S+ Note written\n/)
  expect(summary).not.toMatch(/@|Friday/)

  // The directory has the new address at once.
  await paste(page, 'corrected@exam')
  await foundBy(page, 'corrected@exam')
  await page.getByRole('grid', { name: 'Customers' }).getByText('corrected@example.org').waitFor()
  await paste(page, '')

  await page.getByRole('link', { name: 'Operations', exact: true }).click()
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await page.getByRole('combobox', { name: 'Sold' }).selectOption('all')
  const sales = page.getByRole('grid', { name: 'Sales history' })
  const first = sales.getByRole('row').nth(1)
  await expectText(first.getByRole('gridcell').last(), /Purchased|Activated|Refunded/)
  expect(await accessibilityViolations(page)).toEqual([])
  await first.click()
  await page.locator('[data-customer]').waitFor()
  expectNoConsoleErrors(desk)
})
