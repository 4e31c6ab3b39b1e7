/** Dialogs whose first control is a text field begin in it: on their title, what is typed first would be lost. */
import { flushPromises } from '@vue/test-utils'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Component } from 'vue'
import ConnectionDialog from '../../../../renderer/features/connections/ConnectionDialog.vue'
import CorrectEmail from '../../../../renderer/features/customer/CorrectEmail.vue'
import ManyDialog from '../../../../renderer/features/documents/ManyDialog.vue'
import LetterDialog from '../../../../renderer/features/today/LetterDialog.vue'
import NoteDialog from '../../../../renderer/features/notes/NoteDialog.vue'
import { installBridge } from '../support/bridge.ts'
import { mounted } from '../support/mounted.ts'
import { customerUid, openSandbox } from '../support/samples.ts'

const beginInField: readonly (readonly [string, Component, Record<string, unknown>])[] = [
  ['ConnectionDialog.vue', ConnectionDialog, { profile: openSandbox.profile }],
  ['CorrectEmail.vue', CorrectEmail, { view: { uid: customerUid, email: 'old@example.org' } }],
  [
    'LetterDialog.vue',
    LetterDialog,
    { about: 'ending', country: null, addressees: [{ uid: customerUid, email: 'ada@example.org' }], noteOnEach: null },
  ],
  ['ManyDialog.vue', ManyDialog, {}],
  ['NoteDialog.vue', NoteDialog, { customerUid }],
]
/** They have tests of their own: what gets the focus depends on what they were opened with. */
const chooseThemselves = [
  'CommandPalette.vue',
  'EmailDialog.vue',
  'LinkDialog.vue',
  'MoneyDialog.vue',
  'PurchaseDialog.vue',
]

test.each(beginInField)('%s begins in its first field', async (_, dialog, props) => {
  installBridge({})
  const wrapper = mounted(dialog, props)
  await flushPromises()
  expect(document.activeElement).toBe(wrapper.get('dialog input, dialog textarea').element)
})

test('no other dialog has a text field', async () => {
  const files = (await readdir('renderer', { recursive: true })).filter((file) => file.endsWith('.vue'))
  const named = [...beginInField.map(([file]) => file), ...chooseThemselves]
  const others = files.filter((file) => !named.some((name) => file.endsWith(`/${name}`)))
  for (const file of others) {
    const [, ...inside] = (await readFile(`renderer/${file}`, 'utf8')).split('<UiModal')
    const dialogs = inside.map((part) => part.split('</UiModal>')[0])
    expect(dialogs.join(), file).not.toMatch(/<(UiInput|UiTextField|UiAutocomplete|UiNativeInput|UiDateInput)\b/)
  }
})
