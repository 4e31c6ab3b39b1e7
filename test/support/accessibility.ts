/** Finds what prevents people from using the window with a screen reader or without a mouse. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly target: readonly string[] }[]
}

/** Waits until nothing on the page is fading or moving: half-way, a text has less contrast than at the end. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
}

/** Returns the serious and critical violations that axe-core finds on the current page, at rest. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  await settled(page)
  const violations = await page.evaluate(async () => {
    const axeApi = (
      window as unknown as {
        axe: { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> }
      }
    ).axe
    const result = await axeApi.run(document, { runOnly: ['wcag2a', 'wcag2aa'] })
    return result.violations
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
