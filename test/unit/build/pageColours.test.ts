import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { pageColours } from '../../../build/pageColours.ts'

test("the page's colour of both themes is found in the window's own tokens", async () => {
  const css = await readFile(new URL('../../../renderer/theme/tokens.css', import.meta.url), 'utf8')
  const { light, dark } = pageColours(css)
  const brightness = (colour: string): number => Number.parseInt(colour.slice(1, 3), 16)
  expect(brightness(light)).toBeGreaterThan(200)
  expect(brightness(dark)).toBeLessThan(50)
  for (const colour of [light, dark]) expect(css).toContain(`--surface-0: ${colour};`)
})

test.each([
  ['one theme', ':root { --surface-0: #ffffff; }'],
  [
    'a colour that Electron would not understand',
    ":root { --surface-0: white; } :root[data-theme='dark'] { --surface-0: #000000; }",
  ],
  [
    'two colours',
    ":root { --surface-0: #ffffff; } :root { --surface-0: #eeeeee; } :root[data-theme='dark'] { --surface-0: #000; }",
  ],
])('a style sheet with %s fails the build', (_what, css) => {
  expect(() => pageColours(css)).toThrow('--surface-0')
})
