/** Alerts, as a bar and as a block. */
import { CircleCheck } from '@lucide/vue'
import { expect, test } from 'vitest'
import UiAlert from '../../../../renderer/ui/UiAlert.vue'
import UiSkeleton from '../../../../renderer/ui/UiSkeleton.vue'
import UiTableSkeleton from '../../../../renderer/ui/UiTableSkeleton.vue'
import UiTag from '../../../../renderer/ui/UiTag.vue'
import { mounted, read, text } from '../support/mounted.ts'

test.each([
  [{ level: 'info' }, 'note'],
  [{ level: 'warning' }, 'note'],
  [{ level: 'warning', urgent: true }, 'alert'],
  [{ level: 'error' }, 'alert'],
] as const)('%o has the role %s', (props, role) => {
  const wrapper = mounted(UiAlert, { ...props, what: 'Offline.', todo: 'Try again.' })
  expect([wrapper.attributes('role'), read(wrapper)]).toEqual([role, 'Offline. Try again.'])
})

test('only a dismissible alert has a button for it, with a name', async () => {
  expect(mounted(UiAlert, { level: 'info', what: 'New' }).find('button').exists()).toBe(false)
  const wrapper = mounted(UiAlert, { level: 'info', what: 'New', dismissible: true })
  await wrapper.get(`button[aria-label="${text('common.dismiss')}"]`).trigger('click')
  expect(wrapper.emitted('dismiss')).toHaveLength(1)
})

test('a tag is an icon and a word, and assistive technology reads the word alone', () => {
  const wrapper = mounted(UiTag, { tone: 'ok', icon: CircleCheck, label: 'Installed' })
  expect(wrapper.get('svg').attributes('aria-hidden')).toBe('true')
  expect(read(wrapper)).toBe('Installed')
})

test('a loading table is announced once, and its placeholders are hidden', () => {
  const wrapper = mounted(UiTableSkeleton, { columns: 3, rows: 2 })
  expect(wrapper.attributes('aria-busy')).toBe('true')
  expect(read(wrapper.get('[role=status]'))).not.toBe('')
  expect(wrapper.findAll('[aria-hidden=true] .coming')).toHaveLength(6)
  expect(mounted(UiSkeleton).attributes('aria-hidden')).toBe('true')
})
