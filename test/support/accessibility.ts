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

/** Returns the serious and critical violations that axe-core finds on the current page. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
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
