/** The dialog of a note: a new one, a changed one, one that is erased, and one that can't be stored. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { h } from 'vue'
import type { NoteRow } from '#shared/model/customer/notes.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import NoteDialog from '../../../../../renderer/features/notes/NoteDialog.vue'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customerUid, now, openSandbox } from '../../support/samples.ts'

const note: NoteRow = {
  id: '0000000000000001',
  customerUid,
  at: now,
  editedAt: null,
  agent: 'Ann',
  own: true,
  text: 'Wants a call',
  correction: null,
}

async function dialog(of: NoteRow | null = null, stored = accept(note)) {
  const calls: unknown[] = []
  installBridge({
    'notes.add': (input) => (calls.push(['add', input]), stored(input)),
    'notes.edit': (input) => (calls.push(['edit', input]), stored(input)),
    'notes.remove': (input) => (calls.push(['remove', input]), accept(null)(input)),
  })
  const wrapper = mounted(NoteDialog, { customerUid, note: of })
  await flushPromises()
  const press = async (name: string): Promise<void> => {
    await wrapper
      .findAll('button')
      .find((each) => read(each) === name)
      ?.trigger('click')
    await flushPromises()
  }
  return { wrapper, calls, press }
}

test.each([
  ['disk', text('notes.hint')],
  ['memory', text('notes.hintSession')],
] as const)(
  'where the desk keeps its data on the %s it says how long a note is kept',
  async (directoryStorage, expected) => {
    const { wrapper } = await dialog()
    useConnection().take({ ...openSandbox, directoryStorage })
    await flushPromises()
    expect(read(wrapper)).toContain(expected)
  },
)

test('the text has the focus when the dialog opens', async () => {
  const { wrapper } = await dialog()
  expect(document.activeElement).toBe(wrapper.get('textarea').element)
})

test('a new note is stored, and an empty one is not', async () => {
  const { wrapper, calls, press } = await dialog()
  await wrapper.get('textarea').setValue('  ')
  await press(text('notes.save'))
  expect(calls).toEqual([])
  await wrapper.get('textarea').setValue('Wants a call')
  await wrapper.get('textarea').trigger('keydown', { key: 'Enter', ctrlKey: true })
  await flushPromises()
  expect(calls).toEqual([['add', { customerUid, text: 'Wants a call' }]])
  expect(wrapper.emitted('close')).toHaveLength(1)
})

test('the focus stays in the dialog while a note is stored, and returns to the button if that fails', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { wrapper, press } = await dialog(null, () => promise)
  await wrapper.get('textarea').setValue('Wants a call')
  const save = wrapper.findAll('button').find((each) => read(each) === text('notes.save'))
  save?.element.focus()
  await press(text('notes.save'))
  expect(save?.attributes('disabled')).toBeDefined()
  expect(document.activeElement?.tagName).toBe('H2')
  resolve(await refuse('storage_full')(null))
  await flushPromises()
  expect(document.activeElement).toBe(save?.element)
})

test('a note that can’t be stored stays in the dialog with the reason', async () => {
  const { wrapper, press } = await dialog(null, refuse('storage_full'))
  await wrapper.get('textarea').setValue('Wants a call')
  await press(text('notes.save'))
  expect(wrapper.get('[data-code=storage_full]').isVisible()).toBe(true)
  expect(wrapper.get('textarea').element.value).toBe('Wants a call')
  expect(wrapper.emitted('close')).toBeUndefined()
})

test('a text that is too long is kept whole, and not stored until it is shorter', async () => {
  const { wrapper, calls, press } = await dialog()
  expect(read(wrapper)).toContain('0 / 2,000')
  const pasted = 'x'.repeat(2345)
  const { element } = wrapper.get('textarea')
  expect(element.maxLength).toBe(-1)
  await wrapper.get('textarea').setValue(pasted)
  expect(read(wrapper)).toContain('2,345 / 2,000')
  expect(read(wrapper.get('.problem'))).toContain(text('notes.tooLong', { count: '2,345', most: '2,000' }))
  expect(element.getAttribute('aria-invalid')).toBe('true')
  await press(text('notes.save'))
  await wrapper.get('textarea').trigger('keydown', { key: 'Enter', ctrlKey: true })
  await flushPromises()
  expect(calls).toEqual([])
  expect(element.value).toBe(pasted)
  await wrapper.get('textarea').setValue(` ${'x'.repeat(2000)}\n`)
  expect(wrapper.find('.problem').exists()).toBe(false)
  await press(text('notes.save'))
  expect(calls).toHaveLength(1)
})

test('a note is changed, and erased only after a second press', async () => {
  const { wrapper, calls, press } = await dialog(note)
  await wrapper.get('textarea').setValue('Called')
  await press(text('notes.save'))
  expect(calls).toEqual([['edit', { id: note.id, text: 'Called' }]])
  const second = await dialog(note)
  await second.press(text('notes.erase'))
  expect(second.calls).toEqual([])
  expect(read(second.wrapper)).toContain(text('notes.eraseQuestion'))
  // The question begins at the button that keeps the note, and leads back to the one that asked it.
  expect(document.activeElement?.textContent).toContain(text('notes.keep'))
  await second.press(text('notes.keep'))
  expect(document.activeElement?.textContent).toContain(text('notes.erase'))
  await second.press(text('notes.erase'))
  await second.press(text('notes.erase'))
  expect(second.calls).toEqual([['remove', { id: note.id }]])
})

test('what was typed is there again until it is stored, for this note alone', async () => {
  installBridge({ 'notes.add': accept(note) })
  const shown = {
    props: ['note'],
    render: ({ note: of }: { note: NoteRow | null | undefined }) =>
      of !== undefined && h(NoteDialog, { customerUid, note: of, key: of?.id ?? 'new' }),
  }
  const wrapper = mounted(shown, { note: null })
  const typed = async (of: NoteRow | null): Promise<string> => {
    await wrapper.setProps({ note: undefined })
    await wrapper.setProps({ note: of })
    return wrapper.get('textarea').element.value
  }
  await wrapper.get('textarea').setValue('Wants a call')
  expect(await typed({ ...note, text: 'Another note' })).toBe('Another note')
  expect(await typed(null)).toBe('Wants a call')
  await wrapper.get('textarea').trigger('keydown', { key: 'Enter', ctrlKey: true })
  await flushPromises()
  expect(await typed(null)).toBe('')
})
