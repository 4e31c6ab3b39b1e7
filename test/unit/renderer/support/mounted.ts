/** Mounts a component of the window with its texts, stores and links. It is unmounted with the test. */
import { mount, type VueWrapper } from '@vue/test-utils'
import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { onTestFinished } from 'vitest'
import type { Component } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { createDeskI18n } from '../../../../renderer/locales/index.ts'

export function mounted(component: Component, props: Record<string, unknown> = {}): VueWrapper {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: { template: '<i />' } }],
  })
  const wrapper = mount(component, {
    props,
    attachTo: document.body,
    global: { plugins: [createPinia(), [PiniaColada, {}], createDeskI18n(), router] },
  })
  onTestFinished(() => wrapper.unmount())
  return wrapper
}

/** The text as it is read: with one space between words, and without the keys that only a hint shows. */
export function read({ element }: { readonly element: Element }): string {
  const copy = element.cloneNode(true)
  if (copy instanceof Element) for (const key of copy.querySelectorAll('[aria-hidden=true] kbd')) key.remove()
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}
