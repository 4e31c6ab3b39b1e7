/**
 * The features of the service are shown as text. They are requested when the settings are opened, and again on request.
 */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import ServiceFacts from '../../../../../renderer/features/settings/ServiceFacts.vue'
import { ServiceFeature } from '#shared/model/serviceFeatures.ts'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read } from '../../support/mounted.ts'
import { now } from '../../support/samples.ts'

const profile = {
  id: 'p',
  name: 'Acme',
  kind: 'service',
  address: 'https://example.org',
  segment: 'acme',
  caFile: null,
  proxy: null,
  linkHost: null,
  secret: 'stored',
  createdAt: now,
  lastOpenedAt: now,
}
const features = {
  salesHistory: 'yes',
  oneItem: 'no',
  connectivity: 'unknown',
  profileDomains: 'no',
  customerCorrection: 'unknown',
}
const forms = {
  customer: 'search',
  list: 'object',
  pages: 'from1',
  search: 'GET',
  searchBy: 'kind',
  refund: null,
  devices: 'segment',
}

test('each feature has a text, and the service is asked again on request', async () => {
  const inputs: unknown[] = []
  installBridge({
    'connections.current': (input) => {
      inputs.push(input)
      const version = inputs.length === 1 ? null : '2.0'
      return Promise.resolve({
        ok: true,
        value: {
          profile,
          health: 'online',
          problem: null,
          directoryStorage: 'disk',
          openedAt: now,
          service: { version, features, forms },
        },
      })
    },
  })
  const facts = mounted(ServiceFacts)
  await flushPromises()
  const text = read(facts)
  for (const words of [
    'Version Not told',
    'Sales history Available',
    'Look-up of one package sold Not available',
    'One customer is read By a search for the uid',
    'The list of customers is An object that holds the array',
    'Its pages Counted from 1',
    'The search is sent by GET',
    'A search consists of One parameter: email, iccid or uid',
    'The path of a refund Not known yet',
    'The path of the devices With the segment',
    'Forgotten with the connection',
    'Connectivity of an eSIM Not known',
    'Correction of a customer Unknown until used',
  ]) {
    expect(text.replaceAll(' ', '')).toContain(words.replaceAll(' ', ''))
  }
  await facts.get('button').trigger('click')
  await flushPromises()
  expect(inputs).toEqual([{ service: 'known' }, { service: 'again' }, { service: 'known' }])
  expect(read(facts)).toContain('2.0')
})

test('a service that can’t be asked is reported', async () => {
  installBridge({ 'connections.current': refuse('service_timeout') })
  const facts = mounted(ServiceFacts)
  await flushPromises()
  expect(read(facts)).toContain('took too long')
})

test.each(ServiceFeature.options)('%s has a text', (feature) => {
  expect(createDeskI18n().global.te(`settings.service.${feature}`)).toBe(true)
})
