import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createJsonFile } from '../../../../electron/storage/jsonFile.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

async function inFolder() {
  const folder = await temporaryFolder()
  const file = join(folder, 'deep', 'x.json')
  return {
    folder,
    file,
    json: createJsonFile({
      file,
      version: 1,
      schema: z.object({ version: z.literal(1), n: z.number() }),
      empty: { version: 1, n: 0 },
      now: () => 0,
    }),
  }
}

it('reads what was written, privately', async () => {
  const { file, json } = await inFolder()
  expect(await json.read()).toEqual({ content: { version: 1, n: 0 }, movedTo: null })
  await json.write({ version: 1, n: 7 })
  expect((await json.read()).content.n).toBe(7)
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
})

it('keeps the last of many writes', async () => {
  const { json } = await inFolder()
  await Promise.all(Array.from({ length: 20 }, (_, n) => json.write({ version: 1, n })))
  expect((await json.read()).content.n).toBe(19)
})

it.each(['', '{"version":1', '{"version":0,"n":1}', '[]', '{"version":1,"n":"x"}'])(
  'moves %j to quarantine unchanged',
  async (text) => {
    const { file, folder, json } = await inFolder()
    await json.write({ version: 1, n: 7 })
    await writeFile(file, text)
    const { content, movedTo } = await json.read()
    expect(content).toEqual({ version: 1, n: 0 })
    expect(await readFile(movedTo ?? '', 'utf8')).toBe(text)
    expect(await readdir(join(folder, 'deep'))).toHaveLength(1)
  },
)

it('refuses a file of a newer version and leaves it unchanged', async () => {
  const { file, folder, json } = await inFolder()
  await json.write({ version: 1, n: 7 })
  const newer = '{"version":2,"n":1,"more":"that this desk does not know"}'
  await writeFile(file, newer)
  await expect(json.read()).rejects.toMatchObject({
    code: 'storage_unreadable',
    details: { reason: 'newer_version', file: 'x.json', version: 2, known: 1 },
  })
  expect(await readFile(file, 'utf8')).toBe(newer)
  expect(await readdir(join(folder, 'deep'))).toEqual(['x.json'])
})

it('reports that a file cannot be written or read, and which one', async () => {
  const { file, json } = await inFolder()
  // A folder at the file's path can be neither written nor read as a file, not even by root.
  await mkdir(join(file, 'x'), { recursive: true })
  await expect(json.write({ version: 1, n: 7 })).rejects.toMatchObject({
    code: 'storage_unwritable',
    details: { file: 'x.json' },
  })
  await expect(json.read()).rejects.toMatchObject({
    code: 'storage_unreadable',
    details: { file: 'x.json', code: 'EISDIR' },
  })
})
