/** The theme and the language change at once, and back if they can't be stored. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { Component } from 'vue'
import LanguageSection from '../../../../renderer/features/settings/LanguageSection.vue'
import ThemeSection from '../../../../renderer/features/settings/ThemeSection.vue'
import { useSettings } from '../../../../renderer/lib/settings.store.ts'
import { installBridge } from '../support/bridge.ts'
import { mounted } from '../support/mounted.ts'
import { settings } from '../support/samples.ts'

const sections: readonly [string, Component, string, { readonly theme?: 'dark'; readonly language?: 'de' }][] = [
  ['theme', ThemeSection, 'dark', { theme: 'dark' }],
  ['language', LanguageSection, 'de', { language: 'de' }],
]

test.each(sections)('the %s changes before it is stored and stays', async (_name, section, value, choice) => {
  const storing = Promise.withResolvers<unknown>()
  installBridge({ 'settings.set': () => storing.promise })
  const wrapper = mounted(section)
  const store = useSettings()
  store.settings = settings()
  await flushPromises()
  const radio = wrapper.get<HTMLInputElement>(`input[value=${value}]`)

  await radio.setValue(true)
  await flushPromises()
  expect(radio.element.checked).toBe(true)
  expect(store.settings).toEqual({ ...settings(), ...choice })

  storing.resolve({ ok: true, value: { ...settings(), ...choice } })
  await flushPromises()
  expect(radio.element.checked).toBe(true)
  expect(store.settings).toEqual({ ...settings(), ...choice })
})

test.each(sections)('the %s changes back if it can not be stored', async (_name, section, value, choice) => {
  const storing = Promise.withResolvers<unknown>()
  installBridge({ 'settings.set': () => storing.promise })
  const wrapper = mounted(section)
  const store = useSettings()
  store.settings = settings()
  await flushPromises()
  const radio = wrapper.get<HTMLInputElement>(`input[value=${value}]`)

  await radio.setValue(true)
  await flushPromises()
  expect(store.settings).toEqual({ ...settings(), ...choice })

  storing.reject(new Error('The disk is full.'))
  await flushPromises()
  expect(radio.element.checked).toBe(false)
  expect(store.settings).toEqual(settings())
})
