/**
 * Counts what a customer's page asks an agent to look at: controls and visible words, for five customers at 1280 by
 * 800, with menus closed and nothing unfolded. The frame of the window and the tabs of customers are not counted. It
 * also measures where the first row of the list of customers begins.
 * Argument: a folder for a picture of each page, in the light and in the dark theme.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { control, type Sample } from '../support/control.ts'
import { portal } from '../support/portal.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { startConnectedDesk } from './support/connectedDesk.ts'
import { figure } from './support/figures.ts'

const [, , folder] = process.argv
const sandbox = await startSandboxProcess({ customers: 300, seed: 7 })
const desk = await startConnectedDesk(sandbox)
const { page } = desk
const service = control(sandbox.info)
const shop = await portal(sandbox.info)

/** A customer of the sandbox whose address nobody else has. */
async function customerOf(archetype: string): Promise<Sample> {
  const all = new Map(
    Object.values(await service.samples(300))
      .flat()
      .map((sample) => [sample.uid, sample]),
  )
  const isAlone = ({ email }: Sample): boolean => [...all.values()].filter((one) => one.email === email).length === 1
  const found = [...all.values()].find(
    (sample) => sample.archetype === archetype && sample.email !== null && isAlone(sample),
  )
  if (found === undefined) throw new Error(`The sandbox has no customer of ${archetype}`)
  return found
}

/** Sells packages to a customer until there are forty. */
async function withForty(): Promise<string> {
  const { uid, countrySet } = await customerOf('toppedUp')
  const pack = (await shop.inventory()).find((one) => one.countrySet === countrySet)
  if (pack === undefined) throw new Error('Nothing fits this customer')
  const { activatedItems } = await shop.customer(uid)
  await service.setCredits({ amount: 100_000 })
  for (let count = activatedItems.length; count < 40; count += 1) await shop.topUp(uid, pack.id)
  return uid
}

/** Runs in the page. A word that a line limit or an ellipsis cuts off is not seen. */
function countIn(root: Element): { readonly controls: number; readonly words: number } {
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return isShown && width > 1 && height > 1 && element.closest('.visually-hidden, [inert]') === null
  }
  const isCutOff = (word: Range, parent: Element): boolean => {
    const { top, left } = word.getBoundingClientRect()
    for (let around: Element | null = parent; around !== null && around !== root; around = around.parentElement) {
      const frame = around.getBoundingClientRect()
      const isClipped = getComputedStyle(around).overflow.includes('hidden')
      if (isClipped && (top >= frame.bottom - 2 || left >= frame.right - 2)) return true
    }
    return false
  }
  const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])'
  const controls = [...root.querySelectorAll(focusable)].filter(
    (each) => isSeen(each) && each.parentElement?.closest(focusable) === null,
  )
  const typed = [...root.querySelectorAll<HTMLInputElement>('input')]
    .filter(isSeen)
    .flatMap(({ value, placeholder }) => (value || placeholder).split(/\s+/))
  let words = typed.filter((word) => word !== '').length
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode() !== null) {
    const { currentNode } = walker
    const parent = currentNode.parentElement
    if (parent === null || !isSeen(parent)) continue
    for (const found of (currentNode.textContent ?? '').matchAll(/\S+/g)) {
      if (!/[\p{L}\p{N}]/u.test(found[0])) continue
      const range = document.createRange()
      range.setStart(currentNode, found.index)
      range.setEnd(currentNode, found.index + found[0].length)
      if (!isCutOff(range, parent)) words += 1
    }
  }
  return { controls: controls.length, words }
}

async function take(name: string): Promise<void> {
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
  }
}

try {
  await page.setViewportSize({ width: 1280, height: 800 })
  const customers = page.getByRole('grid', { name: 'Customers', exact: true })
  await page.getByRole('button', { name: /^300 customers/ }).waitFor()
  const firstRow = await customers.getByRole('row').nth(1).boundingBox()
  figure({ name: 'First row of Customers', value: firstRow?.y ?? Infinity, unit: 'px', goal: 250 })
  await take('customers')
  const situations = [
    ['one eSIM and one package', (await customerOf('travelling')).uid, { controls: 20, words: 170 }],
    ['two eSIMs and three packages', (await customerOf('family')).uid, null],
    ['a failed eSIM', (await customerOf('installationFailed')).uid, null],
    ['no package', (await customerOf('empty')).uid, null],
    ['40 packages', await withForty(), null],
  ] as const
  for (const [name, uid, goal] of situations) {
    await page.evaluate(`location.assign('#/customers/' + encodeURIComponent(${JSON.stringify(uid)}))`)
    const shown = page.locator(`[data-customer="${uid}"]`)
    await shown.getByText('Up to date').waitFor()
    await shown.getByRole('region', { name: 'Timeline' }).waitFor()
    await page.waitForFunction(() => document.querySelector('.n-message') === null)
    const { controls, words } = await shown.evaluate(countIn)
    if (goal === null) console.log(`        ${name}: ${String(controls)} controls, ${String(words)} words`)
    else {
      figure({ name: `${name}, controls`, value: controls, unit: '', goal: goal.controls })
      figure({ name: `${name}, words`, value: words, unit: '', goal: goal.words })
    }
    await take(name)
  }
} finally {
  await desk.close()
  await sandbox.stop()
}
