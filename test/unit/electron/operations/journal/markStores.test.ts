/** Where the mark outside of the profile folder is. */
import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { outsideMarkStores } from '../../../../../electron/operations/index.ts'
import { memoryKeychain } from '../../storage/support.ts'
import { temporaryFolder } from '../../../../support/temporaryFolder.ts'

const mark = { id: 'j', rows: { operations: 1, transitions: 2, rules: 0 }, at: 1, work: null, connections: [] }

it.each([
  ['is in the keychain', 'stored', false, ['journal-mark'], []],
  ['is a file without a keychain', 'session', false, [], ['journal-j.json']],
  ['is a file where the system asks about each entry of the keychain', 'stored', true, [], ['journal-j.json']],
] as const)('%s, and is read from there', async (_name, state, asks, accounts, files) => {
  const folder = await temporaryFolder()
  const keychain = memoryKeychain(state)
  const stores = outsideMarkStores(keychain, folder, asks)
  for (const store of stores) await store.write(mark, 'j').catch(() => undefined)
  expect([[...keychain.secrets.keys()], await readdir(folder)]).toEqual([accounts, files])
  const read = await Promise.allSettled(stores.map((store) => store.read('j')))
  expect(read.filter((result) => result.status === 'fulfilled' && result.value !== null)).toMatchObject([
    { value: mark },
  ])
})
