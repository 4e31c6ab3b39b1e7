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

/** Selects a value in a section, while it is being stored until the test decides. */
async function select(section: Component, value: string) {
  const storing = Promise.withResolvers<unknown>()
  installBridge({ 'settings.set': () => storing.promise })
  const wrapper = mounted(section)
  const store = useSettings()
  store.settings = settings()
  await flushPromises()
  const radio = wrapper.get<HTMLInputElement>(`input[value=${value}]`)
  await radio.setValue(true)
  await flushPromises()
  return { storing, store, radio: radio.element }
}

test.each(sections)('the %s changes before it is stored and stays', async (_name, section, value, choice) => {
  const { storing, store, radio } = await select(section, value)
  expect(radio.checked).toBe(true)
  expect(store.settings).toEqual({ ...settings(), ...choice })

  storing.resolve({ ok: true, value: { ...settings(), ...choice } })
  await flushPromises()
  expect(radio.checked).toBe(true)
  expect(store.settings).toEqual({ ...settings(), ...choice })
})

test.each(sections)('the %s changes back if it can not be stored', async (_name, section, value, choice) => {
  const { storing, store, radio } = await select(section, value)
  expect(store.settings).toEqual({ ...settings(), ...choice })

  storing.reject(new Error('The disk is full.'))
  await flushPromises()
  expect(radio.checked).toBe(false)
  expect(store.settings).toEqual(settings())
})

/** Two choices, one after the other, each of which ends when the test resolves it. */
async function twoChoices() {
  const storing = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()] as const
  let calls = 0
  installBridge({ 'settings.set': () => storing[calls++ === 0 ? 0 : 1].promise })
  mounted(ThemeSection)
  const store = useSettings()
  store.settings = settings({ theme: 'light', language: 'en' })
  const failures: unknown[] = []
  for (const choice of [{ theme: 'dark' as const }, { theme: 'system' as const, language: 'fr' as const }])
    store.choose(choice).catch((error: unknown) => failures.push(error))
  await flushPromises()
  const shown = () => [store.settings?.theme, store.settings?.language]
  const answer = (theme: 'dark' | 'system') => ({ ok: true, value: settings({ theme, language: 'en' }) })
  return { storing, shown, answer, failures }
}

test('of two choices the last one is shown, also when the first one is stored', async () => {
  const { storing, shown, answer } = await twoChoices()
  expect(shown()).toEqual(['system', 'fr'])
  storing[0].resolve(answer('dark'))
  await flushPromises()
  expect(shown()).toEqual(['system', 'fr'])
  storing[1].resolve({ ok: true, value: settings({ theme: 'system', language: 'fr' }) })
  await flushPromises()
  expect(shown()).toEqual(['system', 'fr'])
})

test('of two choices that can not be stored neither stays', async () => {
  const { storing, shown, failures } = await twoChoices()
  storing[0].reject(new Error('The disk is full.'))
  await flushPromises()
  expect(shown()).toEqual(['system', 'fr'])
  storing[1].reject(new Error('The disk is full.'))
  await flushPromises()
  expect([shown(), failures.length]).toEqual([['light', 'en'], 2])
})

test('a choice that can not be stored leaves the one before it', async () => {
  const { storing, shown, answer } = await twoChoices()
  storing[1].reject(new Error('The disk is full.'))
  await flushPromises()
  expect(shown()).toEqual(['dark', 'en'])
  storing[0].resolve(answer('dark'))
  await flushPromises()
  expect(shown()).toEqual(['dark', 'en'])
})
