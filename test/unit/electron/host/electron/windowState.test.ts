import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWindowStateStore, type WindowState } from '../../../../../electron/host/electron/windowState.ts'
import { temporaryFolder } from '../../../../support/temporaryFolder.ts'

const state: WindowState = {
  version: 1,
  bounds: { x: -1200, y: 40, width: 1000, height: 700 },
  mode: 'maximized',
  zoom: 1.25,
}

async function inFolder(delayMs = 60_000) {
  const folder = await temporaryFolder()
  const file = join(folder, 'window.json')
  const troubles: string[] = []
  const create = () => createWindowStateStore({ file, delayMs, onTrouble: (what) => troubles.push(what) })
  return { folder, file, create, troubles }
}

test('a first start has no stored state', async () => {
  const { create, troubles } = await inFolder()
  expect(await create().read()).toBeNull()
  expect(troubles).toEqual([])
})

test('what was set last is stored at the end, privately, and read at the next start', async () => {
  const { create, file, folder } = await inFolder()
  const store = create()
  store.set({ ...state, mode: 'normal' })
  store.set(state)
  await store.flush()
  expect(await create().read()).toEqual(state)
  expect(await readdir(folder)).toEqual(['window.json'])
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('while a window is moved, one file is written once it no longer moves', async () => {
  const { create, file } = await inFolder(20)
  const store = create()
  for (let x = 0; x < 50; x += 1) store.set({ ...state, bounds: { ...state.bounds, x } })
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).not.toBe('')
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ ...state, bounds: { ...state.bounds, x: 49 } })
})

test('an unchanged state is not written again', async () => {
  const { create, file } = await inFolder()
  const first = create()
  first.set(state)
  await first.flush()
  const written = await stat(file)
  const second = create()
  await second.read()
  second.set(state)
  await second.flush()
  const after = await stat(file)
  expect([after.ino, after.mtimeMs]).toEqual([written.ino, written.mtimeMs])
})

test.each([
  '',
  '{',
  '[]',
  '{"version":2}',
  JSON.stringify({ ...state, zoom: 9 }),
  JSON.stringify({ ...state, mode: 'minimized' }),
  JSON.stringify({ ...state, bounds: { ...state.bounds, width: 0 } }),
  JSON.stringify({ ...state, bounds: { ...state.bounds, x: 1e30 } }),
])('a damaged file (%s) is moved to quarantine, and the window opens as at a first start', async (content) => {
  const { create, file, folder, troubles } = await inFolder()
  await writeFile(file, content)
  const store = create()
  expect(await store.read()).toBeNull()
  expect(troubles).toHaveLength(1)
  const [aside = ''] = await readdir(folder)
  expect(aside).toMatch(/^window\.json\.unreadable-/)
  expect(await readFile(join(folder, aside), 'utf8')).toBe(content)
  store.set(state)
  await store.flush()
  expect(await create().read()).toEqual(state)
})

test('a state that can be neither read nor written is no reason to fail', async () => {
  const { create, file, troubles } = await inFolder()
  await mkdir(file)
  const store = create()
  expect(await store.read()).toBeNull()
  store.set(state)
  await expect(store.flush()).resolves.toBeUndefined()
  expect(troubles).toEqual([
    expect.stringContaining('could not be read (EISDIR)'),
    expect.stringContaining('could not be stored'),
  ])
})
