/** What needs a person is counted in the sidebar and in the window's title, and reported on every page. */
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import NeedsYouMark from '../../../../../renderer/features/operations/NeedsYouMark.vue'
import NeedsYouNotice from '../../../../../renderer/features/operations/NeedsYouNotice.vue'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { operation } from '../../support/samples.ts'
import { text } from '../../support/mounted.ts'

async function scene() {
  let total = 0
  const bridge = installBridge({
    'operations.list': (input) => accept({ rows: [], total: input === null ? 0 : total })(input),
  })
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: { template: '<i />' } }],
  })
  await router.push('/customers')
  const plugins = [createPinia(), createDeskI18n(), router]
  const mark = mount(NeedsYouMark, { global: { plugins } })
  const notice = mount(NeedsYouNotice, { global: { plugins } })
  onTestFinished(() => {
    mark.unmount()
    notice.unmount()
  })
  await flushPromises()
  const change = async (next: number, state: 'NEEDS_HUMAN' | 'CONFIRMED'): Promise<void> => {
    total = next
    bridge.push('operation.changed', operation({ state }))
    await flushPromises()
  }
  return { mark, notice, router, change }
}

test('no notice is shown while nothing needs a person', async () => {
  const { mark, notice } = await scene()
  expect(mark.text()).toBe('')
  expect(notice.text()).toBe('')
  expect(document.title).toBe(text('common.appName'))
})

test('an operation that begins to need a person is counted at once, and no longer once it is resolved', async () => {
  const { mark, notice, change } = await scene()
  await change(1, 'NEEDS_HUMAN')
  expect(mark.text()).toContain(text('frame.needsYou.mark', { count: '1' }))
  expect(notice.text()).toContain(text('frame.needsYou.what', { count: 1 }))
  expect(document.title).toBe(`(1) ${text('common.appName')}`)
  await change(0, 'CONFIRMED')
  expect(mark.text()).toBe('')
  expect(notice.text()).toBe('')
  expect(document.title).toBe(text('common.appName'))
})

test('the notice is not on the page of the operations, and a dismissed one comes back with the next operation', async () => {
  const { mark, notice, router, change } = await scene()
  await change(1, 'NEEDS_HUMAN')
  await router.push('/operations')
  expect(notice.text()).toBe('')
  await router.push('/inventory')
  await notice.get(`button[aria-label="${text('common.dismiss')}"]`).trigger('click')
  expect(notice.text()).toBe('')
  expect(mark.text()).toContain(text('frame.needsYou.mark', { count: '1' }))
  await change(2, 'NEEDS_HUMAN')
  expect(notice.text()).toContain(text('frame.needsYou.what', { count: 2 }))
})
