import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createJsonFile } from '../../../electron/jsonFile.ts'

async function inFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'desk-json-'))
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }))
  const file = join(folder, 'deep', 'x.json')
  return { folder, file, json: createJsonFile({ file, schema: z.object({ version: z.literal(1), n: z.number() }), empty: { version: 1, n: 0 }, now: () => 0 }) }
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

it.each(['', '{"version":1', '{"version":2,"n":1}', '[]', '{"version":1,"n":"x"}'])('moves %j aside, whole', async (text) => {
  const { file, folder, json } = await inFolder()
  await json.write({ version: 1, n: 7 })
  await writeFile(file, text)
  const { content, movedTo } = await json.read()
  expect(content).toEqual({ version: 1, n: 0 })
  expect(await readFile(movedTo ?? '', 'utf8')).toBe(text)
  expect(await readdir(join(folder, 'deep'))).toHaveLength(1)
})
