/**
 * Hostile text in every field: it is shown as text, no script runs, nothing is loaded, and no policy violation is
 * reported.
 */
import { expect, test } from 'vitest'
import { expectNoConsoleErrors, foundBy, freshDesk, searchField, sharedDesk } from './journey.ts'

const shared = sharedDesk({ customers: 100 })

const hostile = [
  '<img src=x onerror="window.__pwned=1">',
  '"><script>window.__pwned=1</script>',
  "';alert(1)//",
  'javascript:window.__pwned=1',
  '{{constructor.constructor("window.__pwned=1")()}}',
  '\u202Eevil\u202C \u0000 \uFEFF',
  '" OR 1=1 --',
  '* NEAR(a b) AND "',
  '%_%',
  '😀'.repeat(300),
  '9'.repeat(1990),
  '../../../../etc/passwd',
]

test('in the first form', async () => {
  const desk = await freshDesk()
  for (const label of ['Connection name', 'Service address', 'Path segment', 'Client ID', 'Client secret']) {
    for (const text of hostile) await desk.page.getByLabel(label, { exact: true }).fill(text)
  }
  expect(await desk.page.evaluate(() => '__pwned' in window)).toBe(false)
  expectNoConsoleErrors(desk)
})

test('in the search and in every filter', async () => {
  const scene = shared()
  for (const text of hostile) {
    await searchField(scene.page).fill(text)
    await foundBy(scene.page, await searchField(scene.page).inputValue())
    await scene.page
      .getByText(/no customer/i)
      .first()
      .waitFor()
  }
  for (const name of ['Inventory', 'Devices']) {
    await scene.page.getByRole('link', { name, exact: true }).click()
    const field = scene.page
      .getByRole('main')
      .getByRole('textbox')
      .or(scene.page.getByRole('main').getByRole('searchbox'))
      .first()
    await field.waitFor()
    for (const text of hostile) await field.fill(text)
  }
  expect(await scene.page.evaluate(() => '__pwned' in window)).toBe(false)
  expectNoConsoleErrors(scene.desk)
})

test('in what the service sends', async () => {
  const scene = shared()
  const created = []
  for (const text of hostile.slice(0, 5))
    created.push(await scene.portal.register({ email: 'hostile@example.com', metatag: text }))
  for (const [index, customer] of created.entries()) {
    await searchField(scene.page).fill(customer.uid)
    await scene.page
      .getByRole('table', { name: 'Packages' })
      .getByText(hostile[index] ?? '', { exact: false })
      .first()
      .waitFor()
    await scene.page.getByRole('link', { name: 'Customers', exact: true }).click()
  }
  expect(await scene.page.evaluate(() => '__pwned' in window)).toBe(false)
  expectNoConsoleErrors(scene.desk)
})
