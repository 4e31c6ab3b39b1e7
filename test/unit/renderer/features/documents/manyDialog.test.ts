/** The dialog of several sheets by the keyboard. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import ManyDialog from '../../../../../renderer/features/documents/ManyDialog.vue'
import { accept, installBridge } from '../../support/bridge.ts'
import { mounted, read } from '../../support/mounted.ts'

test('Ctrl and Enter save one PDF, and its button has the focus afterwards', async () => {
  const searched: unknown[] = []
  installBridge({
    'customers.search': (input) => {
      searched.push(input)
      return accept({
        rows: [],
        exact: null,
        source: 'directory',
        serviceProblem: null,
        asOf: '2026-11-21T10:00:00.000Z',
      })(input)
    },
  })
  const wrapper = mounted(ManyDialog, { initial: ['ada@example.org'] })
  const field = wrapper.get('textarea')
  await field.trigger('keydown', { key: 'Enter', ctrlKey: true })
  await flushPromises()
  expect(searched).toEqual([{ query: 'ada@example.org', limit: 50 }])
  expect(read(wrapper.get('.left'))).toContain('ada@example.org: no customer found')
  expect(document.activeElement?.textContent).toContain('Save one PDF')
})
