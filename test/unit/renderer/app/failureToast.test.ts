/** An action without a place of its own for a failure shows it in a toast, from its button and from the palette. */
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { Component } from 'vue'
import CommandPalette from '../../../../renderer/app/palette/CommandPalette.vue'
import SyncState from '../../../../renderer/app/frame/SyncState.vue'
import ThemeToggle from '../../../../renderer/app/frame/ThemeToggle.vue'
import CustomersEmpty from '../../../../renderer/features/customers/CustomersEmpty.vue'
import { useSync } from '../../../../renderer/features/customers/sync.store.ts'
import LanguageSection from '../../../../renderer/features/settings/LanguageSection.vue'
import ThemeSection from '../../../../renderer/features/settings/ThemeSection.vue'
import { useSettings } from '../../../../renderer/lib/settings.store.ts'
import { useToast } from '../../../../renderer/ui/useToast.ts'
import { accept, installBridge, refuse } from '../support/bridge.ts'
import { mounted, read, text } from '../support/mounted.ts'
import { now, settings, syncStatus } from '../support/samples.ts'

async function shown(component: Component, props: Record<string, unknown> = {}): Promise<VueWrapper> {
  installBridge({
    'settings.set': refuse('storage_unwritable'),
    'customers.sync': refuse('storage_unwritable'),
    'customers.search': () => new Promise(() => undefined),
    'operations.list': accept({ rows: [], total: 0 }),
    'inventory.list': accept({ rows: [], unreadable: [], fetchedAt: now }),
    'inventory.devices': accept({ rows: [], fetchedAt: now }),
  })
  const wrapper = mounted(component, props)
  useSync().status = syncStatus({ storage: 'disk', state: 'done', finishedAt: now })
  useSettings().settings = settings()
  await flushPromises()
  return wrapper
}
const toastTexts = async (): Promise<readonly string[]> => {
  await flushPromises()
  return useToast()
    .take()
    .map(({ text }) => text)
}
const failure = [text('errors.storage_unwritable.what')]

test.each([
  ['dark', `${text('settings.theme.dark')} ${text('settings.theme.title')}`],
  ['deutsch', `Deutsch ${text('settings.language.title')}`],
  ['sync', `${text('customers.empty.sync')} ${text('settings.directory.title')}`],
])('from the palette: %s', async (typed, label) => {
  const wrapper = await shown(CommandPalette, { only: null })
  await wrapper.get('[role=combobox]').setValue(typed)
  await flushPromises()
  expect(read(wrapper.get('[role=option]'))).toBe(label)
  await wrapper.get('[role=combobox]').trigger('keydown', { key: 'Enter' })
  expect(await toastTexts()).toEqual(failure)
})

test.each([
  ['the theme in the header', ThemeToggle, 'button'],
  ['the age of the list in the header', SyncState, 'button'],
  ['the empty list', CustomersEmpty, 'button'],
  ['the theme in the settings', ThemeSection, 'input[value=dark]'],
  ['the language in the settings', LanguageSection, 'input[value=de]'],
])('from its button: %s', async (_what, component, selector) => {
  const wrapper = await shown(component)
  await wrapper.get(selector).trigger(selector === 'button' ? 'click' : 'change')
  expect(await toastTexts()).toEqual(failure)
})
