/** A shift that is worked from "Today" alone, and a trouble in a country, with mails to a real server. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { accessibilityViolations } from '../support/accessibility.ts'
import { answerQuestion, nextQuestion } from '../support/questions.ts'
import { expectNoConsoleErrors, goTo, heading, sharedDesk } from './journey.ts'
import { withMailServer } from './withMailServer.ts'

const shared = sharedDesk({ customers: 300 })

const list = (page: Page) => page.getByRole('list', { name: 'Customers who will probably call' })
const rows = (page: Page) => list(page).getByRole('listitem')
const filter = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\d`) })

async function openToday(page: Page): Promise<void> {
  await page.keyboard.press('Control+2')
  await heading(page, 'Today').waitFor()
  await rows(page).first().waitFor()
}

/** What the service returns for each customer, read beside the desk. */
async function callers(page: Page): Promise<Readonly<Record<string, number>>> {
  const script = `(async () => {
    const { value } = await desk.customers.list({ limit: 500 })
    const counts = { failed: 0, ending: 0 }
    for (const { uid } of value.rows) {
      const { value: view } = await desk.customers.get({ uid, from: 'directory' })
      const phases = view.items.map(({ phase }) => phase)
      const [active, waiting] = [phases.includes('active'), phases.some((phase) => phase.startsWith('waiting'))]
      const inUse = view.esims.filter(({ active }) => active !== false)
      if (inUse.some(({ state }) => state === 'error') && (active || waiting)) counts.failed += 1
      const soon = Date.parse(view.now) + 86_400_000
      const ends = view.items.filter(({ phase }) => phase === 'active').map(({ expiresAt }) => Date.parse(expiresAt))
      if (!waiting && ends.some((end) => end <= soon)) counts.ending += 1
    }
    return counts
  })()`
  return z.record(z.string(), z.number()).parse(await page.evaluate(script))
}

test('a shift of an hour is worked from Today: who is written to, opened and ticked off, and who comes next', async () => {
  const scene = shared()
  const { page, control } = scene
  const server = await withMailServer(scene)
  await openToday(page)
  const before = await callers(page)
  for (const [name, reason] of [
    ['eSIM failed', 'failed'],
    ['Ends within a day', 'ending'],
  ] as const)
    expect(await filter(page, name).textContent()).toContain(String(before[reason]))
  expect(await accessibilityViolations(page)).toEqual([])

  // A mail about a package that ends: two presses.
  await filter(page, 'Ends within a day').click()
  await expect.poll(() => rows(page).count()).toBe(before['ending'])
  const write = rows(page)
    .getByRole('button', { name: /^Write to .+@/ })
    .first()
  const name = ((await write.getAttribute('aria-label')) ?? '').replace('Write to ', '')
  await write.click()
  await page.getByRole('region', { name: 'Preview' }).getByText('Your data package ends soon').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 mail was sent.').waitFor()
  expect(server.mails.map(({ to }) => to)).toEqual([[name]])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.mouse.move(5, 5)
  await expect.poll(() => rows(page).count()).toBe((before['ending'] ?? 0) - 1)

  // A failed eSIM: its page, and back to the same list.
  await filter(page, 'eSIM failed').click()
  await expect.poll(() => rows(page).count()).toBe(before['failed'])
  await rows(page).getByRole('link').first().click()
  await page.getByRole('region', { name: "Why it doesn't work" }).waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await heading(page, 'Today').waitFor()
  await rows(page)
    .getByRole('button', { name: /^Done with/ })
    .first()
    .click()
  await rows(page)
    .getByRole('button', { name: /^Bring back/ })
    .first()
    .waitFor()
  await page.mouse.move(5, 5)
  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => rows(page).count()).toBe((before['failed'] ?? 0) - 1)

  // An installation that was sold and not installed: the mail with its code, two presses.
  await filter(page, 'Not installed').click()
  await rows(page)
    .getByRole('button', { name: /^Write to .+@/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'E-mail the installation' })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => server.mails.length).toBe(2)
  await dialog.getByRole('button', { name: 'Close' }).click()

  // An hour later others are due.
  await control.advance('1 hour')
  await page.evaluate('desk.customers.sync()')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await filter(page, 'All').click()
  const after = await callers(page)
  await expect
    .poll(async () => await filter(page, 'Ends within a day').textContent())
    .toContain(String((after['ending'] ?? 0) - 1))
  expectNoConsoleErrors(scene.desk)
})

test('a trouble in a country: everybody with a package for it gets one sentence and a note, after four decisions', async () => {
  const scene = shared()
  const { page, desk } = scene
  const server = await withMailServer(scene)
  // 1: the page. 2: the country. 3: the mail to all. 4: the answer to the main process.
  await openToday(page)
  const field = page.getByRole('combobox', { name: 'Trouble in a country' })
  await field.fill('Japan')
  await field.press('Enter')
  await page.getByText(/^Japan: \d+ customers with a package/).waitFor()
  await page.getByRole('button', { name: 'Write to all' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('region', { name: 'Preview' }).getByText('Mobile data: Japan').waitFor()
  const count = Number(/\d+/.exec((await dialog.getByRole('heading').textContent()) ?? '')?.[0])
  expect(count).toBeGreaterThan(10)
  await dialog.getByLabel('Your own sentence').fill('Wi-Fi in hotels works.')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const question = await nextQuestion(desk)
  expect(question.text).toMatch(new RegExp(`${String(count)}[\\s\\S]*Mobile data: Japan[\\s\\S]*Wi-Fi in hotels works`))
  await answerQuestion(desk, 'Write to many customers?', 'yes')
  await page.getByText(`${String(count)} mails were sent.`).waitFor()
  expect(server.mails).toHaveLength(count)
  const recipients = server.mails.flatMap(({ to }) => to)
  expect(new Set(recipients).size).toBe(recipients.length)
  expect(server.mails.every(({ raw }) => !raw.includes('LPA:1$'))).toBe(true)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  // Nobody gets it again, and each has a note.
  await page.getByRole('button', { name: 'Write to all' }).first().click()
  await dialog.getByRole('region', { name: 'Preview' }).waitFor()
  await dialog.getByLabel('Your own sentence').fill('Wi-Fi in hotels works.')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await answerQuestion(desk, 'Write to many customers?', 'yes')
  await page.getByText('No mail was sent.').waitFor()
  expect(server.mails).toHaveLength(count)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const href = (await rows(page).getByRole('link').first().getAttribute('href')) ?? ''
  await goTo(page, href.replace('#/', ''))
  await page.getByText('E-mail about trouble with mobile data: Japan').first().waitFor()
  expectNoConsoleErrors(desk)
})
