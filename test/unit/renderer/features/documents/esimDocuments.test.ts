/** The documents of an eSIM on its customer's page: the sheet is read first unless the page knows a usable code. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defaultDocuments } from '#shared/model/documents.ts'
import type { InstallationSheet } from '#shared/model/installation.ts'
import type { EsimView } from '#shared/model/views.ts'
import EsimDocuments from '../../../../../renderer/features/documents/EsimDocuments.vue'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, read } from '../../support/mounted.ts'
import { customer, esim } from '../../support/samples.ts'
import { sheet } from './samples.ts'

/** Presses "Print", and returns the names of the operations that were called. */
async function print(codeState: EsimView['codeState'], answer: InstallationSheet): Promise<readonly string[]> {
  const calls: string[] = []
  installBridge({
    'settings.get': accept({
      theme: 'system',
      agentName: 'Ada',
      osUser: 'ada',
      keychain: 'stored',
      version: '1',
      host: 'chromium',
      documents: defaultDocuments,
      mail: null,
    }),
    'installation.sheet': (input) => (calls.push('sheet'), accept(answer)(input)),
    'installation.print': (input) => (calls.push('print'), accept(null)(input)),
  })
  const wrapper = mounted(EsimDocuments, { customer: customer(), esim: esim({ codeState }) })
  await useSettings().load()
  await wrapper
    .findAll('button')
    .find((button) => read(button) === 'Print')
    ?.trigger('click')
  await flushPromises()
  return calls
}

const unusable = sheet({ code: null, qr: null, problem: 'missing' })

test('an eSIM whose code the page knows to be usable is printed without a read', async () => {
  expect(await print('usable', sheet())).toEqual(['print'])
})

test('an eSIM of a view of the directory is read first, and printed only if its code is usable', async () => {
  expect(await print(null, sheet())).toEqual(['sheet', 'print'])
  expect(await print(null, unusable)).toEqual(['sheet'])
})

test('an eSIM whose code the page knows to be unusable is read, and not printed', async () => {
  expect(await print('missing', unusable)).toEqual(['sheet'])
})
