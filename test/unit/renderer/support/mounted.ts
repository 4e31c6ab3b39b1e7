/** Mounts a component of the window with its texts, stores and links. It is unmounted with the test. */
import { mount, type VueWrapper } from '@vue/test-utils'
import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { onTestFinished } from 'vitest'
import type { Component } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { createDeskI18n } from '../../../../renderer/locales/index.ts'

/** @param provided what a page around the component provides */
export function mounted(
  component: Component,
  props: Record<string, unknown> = {},
  provided: Readonly<Record<symbol, unknown>> = {},
): VueWrapper {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: { template: '<i />' } }],
  })
  const wrapper = mount(component, {
    props,
    attachTo: document.body,
    global: { plugins: [createPinia(), [PiniaColada, {}], createDeskI18n(), router], provide: provided },
  })
  onTestFinished(() => wrapper.unmount())
  return wrapper
}

/** Chooses a command of a menu. The tests' document has no popovers, so the menu is closed by hand. */
export async function chooseCommand(wrapper: VueWrapper, name: string): Promise<void> {
  const item = wrapper.findAll<HTMLElement>('[role=menuitem]').find((each) => read(each) === name)
  if (item === undefined) throw new Error(`No menu has the command ${name}`)
  const menu = item.element.parentElement
  if (menu !== null) menu.hidePopover = () => undefined
  await item.trigger('click')
}

const { global: i18n } = createDeskI18n()

/**
 * The English of a text with its values; a number as `count` or `plural` chooses its form. Tests ask for texts by their
 * keys, so that a wording may change without them.
 */
export function text(key: string, named: Readonly<Record<string, unknown>> = {}, plural?: number): string {
  if (!i18n.te(key)) throw new Error(`No text has the key ${key}`)
  return plural === undefined ? i18n.t(key, named) : i18n.t(key, named, plural)
}

/** The text as it is read: with one space between words, and without the keys that only a hint shows. */
export function read({ element }: { readonly element: Element }): string {
  const copy = element.cloneNode(true)
  if (copy instanceof Element) for (const key of copy.querySelectorAll('[aria-hidden=true] kbd')) key.remove()
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}
