/** Each export of the desk and of the relay is imported by another file, be it a test, and no imports form a circle. */
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
    const again = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
      list.split(',').map((name) => (name.split(' as ').at(-1) ?? '').replace('type ', '').trim()),
    )
    const names = [...[...text.matchAll(exported)].map(([, name = '']) => name), ...again.filter((name) => name !== '')]
    return names.flatMap((name) => (used?.has(name) === true ? [] : `${file}: ${name}`))
  })
}

/** Files that import one another, by way of others or not; each circle is written from its first file on. */
function circlesIn(files: ReadonlyMap<string, string>): readonly string[] {
  const next = new Map(
    [...files].map(([file, text]) => {
      const targets = [...text.matchAll(/(?:from|import|import\() ?['"]([^'"]+)['"]/g)]
      return [file, targets.map(([, specifier = '']) => resolveImport(specifier, file))] as const
    }),
  )
  const found: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' > '))
    if (done.has(file)) return
    done.add(file)
    for (const target of next.get(file) ?? []) if (target !== null && files.has(target)) visit(target, [...path, file])
  }
  for (const file of files.keys()) visit(file, [])
  return found
}

test('no file of the project imports itself by way of others, be it for a type', () => {
  expect(circlesIn(sources('{shared,electron,relay,renderer,build,test}/**/*.{ts,vue,mjs,js}'))).toEqual([])
})

test('a circle is found with each of its files', () => {
  const files = new Map([
    ['shared/a.ts', "import type { B } from './b.ts'\n"],
    ['shared/b.ts', "export { c } from '#shared/c.ts'\n"],
    ['shared/c.ts', "const a = await import('./a.ts')\n"],
  ])
  expect(circlesIn(files)).toEqual(['shared/a.ts > shared/b.ts > shared/c.ts > shared/a.ts'])
})

test('each export of the project is imported', () => {
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
