/** Each export of the desk and of the relay is imported by another file, be it a test. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const { resolveImport }: { resolveImport: (specifier: string, file: string) => string | null } = await import(
  '../../../build/lint/modules.js' as string
)

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sources = (pattern: string): ReadonlyMap<string, string> =>
  new Map(
    globSync(pattern, { cwd: root }).map((file) => {
      const path = file.replaceAll('\\', '/')
      return [path, readFileSync(join(root, file), 'utf8')] as const
    }),
  )

/** What is imported of each file: the names, or `*` where all of it is. */
function importsIn(files: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const add = (file: string, specifier: string, names: readonly string[]): void => {
    const path = resolveImport(specifier, file)
    if (path !== null) found.set(path, new Set([...(found.get(path) ?? []), ...names]))
  }
  const statement = /(?:import|export) (?:type )?(?:[\w$]+, )?(?:\{([^}]*)\}|\*(?: as [\w$]+)?) from ['"]([^'"]+)['"]/g
  for (const [file, text] of files) {
    for (const [, names, specifier = ''] of text.matchAll(statement))
      add(
        file,
        specifier,
        names === undefined
          ? ['*']
          : names.split(',').map(
              (name) =>
                name
                  .replace(/^\s*type\s/, '')
                  .trim()
                  .split(' as ')[0] ?? '',
            ),
      )
    for (const [, specifier = ''] of text.matchAll(/(?:import\(|URL\()\s*['"]([^'"]+)['"]/g))
      add(file, specifier, ['*'])
  }
  return found
}

/** The exports that no other file imports. */
function unusedIn(
  files: ReadonlyMap<string, string>,
  imports: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const exported = /^export (?:async )?(?:const|function|interface|type|class|let) ([\w$]+)/gm
  return [...files].flatMap(([file, text]) => {
    const used = imports.get(file)
    if (used?.has('*') === true) return []
    return [...text.matchAll(exported)].flatMap(([, name = '']) => (used?.has(name) === true ? [] : `${file}: ${name}`))
  })
}

test('of the whole project', () => {
  const all = sources('{shared,electron,relay,renderer,build,test}/**/*.{ts,vue,mjs,js}')
  // Scripts without types are imported by names that are computed.
  const product = new Map([...all].filter(([file]) => !/^(?:build|test)\/|\.mjs$/.test(file)))
  expect(product.size).toBeGreaterThan(900)
  expect(unusedIn(product, importsIn(all))).toEqual([])
})

test('one that nobody imports is found, and each way to import one counts', () => {
  const files = new Map([
    ['shared/a.ts', 'export const one = 1\nexport type Two = 2\nexport function three() {}\n'],
    ['electron/b.ts', "import { one as uno, type Two } from '#shared/a.ts'\nexport const b = uno\n"],
    ['electron/c.ts', "const { b } = await import('./b.ts')\n"],
  ])
  expect(unusedIn(files, importsIn(files))).toEqual(['shared/a.ts: three'])
})
