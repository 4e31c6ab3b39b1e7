/** The folder in memory for the temporary files of the tests. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectNode } from '../../support/projectNode.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const script = new URL('../../../build/memoryFolder.mjs', import.meta.url).href

/** Returns what a process of its own says about the folder: where it is, and its mode while it is there. */
const inProcess = (options: object): { readonly folder: string | null; readonly mode: number | null } =>
  JSON.parse(
    execFileSync(
      projectNode,
      [
        '--input-type=module',
        '--eval',
        `import { statSync } from 'node:fs'
        const { createMemoryFolder } = await import(${JSON.stringify(script)})
        const folder = createMemoryFolder(${JSON.stringify(options)})
        const mode = folder === null ? null : statSync(folder).mode & 0o7777
        console.log(JSON.stringify({ folder, mode }))`,
      ],
      { encoding: 'utf8' },
    ),
  )

test('a new folder is there for all users until the process ends', async () => {
  const parent = await temporaryFolder()
  const { folder, mode } = inProcess({ parent, least: 1 })
  expect(dirname(folder ?? '')).toBe(parent)
  expect(mode).toBe(0o1777)
  expect(existsSync(folder ?? '')).toBe(false)
})

test('there is none where the system has no such place, or too little room in it', async () => {
  const parent = await temporaryFolder()
  expect(inProcess({ parent: join(parent, 'missing'), least: 1 }).folder).toBeNull()
  mkdirSync(join(parent, 'small'))
  expect(inProcess({ parent: join(parent, 'small'), least: Number.MAX_SAFE_INTEGER }).folder).toBeNull()
})
