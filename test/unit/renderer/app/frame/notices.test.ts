import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { nextTick } from 'vue'
import { expect, test } from 'vitest'
import NoticeList from '../../../../../renderer/app/frame/NoticeList.vue'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { installBridge } from '../../support/bridge.ts'
import { text } from '../../support/mounted.ts'

function renderList() {
  const bridge = installBridge({})
  const list = mount(NoticeList, { global: { plugins: [createPinia(), createDeskI18n()] } })
  const notice = async (code: string, details: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    bridge.push('notice', { code, level: 'warning', details })
    await nextTick()
  }
  return { list, notice }
}

test.each([
  'sandbox_gone',
  'not_connected_at_start',
  'left_closed_after_unclean_end',
  'profiles_moved_aside',
  'file_moved_aside',
  'journal_behind',
  'directory_not_saved',
  'events_in_memory',
  'directory_restarted',
  'directory_failed',
  'storage_full',
])('%s is explained in sentences', async (code) => {
  const { list, notice } = renderList()
  await notice(code, { file: 'work.db.1', problem: 'tls_untrusted', dataLost: true })
  expect(list.get('strong').text()).toMatch(/^[A-Z].+\.$/)
  expect(list.text()).not.toMatch(/[{}]|frame\.notices/)
  list.unmount()
})

test('the cause of a failure is shown with what to do', async () => {
  const { list, notice } = renderList()
  await notice('not_connected_at_start', { problem: 'credentials_rejected' })
  expect(list.text()).toContain(text('errors.credentials_rejected.what'))
  list.unmount()
})

test('identical notices are shown once until they are dismissed', async () => {
  const { list, notice } = renderList()
  await notice('directory_restarted')
  await notice('directory_restarted')
  expect(list.findAll('[role=note]')).toHaveLength(1)
  await list.get(`button[aria-label="${text('common.dismiss')}"]`).trigger('click')
  expect(list.find('[role=note]').exists()).toBe(false)
  list.unmount()
})

test('the name of a file is shown as text', async () => {
  const { list, notice } = renderList()
  await notice('file_moved_aside', { file: '<img src=x onerror=alert(1)>' })
  expect(list.find('img').exists()).toBe(false)
  expect(list.text()).toContain('<img src=x onerror=alert(1)>')
  list.unmount()
})
