/** The export of a table: it asks for the decimal sign, and remembers it. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { DecimalSign } from '#shared/model/decimalSign.ts'
import ExportButton from '../../../../renderer/common/ExportButton.vue'
import { useSettings } from '../../../../renderer/lib/settings.store.ts'
import { accept, installBridge, refuse } from '../support/bridge.ts'
import { confirmExport, offeredSign } from '../support/exporting.ts'
import { mounted } from '../support/mounted.ts'
import { settings } from '../support/samples.ts'

/** A button that has been pressed, and what it has written and stored. */
function pressed(decimalSign?: DecimalSign, set = accept(settings({ decimalSign: 'comma' }))) {
  const written: DecimalSign[] = []
  const stored: unknown[] = []
  installBridge({ 'settings.set': (input) => (stored.push(input), set(input)) })
  const write = (decimal: DecimalSign) => (written.push(decimal), Promise.resolve({ path: '/home/a.csv', rows: 1 }))
  const button = mounted(ExportButton, { label: 'Export', hint: 'Everybody', write, done: () => 'Written' })
  const store = useSettings()
  if (decimalSign !== undefined) store.settings = settings({ decimalSign })
  const press = () => button.get('button').trigger('click')
  return { button, written, stored, store, press }
}

test.each(['point', 'comma'] as const)(
  'it begins with the stored sign (%s), writes nothing before, and stores nothing',
  async (sign) => {
    const { written, stored, press } = pressed(sign)
    await press()
    expect(await offeredSign()).toBe(sign)
    expect(written).toEqual([])
    await confirmExport()
    expect([written, stored]).toEqual([[sign], []])
  },
)

test('another sign is stored for the next time', async () => {
  const { written, stored, store, press } = pressed('point')
  await press()
  await confirmExport('comma')
  expect([written, stored, store.decimalSign]).toEqual([['comma'], [{ decimalSign: 'comma' }], 'comma'])
})

test('a sign that can not be stored is used all the same', async () => {
  const { written, store, press } = pressed('point', refuse('storage_full'))
  await press()
  await confirmExport('comma')
  expect([written, store.decimalSign]).toEqual([['comma'], 'point'])
})

test('a dialog that is closed writes nothing', async () => {
  const { written, press } = pressed('point')
  await press()
  await offeredSign()
  document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
  await flushPromises()
  expect([written, document.querySelector('dialog')]).toEqual([[], null])
})
