/**
 * The page of all settings: where a link leads, and what the key that followed it does not do.
 *
 * @module-tag long
 */
import { flushPromises } from '@vue/test-utils'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultRules } from '#shared/model/operation/purchase.ts'
import SettingsPage from '../../../../../renderer/features/settings/SettingsPage.vue'
import { buyingAddress, buyingAddressId } from '../../../../../renderer/lib/settingsSection.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, text } from '../../support/mounted.ts'

async function shown(hash: string, answers: Parameters<typeof installBridge>[0] = {}) {
  const scrolledTo: string[] = []
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this.id)
  })
  onTestFinished(() => scroll.mockRestore())
  const { push } = installBridge({ 'updates.state': accept({ phase: 'off' }), ...answers })
  const wrapper = mounted(SettingsPage)
  await wrapper.vm.$router.push(`/settings${hash}`)
  await flushPromises()
  return { wrapper, push, scrolledTo }
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

test('a link leads to the section about updates also if that appears later than the page', async () => {
  const { wrapper, push, scrolledTo } = await shown('#updates')
  expect(scrolledTo).toEqual([])
  push('updates.changed', { phase: 'idle', checkedAt: null })
  await flushPromises()
  expect(scrolledTo).toEqual(['updates'])
  expect(document.activeElement).toBe(wrapper.get('#updates h2').element)
})

test.each([
  [null, 'ask'],
  ['203.0.113.7', 'fixed'],
])(
  'a link to the IP address of new customers leads to its choice, with %s to the one that is made',
  async (userIp, value) => {
    const { wrapper, scrolledTo } = await shown('', { 'operations.rules': accept({ ...defaultRules, userIp }) })
    await wrapper.vm.$router.push(buyingAddress)
    await flushPromises()
    expect(scrolledTo).toEqual([buyingAddressId])
    expect(document.activeElement).toBe(wrapper.get(`#${buyingAddressId} input[value="${value}"]`).element)
  },
)

test('a section that a link has led to keeps the focus when the one about updates appears', async () => {
  const { wrapper, push, scrolledTo } = await shown('#mail')
  const { activeElement } = document
  expect(activeElement).toBe(wrapper.get('#mail input').element)
  push('updates.changed', { phase: 'idle', checkedAt: null })
  await flushPromises()
  expect([scrolledTo, document.activeElement === activeElement]).toEqual([['mail'], true])
})

test('the list at the top leads to each section that is shown, without another entry of the history', async () => {
  const { wrapper, push, scrolledTo } = await shown('')
  const links = () => wrapper.get(`nav[aria-label="${text('settings.contents')}"]`).findAll('a')
  const ids = (): readonly (string | undefined)[] => links().map((link) => link.attributes('href'))
  expect(ids()).not.toContain('#updates')
  for (const id of ids()) expect(wrapper.find(id ?? '').exists(), id).toBe(true)
  push('updates.changed', { phase: 'idle', checkedAt: null })
  await flushPromises()
  expect(ids()).toContain('#updates')
  const mail = links().find((link) => link.text() === text('settings.mail.title'))
  await mail?.trigger('click')
  await flushPromises()
  expect(scrolledTo).toEqual(['mail'])
  expect(document.activeElement).toBe(wrapper.get('#mail input').element)
  expect(wrapper.vm.$router.currentRoute.value.hash).toBe('')
})

test('a new connection is added in a dialog that Escape and Cancel dismiss, with what is open still open', async () => {
  const { wrapper } = await shown('', { 'connections.close': () => Promise.reject(new Error('It was closed')) })
  const press = (name: string) => wrapper.findAll('button').find((button) => button.text() === name)
  const title = (): boolean =>
    wrapper.findAll('dialog h2').some((heading) => heading.text() === text('connections.title'))
  for (const dismiss of [
    () => press(text('common.cancel'))?.trigger('click'),
    () => wrapper.get('dialog').trigger('cancel'),
  ]) {
    await press(text('settings.connections.add'))?.trigger('click')
    expect(title()).toBe(true)
    await dismiss()
    await flushPromises()
    expect(title()).toBe(false)
  }
})
