/** What installation sheets show of the reseller. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defaultDocuments } from '#shared/model/documents.ts'
import { noLastSale } from '#shared/model/settings.ts'
import DocumentsSection from '../../../../../renderer/features/settings/DocumentsSection.vue'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'

const settings = {
  theme: 'system',
  language: 'system',
  systemLanguage: 'en',
  agentName: 'Ada',
  osUser: 'ada',
  keychain: 'stored',
  version: '1',
  host: 'chromium',
  documents: defaultDocuments,
  mail: null,
  mutedAlerts: [],
  lastSale: noLastSale,
  openCustomers: [],
  tour: 'offered',
  decimalSign: 'point',
}

async function shown() {
  const inputs: unknown[] = []
  installBridge({
    'settings.get': accept(settings),
    'settings.set': (input) => (
      inputs.push(input),
      accept({
        ...settings,
        documents: { ...defaultDocuments, brand: { ...defaultDocuments.brand, name: 'Example Travel' } },
      })(input)
    ),
  })
  const wrapper = mounted(DocumentsSection)
  await useSettings().load()
  await flushPromises()
  const save = () => wrapper.findAll('button').find((button) => read(button) === text('common.save'))
  return { wrapper, inputs, save }
}

test('a name is stored when it is saved, and not before', async () => {
  const { wrapper, inputs, save } = await shown()
  expect(save()?.attributes('disabled')).toBeDefined()
  await wrapper.get('input').setValue('Example Travel')
  await wrapper.get('form').trigger('submit')
  await flushPromises()
  expect(inputs).toEqual([
    { documents: { ...defaultDocuments, brand: { ...defaultDocuments.brand, name: 'Example Travel' } } },
  ])
  expect(save()?.attributes('disabled')).toBeDefined()
})
