/**
 * The customer's eSIM profiles: what their state means, and which of them are in use.
 *
 * @module-tag long
 */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { EsimUid, Iccid } from '#shared/wire/ids.ts'
import EsimSection from '../../../../../renderer/features/customer/EsimSection.vue'
import { createCommands } from '../../support/commands.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customer, esim, now } from '../../support/samples.ts'

const section = (...esims: readonly ReturnType<typeof esim>[]) =>
  mounted(EsimSection, { customer: customer(), esims, now }, createCommands().provided)

test('a card is a region named by its ICCID without spaces', () => {
  expect(section(esim()).get('.card').attributes('aria-label')).toBe(
    text('customer.esims.name', { iccid: '8948010000012345678' }),
  )
})

test.each([
  [{ state: 'released', raw: 'RELEASED', lastSeen: null }, text('verdict.cause.notInstalled')],
  [{ state: 'released', raw: 'RELEASED' }, text('verdict.cause.removed')],
  [{ state: 'installed' }, text('customer.esimState.installed')],
  [{ state: 'installed', lastSeen: null }, text('verdict.cause.neverSeen')],
  [{ state: 'disabled', raw: 'DISABLED' }, text('verdict.cause.disabled')],
  [{ state: 'error', raw: 'ERROR' }, text('customer.esimState.failed')],
  [{ state: 'unknown', raw: 'HIBERNATING' }, '“HIBERNATING”'],
  [{ state: 'unknown', raw: null }, text('verdict.cause.esimStateMissing')],
] as const)('%o is described as in the verdict: %s', (changes, words) => {
  expect(read(section(esim(changes)))).toContain(words)
})

test.each([
  ['installed', text('customer.esims.activated')],
  ['disabled', text('customer.esims.activated')],
  ['released', text('customer.esims.serviceActivation')],
  ['error', text('customer.esims.serviceActivation')],
  ['unknown', text('customer.esims.serviceActivation')],
] as const)('of an eSIM in the state %s the time of its first installation is called “%s”', (state, label) => {
  const labels = section(esim({ state })).findAll('dt').map(read)
  expect(labels.at(-1)).toBe(label)
})

test('a single profile says only to assistive technology what the page says above, and one of several to all', () => {
  const meaning = (...esims: readonly ReturnType<typeof esim>[]) => section(...esims).get('.meaning')
  expect(meaning(esim()).classes()).toContain('visually-hidden')
  const other = esim({ uid: EsimUid.parse('e-2'), iccid: Iccid.parse('8948019999999999999') })
  expect(meaning(esim(), other).classes()).not.toContain('visually-hidden')
})

test('inactive profiles are collapsed below the others until they are expanded', async () => {
  const replaced = esim({ uid: EsimUid.parse('e-2'), iccid: Iccid.parse('8948019999999999999'), active: false })
  const wrapper = section(esim(), replaced)
  expect(wrapper.findAll('.card')).toHaveLength(1)
  const fold = wrapper.get('button[aria-expanded]')
  expect(read(fold)).toBe(text('customer.esims.others', { count: 1 }))
  await fold.trigger('click')
  expect(wrapper.findAll('.card')).toHaveLength(2)
  expect(read(wrapper)).toContain(text('customer.esimState.inactiveNext'))
})

test('a profile that does not say whether it is active counts as one in use', () => {
  expect(section(esim({ active: null })).findAll('.card')).toHaveLength(1)
})

test('for a customer without profiles the page says what to do', () => {
  expect(read(section())).toContain(text('customer.esims.none'))
})

const manyEsims = (count: number, changes: Parameters<typeof esim>[0] = {}) =>
  Array.from({ length: count }, (_, at) =>
    esim({
      uid: EsimUid.parse(`e-${String(at)}`),
      iccid: Iccid.parse(`89480100000${String(at).padStart(8, '0')}`),
      ...changes,
    }),
  )

test('of many profiles twenty are shown, and more on request', async () => {
  const wrapper = section(
    ...manyEsims(45),
    ...manyEsims(30, { active: false }).map((one) => ({ ...one, uid: EsimUid.parse(`old-${one.uid}`) })),
  )
  expect(wrapper.findAll('.card')).toHaveLength(20)
  await wrapper
    .findAll('button')
    .find((button) => read(button) === text('customer.esims.more', { count: 20 }))
    ?.trigger('click')
  expect(wrapper.findAll('.card')).toHaveLength(40)
  const last = wrapper.findAll('button').find((button) => read(button) === text('customer.esims.more', { count: 5 }))
  last?.element.focus()
  await last?.trigger('click')
  await flushPromises()
  expect(wrapper.findAll('.card')).toHaveLength(45)
  // The button is gone.
  expect(document.activeElement).toBe(wrapper.findAll('.card')[40]?.element)
  await wrapper.get('button[aria-expanded]').trigger('click')
  expect(wrapper.findAll('.card')).toHaveLength(65)
  const others = wrapper.findAll('button').find((button) => read(button) === text('customer.esims.more', { count: 10 }))
  others?.element.focus()
  await others?.trigger('click')
  await flushPromises()
  expect(wrapper.findAll('.card')).toHaveLength(75)
  expect(document.activeElement).toBe(wrapper.findAll('.card')[65]?.element)
})

test('the number of profiles that the desk does not keep is shown', () => {
  expect(
    read(
      mounted(
        EsimSection,
        { customer: customer(), esims: manyEsims(3), omitted: 1200, now },
        createCommands().provided,
      ),
    ),
  ).toContain(text('customer.esims.omitted', { kept: '3', total: '1,203' }))
  expect(read(section(esim()))).not.toContain(text('customer.esims.omitted', { kept: 1, total: 1 }))
})
