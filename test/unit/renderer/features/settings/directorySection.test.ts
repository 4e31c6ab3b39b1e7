/** The local customer list in the settings: how far a sync is, how to cancel it, and where the list is kept. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { SyncStatus } from '#shared/model/customer/sync.ts'
import DirectorySection from '../../../../../renderer/features/settings/DirectorySection.vue'
import { useSync } from '../../../../../renderer/features/customers/sync.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
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
  [{}, text('settings.directory.syncing', { count: '1,200' })],
  [{ expected: 5000 }, text('settings.directory.syncingOf', { count: '1,200', expected: '5,000' })],
  [
    { expected: 5000, perSecond: 850 },
    `${text('settings.directory.syncingOf', { count: '1,200', expected: '5,000' })} · ${text('settings.directory.rate', { rate: '850' })}`,
  ],
])('with %o a running sync says “%s”', async (changes, text) => {
  expect(read(await section(changes))).toContain(text)
})

test('a running sync can be cancelled', async () => {
  const wrapper = await section({}, { state: 'failed', problem: 'aborted' })
  const buttonOf = (name: string) => wrapper.findAll('button').find((button) => button.text() === name)
  expect(buttonOf(text('settings.directory.sync'))).toBeUndefined()
  await buttonOf(text('settings.directory.cancel'))?.trigger('click')
  await flushPromises()
  expect(buttonOf(text('settings.directory.cancel'))).toBeUndefined()
  expect(buttonOf(text('settings.directory.sync'))).toBeDefined()
})

test('without a keychain the section says that the list is not saved', async () => {
  expect(read(await section({ state: 'done', storage: 'session' }))).toContain(text('settings.directory.session'))
})
