/** What a connection keeps of its customers: how it is shown, changed and confirmed in the settings. */
import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { useSelection } from '../../../../../renderer/features/customers/selection.store.ts'
import LocalListRules from '../../../../../renderer/features/settings/LocalListRules.vue'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { row } from '../../support/customers.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { syncStatus } from '../../support/samples.ts'

async function section(keep: boolean, maxAgeDays: number | null = null) {
  const setLocalList = vi.fn((input: unknown) => accept(input)(input))
  installBridge({
    'customers.localList': accept({ keep, maxAgeDays }),
    'customers.setLocalList': setLocalList,
    'customers.status': accept(syncStatus()),
  })
  const wrapper = mounted(LocalListRules)
  await flushPromises()
  const button = (name: string) => wrapper.findAll('button').find((each) => read(each) === name)
  return { wrapper, setLocalList, button, box: () => wrapper.get('[role="checkbox"]') }
}

test('dropping the list asks first and says what stays', async () => {
  const { wrapper, setLocalList, button, box } = await section(true, 30)
  const selection = useSelection()
  selection.toggle(row('c-1'))
  expect(selection.selected.size).toBe(1)
  expect(read(wrapper)).toContain(text('settings.directory.keepNoneHint'))
  await box().trigger('click')
  await flushPromises()
  expect(setLocalList).not.toHaveBeenCalled()
  expect(read(wrapper.get('dialog'))).toContain(text('settings.directory.dropText'))
  await button(text('common.cancel'))?.trigger('click')
  expect(setLocalList).not.toHaveBeenCalled()
  expect(box().attributes('aria-checked')).toBe('false')
  await box().trigger('click')
  await flushPromises()
  await button(text('settings.directory.keepNone'))?.trigger('click')
  await flushPromises()
  expect(setLocalList).toHaveBeenCalledWith({ keep: false, maxAgeDays: 30 })
  // Nobody of a list that is gone stays selected.
  await flushPromises()
  expect(selection.selected.size).toBe(0)
  expect(box().attributes('aria-checked')).toBe('true')
  expect(wrapper.find('input').exists()).toBe(false)
})

test('keeping a list again needs no question', async () => {
  const { wrapper, setLocalList, box } = await section(false)
  await box().trigger('click')
  await flushPromises()
  expect(setLocalList).toHaveBeenCalledWith({ keep: true, maxAgeDays: null })
  expect(wrapper.find('input').exists()).toBe(true)
})

test.each([
  ['14', { keep: true, maxAgeDays: 14 }],
  ['', { keep: true, maxAgeDays: null }],
])('the maximum age “%s” is saved', async (typed, rules) => {
  const { wrapper, setLocalList } = await section(true, 30)
  await wrapper.get('input').setValue(typed)
  await wrapper.get('form').trigger('submit')
  await flushPromises()
  expect(setLocalList).toHaveBeenCalledWith(rules)
})

test.each(['0', '366', '1.5', 'soon'])('“%s” is no maximum age', async (typed) => {
  const { wrapper, setLocalList } = await section(true, 30)
  await wrapper.get('input').setValue(typed)
  expect(read(wrapper)).toContain(text('settings.directory.maxAgeProblem', { max: 365 }))
  await wrapper.get('form').trigger('submit')
  await flushPromises()
  expect(setLocalList).not.toHaveBeenCalled()
})

test('a list that could not be deleted is reported where it was dropped', async () => {
  const { wrapper, setLocalList, button, box } = await section(true)
  setLocalList.mockImplementation(refuse('keychain_unavailable'))
  await box().trigger('click')
  await flushPromises()
  await button(text('settings.directory.keepNone'))?.trigger('click')
  await flushPromises()
  expect(read(wrapper)).toContain(text('errors.keychain_unavailable.what'))
})
