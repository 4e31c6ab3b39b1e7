/** Mails the installations of the customers that are selected in the list, to a real mail server. */
import { expect, onTestFinished, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import { startDesk, type RunningDesk } from '../support/desk.ts'
import { answerQuestion, nextQuestion } from '../support/questions.ts'
import { shopClient, shopSegment, startShopOf } from '../support/shop.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { expectFocus, expectNoConsoleErrors, rowsOf, sharedDesk } from './journey.ts'
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

test('after a kill in the middle of a run the next starts say how many were not mailed, until they are', async () => {
  const esims = 5
  const shop = await startShopOf([
    { esims: Array.from({ length: esims }, () => ({ activationCode: 'LPA:1$smdp.example.com$ABCDE-12345' })) },
  ])
  onTestFinished(() => shop.close())
  const userData = await temporaryFolder()
  const start = async (): Promise<RunningDesk> => {
    const desk = await startDesk({
      userData,
      args: ['--service', shop.baseUrl, '--segment', shopSegment],
      env: shopClient,
    })
    onTestFinished(() => desk.close())
    await rowsOf(desk.page, 'Customers').first().waitFor()
    return desk
  }
  const notice = /^E-mails that earlier runs have not sent:/

  const killed = await start()
  let recipients = 0
  await withMailServer(
    { desk: killed, page: killed.page },
    {
      recipient() {
        recipients += 1
        if (recipients === 3) process.kill(killed.pid, 'SIGKILL')
        return null
      },
    },
  )
  await killed.page.getByRole('button', { name: 'Bulk QR sheets' }).click()
  const dialog = killed.page.getByRole('dialog', { name: 'Bulk QR sheets' })
  await dialog.getByLabel('Customers or eSIMs').fill('ada@example.org')
  await dialog.getByRole('button', { name: 'E-mail each' }).click()
  await dialog.getByRole('button', { name: `Send ${String(esims)} e-mails` }).click()
  await killed.ended()

  const next = await start()
  await next.page.getByText(notice).filter({ hasText: ': 2.' }).waitFor()
  const server = await withMailServer({ desk: next, page: next.page })
  await next.page.getByRole('button', { name: 'Bulk QR sheets' }).click()
  const taken = next.page.getByRole('dialog', { name: 'Bulk QR sheets' })
  await taken.getByRole('button', { name: 'Put them in the list' }).click()
  await taken.getByRole('button', { name: 'E-mail each' }).click()
  await taken.getByRole('button', { name: 'Send 2 e-mails' }).click()
  await taken.getByText('2 e-mails sent.').waitFor()
  expect(server.mails).toHaveLength(2)
  await next.close()

  // Notices come before the first answer to the window.
  const last = await start()
  expect(await last.page.getByText(notice).count()).toBe(0)
})
