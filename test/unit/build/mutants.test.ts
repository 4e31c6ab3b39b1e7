/** The parts of the mutated code name files and tests that exist, and every file of the money operations is in one. */
import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const { parts } = z
  .object({ parts: z.array(z.object({ files: z.array(z.string()), tests: z.array(z.string()) })) })
  .parse(await import('../../mutants/parts.mjs' as string))
const named = parts.flatMap(({ files, tests }) => [...files, ...tests]).filter((path) => !path.includes('*'))

it('the files and tests of every part exist', () => {
  expect(named.filter((path) => !existsSync(`${root}${path}`))).toEqual([])
  expect(named.length).toBeGreaterThan(30)
})

it('every file of the money operations belongs to a part', () => {
  const files = globSync('electron/operations/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('/index.ts'))
  expect(files.filter((file) => !named.includes(file))).toEqual([])
})
