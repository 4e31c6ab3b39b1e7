/**
 * Compiles the window's strings during the build: vue-i18n then needs neither its compiler nor the time to compile.
 * Text without placeholders stays text; the rest becomes the compiler's syntax tree, which the library reads directly.
 * The build stops at a language whose strings do not correspond to the English ones; a language in work may lack some.
 * As a program it lists what differs (messages.mjs).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { languagesInWork } from '../shared/language.ts'

type Compile = (message: string, options: object) => { readonly ast: { readonly b?: { readonly s?: unknown } } }

/** The compiler that belongs to the installed version of the library. */
const library: unknown = createRequire(createRequire(import.meta.url).resolve('vue-i18n'))('@intlify/message-compiler')

function compilerOf(module: unknown): Compile {
  if (hasCompiler(module)) return module.baseCompile
  throw new Error('vue-i18n has no message compiler any more')
}

function hasCompiler(module: unknown): module is { readonly baseCompile: Compile } {
  return (
    typeof module === 'object' && module !== null && 'baseCompile' in module && typeof module.baseCompile === 'function'
  )
}

const compile = compilerOf(library)

/** @param messages strings, in folders of any depth */
export function compileMessages(messages: unknown): unknown {
  if (typeof messages === 'string') return compileMessage(messages)
  if (typeof messages !== 'object' || messages === null) throw new TypeError('A message is a string')
  return Object.fromEntries(Object.entries(messages).map(([key, inner]) => [key, compileMessages(inner)]))
}

function compileMessage(message: string): unknown {
  const onError = (error: Error): never => {
    throw new Error(`The message "${message}" can't be compiled: ${error.message}`)
  }
  const { ast } = compile(message, { jit: true, location: false, optimize: true, minify: true, mangle: true, onError })
  return ast.b?.s ?? ast
}

type Strings = ReadonlyMap<string, string>

function stringsOf(inner: unknown, path: readonly string[] = []): readonly (readonly [string, string])[] {
  if (typeof inner === 'string') return [[path.join('.'), inner]]
  if (typeof inner !== 'object' || inner === null) throw new TypeError(`${path.join('.')} is not a message`)
  return Object.entries(inner).flatMap(([key, next]) => stringsOf(next, [...path, key]))
}

const placeholders = (message: string): string =>
  [...new Set([...message.matchAll(/\{(\w+)\}|@:[\w.]+/g)].map(([all]) => all))].sort().join(' ')
const forms = (message: string): number => message.split(' | ').length

const missing = 'is missing'

function problemOf(original: string | undefined, translation: string | undefined): string | null {
  if (original === undefined) return 'is not an English message'
  if (translation === undefined) return missing
  if (translation.trim() === '' && original.trim() !== '') return 'is empty'
  if (placeholders(original) !== placeholders(translation))
    return `has other placeholders: ${placeholders(translation)} instead of ${placeholders(original)}`
  if (forms(original) !== forms(translation))
    return `has ${String(forms(translation))} plural forms instead of ${String(forms(original))}`
  return null
}

interface Difference {
  readonly key: string
  readonly problem: string
  /** The English message, if there is one. */
  readonly original: string | undefined
}

/** Returns each message of a language that does not correspond to the English one. */
export function differences(english: unknown, language: unknown): readonly Difference[] {
  const [originals, translations]: readonly [Strings, Strings] = [
    new Map(stringsOf(english)),
    new Map(stringsOf(language)),
  ]
  const keys = [...new Set([...originals.keys(), ...translations.keys()])]
  return keys.flatMap((key) => {
    const original = originals.get(key)
    const problem = problemOf(original, translations.get(key))
    return problem === null ? [] : [{ key, problem, original }]
  })
}

/** Reads all strings of a language; one that has no folder yet has none. @param folder the folder of the language */
export function readLanguage(folder: string): unknown {
  if (!existsSync(folder)) return {}
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.assign({}, ...files.map((name): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

/** Returns a line for each message of a language that differs: its file, its key and the English message. */
export function listDifferences(locales: string, language: string): readonly string[] {
  return differences(readLanguage(join(locales, 'en')), readLanguage(join(locales, language))).map(
    ({ key, problem, original = '' }) =>
      `${join(locales, language, key.split('.')[0] ?? '')}.json: ${key} ${problem}: ${original}`,
  )
}

/** How many problems an error names: a language that was just begun has a thousand. */
const named = 20

/**
 * Throws if a language does not correspond to English.
 *
 * @param locales the folder with a folder for each language
 * @param inWork the languages that may lack messages
 */
export function checkLanguages(locales: string, inWork: readonly string[] = languagesInWork): void {
  const languages = readdirSync(locales, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const english = readLanguage(join(locales, 'en'))
  const problems = languages.flatMap(({ name }) =>
    differences(english, readLanguage(join(locales, name)))
      .filter(({ problem }) => problem !== missing || !inWork.includes(name))
      .map(({ key, problem }) => `${name}: ${key} ${problem}`),
  )
  if (problems.length === 0) return
  const more = problems.length > named ? `\nand ${String(problems.length - named)} more` : ''
  throw new Error(`The languages of the window differ:\n${problems.slice(0, named).join('\n')}${more}`)
}

/** @param locales the folder with a folder for each language */
export function compiledMessages(locales: string): Plugin {
  return {
    buildStart: () => checkLanguages(locales),
    name: 'compiled-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ define: { __INTLIFY_DROP_MESSAGE_COMPILER__: 'true' } }),
    transform: {
      filter: { id: /\/renderer\/locales\/\w+\/\w+\.json$/ },
      handler: (code) => ({ code: JSON.stringify(compileMessages(JSON.parse(code))), map: null }),
    },
  }
}

if (process.argv[1] === import.meta.filename) {
  const locales = join('renderer', 'locales')
  for (const language of process.argv.slice(2)) {
    const lines = listDifferences(locales, language)
    process.stdout.write(
      `${[...lines, `${language}: ${String(lines.length)} texts are missing or don't fit the English ones.`].join('\n')}\n`,
    )
  }
}
