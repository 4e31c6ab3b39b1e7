/** Mails the installations of the customers that are selected in the list, to a real mail server. */
import { expect, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import { answerQuestion, nextQuestion } from '../support/questions.ts'
import { expectFocus, expectNoConsoleErrors, sharedDesk } from './journey.ts'
import { sharedShopDesk } from './shopDesk.ts'
import { withMailServer } from './withMailServer.ts'

const shared = sharedDesk({ customers: 60 })
const openCustomer = sharedShopDesk()

test('the selected customers who never installed their eSIM get its installation after a question', async () => {
  const scene = shared()
  const { page } = scene
  const server = await withMailServer(scene)
  await page.getByRole('button', { name: /^Never installed/ }).click()
  await page.getByRole('button', { name: /^Never installed/ }).press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Bulk QR sheets' })
  await dialog.getByRole('button', { name: 'E-mail each' }).click()
  const question = dialog.getByRole('alert')
  await question.filter({ hasText: /Send \d installations? by e-mail\?/ }).waitFor()
  await expectFocus(dialog.getByRole('button', { name: "Don't send" }))
  expect(await accessibilityViolations(page)).toEqual([])
  const recipients = await question.getByRole('listitem').locator('bdi').allTextContents()
  expect(recipients.length).toBeGreaterThan(0)
  expect(server.mails).toEqual([])

  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const sent = recipients.length === 1 ? '1 e-mail sent.' : `${String(recipients.length)} e-mails sent.`
  await dialog.getByRole('status').filter({ hasText: sent }).waitFor()
  expect(server.mails.flatMap(({ to }) => to)).toEqual(recipients)
  await expectFocus(dialog.getByRole('button', { name: 'Save one PDF' }))

  // A second run mails nobody again.
  await dialog.getByRole('button', { name: 'E-mail each' }).click()
  await dialog.getByText('mailed within the last day').first().waitFor()
  expect(server.mails).toHaveLength(recipients.length)
  expectNoConsoleErrors(scene.desk)
})

test('before many mails the desk asks once: a no sends none, and after a yes all are sent', async () => {
  const recipients = 12
  const { page, desk } = await openCustomer({
    esims: Array.from({ length: recipients }, () => ({ activationCode: 'LPA:1$smdp.example.com$ABCDE-12345' })),
  })
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  const server = await withMailServer({ page, desk })
  await page.getByRole('button', { name: 'Bulk QR sheets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk QR sheets' })
  await dialog.getByLabel('Customers or eSIMs').fill('ada@example.org')
  const begin = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'E-mail each' }).click()
    await dialog.getByRole('button', { name: /^Send \d+ e-mails$/ }).click()
    expect((await nextQuestion(desk)).text).toMatch(/Mails\D*12/)
    await dialog.getByRole('status').filter({ hasText: 'The e-mails wait for the answer.' }).waitFor()
  }
  await begin()
  await answerQuestion(desk, 'Mail many activation codes?', 'no')
  await dialog.getByText(`No e-mail was sent. ${String(recipients)} were not tried.`).waitFor()
  expect(server.mails).toHaveLength(0)

  await begin()
  await answerQuestion(desk, 'Mail many activation codes?', 'yes')
  await dialog.getByText(`${String(recipients)} e-mails sent.`).waitFor()
  expect(server.mails).toHaveLength(recipients)
  expectNoConsoleErrors(desk)
})
