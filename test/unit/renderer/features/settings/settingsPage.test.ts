/** The page of all settings: what the key that followed a link does not do. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import SettingsPage from '../../../../../renderer/features/settings/SettingsPage.vue'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted } from '../../support/mounted.ts'

async function shown(hash: string) {
  installBridge({ 'updates.state': accept({ phase: 'off' }) })
  const wrapper = mounted(SettingsPage)
  await wrapper.vm.$router.push(`/settings${hash}`)
  await flushPromises()
  return { wrapper }
}

/** Whether nothing happens when Enter is pressed in this element, or held down. */
function ignoresEnter(element: Element, repeat: boolean): boolean {
  const event = new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true })
  element.dispatchEvent(event)
  return event.defaultPrevented
}

test.each(['input', 'button'])(
  'Enter that is held down after it has followed a link does nothing in: %s',
  async (tag) => {
    const { wrapper } = await shown('#mail')
    const { element } = wrapper.get(`#mail ${tag}`)
    expect([ignoresEnter(element, true), ignoresEnter(element, false)]).toEqual([true, false])
  },
)

test('Enter that is held down adds lines to a field of several lines', async () => {
  const { wrapper } = await shown('')
  expect(ignoresEnter(wrapper.get('textarea').element, true)).toBe(false)
})
