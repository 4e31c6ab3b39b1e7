/**
 * The features of the service are shown as text. They are requested when the settings are opened, and again on request.
 */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import ServiceFacts from '../../../../../renderer/features/settings/ServiceFacts.vue'
import { ServiceFeature } from '#shared/model/serviceFeatures.ts'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
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
  const shown = read(facts)
  for (const words of [
    `${text('settings.service.version')} ${text('settings.service.noVersion')}`,
    `${text('settings.service.salesHistory')} ${text('settings.service.yes')}`,
    `${text('settings.service.oneItem')} ${text('settings.service.no')}`,
    `${text('settings.service.form.customer')} ${text('settings.service.formIs.search')}`,
    `${text('settings.service.form.list')} ${text('settings.service.formIs.object')}`,
    `${text('settings.service.form.pages')} ${text('settings.service.formIs.from1')}`,
    `${text('settings.service.form.search')} ${text('settings.service.formIs.GET')}`,
    `${text('settings.service.form.searchBy')} ${text('settings.service.formIs.kind')}`,
    `${text('settings.service.form.refund')} ${text('settings.service.notLearnt')}`,
    `${text('settings.service.form.devices')} ${text('settings.service.formIs.segment')}`,
    text('settings.service.forgotten'),
    `${text('settings.service.connectivity')} ${text('settings.service.unknown')}`,
    `${text('settings.service.customerCorrection')} ${text('settings.service.byUse')}`,
  ]) {
    expect(shown.replaceAll(' ', '')).toContain(words.replaceAll(' ', ''))
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
  expect(read(facts)).toContain(text('errors.service_timeout.what'))
})

test.each(ServiceFeature.options)('%s has a text', (feature) => {
  expect(createDeskI18n().global.te(`settings.service.${feature}`)).toBe(true)
})
