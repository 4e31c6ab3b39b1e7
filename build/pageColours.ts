/**
 * Reads the page's colour in both themes from the window's style sheet during the build of the main process: the window
 * itself has this colour until the page is drawn, so that nothing flashes.
 */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

export interface PageColours {
  readonly light: string
  readonly dark: string
}

/**
 * @param css the tokens of the window: a rule for the light theme and one for the dark. Throws if a colour is missing.
 */
export function pageColours(css: string): PageColours {
  return { light: surface(css, ':root'), dark: surface(css, ":root[data-theme='dark']") }
}

function surface(css: string, selector: string): string {
  const colours = css
    .split('}')
    .filter(
      (rule) =>
        rule
          .slice(0, rule.indexOf('{'))
          .replaceAll(/\/\*[^]*?\*\//g, '')
          .trim() === selector,
    )
    .flatMap((rule) => /--surface-0:\s*(#[0-9a-f]{6});/.exec(rule)?.[1] ?? [])
  const [colour] = colours
  if (colour === undefined || colours.length > 1)
    throw new Error(`The style sheet has no single --surface-0 in ${selector}`)
  return colour
}

/** Defines the constant `__PAGE_COLOURS__` in the main process. */
export function definePageColours(file: string): Plugin {
  return {
    name: 'page-colours',
    config: () => ({ define: { __PAGE_COLOURS__: JSON.stringify(pageColours(readFileSync(file, 'utf8'))) } }),
  }
}
