/** The local customer list in the settings: how far a sync is, how to cancel it, and where the list is kept. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { SyncStatus } from '#shared/model/customer/sync.ts'
import DirectorySection from '../../../../../renderer/features/settings/DirectorySection.vue'
import { useSync } from '../../../../../renderer/features/customers/sync.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, read } from '../../support/mounted.ts'
import { now, syncStatus } from '../../support/samples.ts'

const status = syncStatus({
  state: 'syncing',
  customers: 5000,
  received: 1200,
  startedAt: now,
  finishedAt: now,
  storage: 'disk',
})

async function section(changes: Partial<SyncStatus>, cancelled: Partial<SyncStatus> = {}) {
  installBridge({
    'customers.status': accept({ ...status, ...changes }),
    'customers.cancelSync': accept({ ...status, ...changes, ...cancelled }),
    'settings.get': accept({}),
  })
  const wrapper = mounted(DirectorySection)
  await useSync().load()
  await flushPromises()
  return wrapper
}

test.each([
  [{}, 'Syncing: 1,200'],
  [{ expected: 5000 }, 'Syncing: 1,200 of about 5,000'],
  [{ expected: 5000, perSecond: 850 }, 'Syncing: 1,200 of about 5,000 · 850 a second'],
])('with %o a running sync says “%s”', async (changes, text) => {
  expect(read(await section(changes))).toContain(text)
})

test('a running sync can be cancelled', async () => {
  const wrapper = await section({}, { state: 'failed', problem: 'aborted' })
  const buttonOf = (name: string) => wrapper.findAll('button').find((button) => button.text() === name)
  expect(buttonOf('Sync now')).toBeUndefined()
  await buttonOf('Cancel')?.trigger('click')
  await flushPromises()
  expect(buttonOf('Cancel')).toBeUndefined()
  expect(buttonOf('Sync now')).toBeDefined()
})

test('without a keychain the section says that the list is not saved', async () => {
  expect(read(await section({ state: 'done', storage: 'session' }))).toContain('Not saved: encrypted on this computer')
})
