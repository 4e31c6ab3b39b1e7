/** The page of devices: a plain yes or no to what is typed, and a device that a link names. */
import { PiniaColada } from '@pinia/colada'
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { defineComponent, h, KeepAlive, ref } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import DevicesPage from '../../../../../renderer/features/devices/DevicesPage.vue'
import { accept, installBridge } from '../../support/bridge.ts'
import { now } from '../../support/samples.ts'
import { mounted, read, text } from '../../support/mounted.ts'

const rows = [
  { name: 'Pixel 8', vendor: 'Google', platform: 'Android' },
  { name: 'Pixel 8 Pro', vendor: 'Google', platform: 'Android' },
]

async function page(path = '/devices') {
  installBridge({ 'inventory.devices': accept({ rows, fetchedAt: now }) })
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/devices', component: DevicesPage },
      { path: '/:rest(.*)*', component: { template: '<i />' } },
    ],
  })
  await router.push(path)
  const wrapper = mount(DevicesPage, {
    attachTo: document.body,
    global: { plugins: [createPinia(), [PiniaColada, {}], createDeskI18n(), router] },
  })
  onTestFinished(() => wrapper.unmount())
  await flushPromises()
  return { wrapper, router, status: () => read(wrapper.get('[role=status]')) }
}

test('a typed device gets a plain yes or no first, and part of a name the question which one', async () => {
  const { wrapper, status } = await page()
  expect(status()).toBe('')
  const field = wrapper.get('input')
  await field.setValue('pixel 8 pro')
  expect(status()).toBe(
    `${text('devices.answer.word.yes')} ${text('devices.answer.yes', { device: 'Pixel 8 Pro (Google)' })}`,
  )
  await field.setValue('pixel')
  expect(status()).toBe(`${text('devices.answer.word.several')} ${text('devices.answer.several', { count: 2 })}`)
  await field.setValue('nokia 3310')
  expect(status()).toBe(`${text('devices.answer.word.no')} ${text('devices.answer.no', { query: 'nokia 3310' })}`)
  expect(read(wrapper)).toContain(text('devices.noMatch.hint'))
})

test('a device that a link names is looked up, and again with the next link', async () => {
  const { wrapper, router, status } = await page('/devices?q=Pixel 8')
  expect(wrapper.get('input').element.value).toBe('Pixel 8')
  expect(status()).toContain('Pixel 8 (Google)')
  await router.push('/devices?q=Pixel 8 Pro')
  await flushPromises()
  expect(status()).toContain('Pixel 8 Pro (Google)')
  await router.push('/elsewhere?q=other')
  await flushPromises()
  expect(wrapper.get('input').element.value).toBe('Pixel 8 Pro')
})

test('a model can be typed as soon as the page opens, also when coming back', async () => {
  installBridge({ 'inventory.devices': accept({ rows, fetchedAt: now }) })
  const shown = ref(true)
  const wrapper = mounted(
    defineComponent(() => () => h(KeepAlive, () => (shown.value ? h(DevicesPage) : h('button', 'elsewhere')))),
  )
  await flushPromises()
  expect(document.activeElement).toBe(wrapper.get('input').element)
  expect(wrapper.get('[data-arrival]').find('input').exists()).toBe(true)
  shown.value = false
  await flushPromises()
  expect(document.activeElement).toBe(document.body)
  shown.value = true
  await flushPromises()
  expect(document.activeElement).toBe(wrapper.get('input').element)
})
