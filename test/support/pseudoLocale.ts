/**
 * A build of the desk whose English is replaced by a pseudo-locale: every string is marked, accented and 40 % longer,
 * as translations are. A text that is cut off loses its closing mark; a text without marks is not among the strings.
 */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { build, type Plugin, type UserConfig } from 'vite'
import { onTestFinished } from 'vitest'
import config from '../../electron.vite.config.ts'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const accents: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', y: 'ý', n: 'ñ', c: 'ç' }

/** Placeholders, linked messages and quoted characters stay as they are. */
const kept = /(\{[^{}]*\}|@:[\w.]+)/

function pseudoForm(form: string): string {
  const accented = form
    .split(kept)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[aeiouync]/g, (letter) => accents[letter] ?? letter),
    )
    .join('')
  const longer = Math.ceil(form.replaceAll(/\{[^{}]*\}/g, 'xxxx').length * 0.4)
  return `⟦${accented}${'·'.repeat(longer)}⟧`
}

/** Returns the strings in the pseudo-locale, with the same keys. */
export function pseudoLocale(strings: unknown): unknown {
  if (typeof strings === 'string') return strings.split(' | ').map(pseudoForm).join(' | ')
  if (typeof strings !== 'object' || strings === null) throw new TypeError('A message is a string')
  return Object.fromEntries(Object.entries(strings).map(([key, inner]) => [key, pseudoLocale(inner)]))
}

const pseudoEnglish: Plugin = {
  name: 'pseudo-locale',
  enforce: 'pre',
  transform: {
    filter: { id: /\/renderer\/locales\/en\/\w+\.json$/ },
    handler: (code) => ({ code: JSON.stringify(pseudoLocale(JSON.parse(code))), map: null }),
  },
}

/** Builds the window in the pseudo-locale beside the built main process, and returns the entry of the Chromium host. */
export async function buildPseudoDesk(): Promise<string> {
  // Inside the project, so that the main process finds its packages.
  await mkdir(fromRoot('test-results'), { recursive: true })
  const folder = await mkdtemp(fromRoot('test-results/pseudo-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(fromRoot('out'), folder, { recursive: true, filter: (path) => !path.endsWith('pictures') })
  const { renderer } = config as { readonly renderer: UserConfig }
  await build({
    ...renderer,
    configFile: false,
    logLevel: 'error',
    plugins: [pseudoEnglish, ...(renderer.plugins ?? [])],
    build: { ...renderer.build, outDir: join(folder, 'renderer'), reportCompressedSize: false, emptyOutDir: false },
  })
  return join(folder, 'main', 'chromium.js')
}
