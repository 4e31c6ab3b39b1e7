/** The profiles that are returned are those in the file. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '../../../../electron/base/clock.ts'
import { createProfileStore, type StoredProfile } from '../../../../electron/connections/profileStore.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const profile = (id: string): StoredProfile => ({
  id,
  name: id,
  address: 'https://service.example',
  segment: 's',
  caFile: null,
  proxy: null,
  linkHost: null,
  secret: 'stored' as const,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastOpenedAt: null,
  workedAt: null,
  dialect: null,
  relay: null,
  localList: { keep: true, maxAgeDays: null, countsFrom: null },
})

it('a change that could not be written has no effect', async () => {
  const file = join(await temporaryFolder(), 'profiles.json')
  const store = createProfileStore(file, systemClock)
  await store.put(profile('a'))
  // A folder at the file's path cannot be written, not even by root.
  await rm(file)
  await mkdir(join(file, 'x'), { recursive: true })
  await expect(store.put({ ...profile('a'), name: 'Changed' })).rejects.toThrow()
  await expect(store.remove('a')).rejects.toThrow()
  await expect(store.setOpen('a')).rejects.toThrow()
  expect([await store.all(), await store.open()]).toEqual([[profile('a')], null])
  await rm(file, { recursive: true })
  await store.setOpen('a')
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ profiles: [{ name: 'a' }], open: 'a' })
})

it('concurrent changes are all stored', async () => {
  const file = join(await temporaryFolder(), 'profiles.json')
  const store = createProfileStore(file, systemClock)
  await Promise.all(['a', 'b', 'c'].map((id) => store.put(profile(id))))
  await Promise.all([store.patch('a', { name: 'A' }), store.remove('b'), store.setOpen('c')])
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ profiles: [{ name: 'A' }, { id: 'c' }], open: 'c' })
})

it('a file of a version with one host of Android links for all is read, with the default host', async () => {
  const file = join(await temporaryFolder(), 'profiles.json')
  await writeFile(file, JSON.stringify({ version: 1, profiles: [{ ...profile('a'), linkHost: undefined }], open: 'a' }))
  expect(await readFile(file, 'utf8')).not.toContain('linkHost')
  const store = createProfileStore(file, systemClock)
  expect(await store.all()).toEqual([profile('a')])
  await store.patch('a', { linkHost: 'setup.example.com' })
  expect(await createProfileStore(file, systemClock).get('a')).toMatchObject({ linkHost: 'setup.example.com' })
  expect(await store.takeMovedTo()).toBeNull()
})
