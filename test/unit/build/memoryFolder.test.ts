/** The folder in memory for the temporary files of the tests. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectNode } from '../../support/projectNode.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const script = new URL('../../../build/memoryFolder.mjs', import.meta.url).href

/** Returns what a process of its own says about the folder: where it is, and whether it is there. */
const inProcess = (options: object): { readonly folder: string | null; readonly isThere: boolean } =>
  JSON.parse(
    execFileSync(
      projectNode,
      [
        '--input-type=module',
        '--eval',
        `import { existsSync } from 'node:fs'
        const { createMemoryFolder } = await import(${JSON.stringify(script)})
        const folder = createMemoryFolder(${JSON.stringify(options)})
        console.log(JSON.stringify({ folder, isThere: folder !== null && existsSync(folder) }))`,
      ],
      { encoding: 'utf8' },
    ),
  )

test('a new folder is there until the process ends', async () => {
  const parent = await temporaryFolder()
  const { folder, isThere } = inProcess({ parent, least: 1 })
  expect(dirname(folder ?? '')).toBe(parent)
  expect(isThere).toBe(true)
  expect(existsSync(folder ?? '')).toBe(false)
})

test('there is none where the system has no such place, or too little room in it', async () => {
  const parent = await temporaryFolder()
  expect(inProcess({ parent: join(parent, 'missing'), least: 1 }).folder).toBeNull()
  mkdirSync(join(parent, 'small'))
  expect(inProcess({ parent: join(parent, 'small'), least: Number.MAX_SAFE_INTEGER }).folder).toBeNull()
})
