/** The modal frame of the kit. */
import { describe, expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import UiButton from '../../../../renderer/ui/UiButton.vue'
import UiModal from '../../../../renderer/ui/UiModal.vue'
import { mounted, read } from '../support/mounted.ts'

const dialogOf = (wrapper: { readonly element: Element }): HTMLDialogElement => {
  const found = wrapper.element instanceof HTMLDialogElement ? wrapper.element : wrapper.element.querySelector('dialog')
  if (found === null) throw new Error('There is no dialog')
  return found
}

test('it is modal while it is mounted, and is named by its title and described by its sentence', () => {
  const wrapper = mounted(UiModal, { title: 'Top up', description: 'The price is deducted.' })
  const dialog = dialogOf(wrapper)
  const textOf = (attribute: string): string =>
    document.getElementById(dialog.getAttribute(attribute) ?? '')?.textContent ?? ''
  expect(dialog.open).toBe(true)
  expect(dialog.getAttribute('aria-modal')).toBe('true')
  expect([textOf('aria-labelledby'), textOf('aria-describedby')]).toEqual(['Top up', 'The price is deducted.'])
})

test('its parent opens and closes it, and its content exists only while it is open', async () => {
  const open = ref(false)
  const opened: string[] = []
  const wrapper = mounted({
    components: { UiModal },
    setup: () => ({ open, note: () => opened.push(document.querySelector('dialog p')?.textContent ?? '') }),
    template: '<div><UiModal title="Refund" :open="open" @opened="note"><p>What happens</p></UiModal></div>',
  })
  expect([dialogOf(wrapper).open, read(wrapper)]).toEqual([false, ''])
  open.value = true
  await expect.poll(() => opened).toEqual(['What happens'])
  expect(dialogOf(wrapper).open).toBe(true)
  open.value = false
  await nextTick()
  expect([dialogOf(wrapper).open, read(wrapper)]).toEqual([false, ''])
})

describe('while it is busy', () => {
  /** A dialog with two buttons that are disabled meanwhile, and with Close in their place once there is an outcome. */
  function sending() {
    const busy = ref(false)
    const outcome = ref('')
    const open = ref(true)
    mounted({
      components: { UiModal, UiButton },
      setup: () => ({ busy, outcome, open }),
      template: `<UiModal v-if="open" title="Mail" :busy="busy">
          <input v-if="outcome === ''" /><button v-else>Details</button>
          <template #actions>
            <template v-if="outcome === ''">
              <UiButton :disabled="busy">Cancel</UiButton><UiButton :busy="busy">Send</UiButton>
            </template>
            <template v-else><UiButton>Try again</UiButton><UiButton>Close</UiButton></template>
          </template>
        </UiModal>`,
    })
    const focused = (): string => document.activeElement?.textContent ?? ''
    const find = (selector: string) => document.querySelector<HTMLElement>(`dialog ${selector}`)
    const start = async (from: string): Promise<void> => {
      find(from)?.focus()
      busy.value = true
      await nextTick()
    }
    const end = async (found: string): Promise<void> => {
      outcome.value = found
      busy.value = false
      await nextTick()
      await nextTick()
    }
    return { focused, find, start, end, open }
  }

  test.each(['input', '.actions button:last-child'])('its title has the focus that %s had', async (from) => {
    const { focused, start } = sending()
    await start(from)
    expect([document.activeElement?.tagName, focused()]).toEqual(['H2', 'Mail'])
  })

  test.each(['input', '.actions button:last-child'])('%s has the focus again if nothing came of it', async (from) => {
    const { find, start, end } = sending()
    await start(from)
    await end('')
    expect(document.activeElement).toBe(find(from))
  })

  test.each(['input', '.actions button:last-child'])(
    'the main button has the focus once an outcome replaces %s',
    async (from) => {
      const { focused, start, end } = sending()
      await start(from)
      await end('sent')
      expect(focused()).toBe('Close')
    },
  )

  test('a focus that was moved meanwhile stays', async () => {
    const { find, start, end } = sending()
    await start('.actions button:last-child')
    find('input')?.focus()
    await end('')
    expect(document.activeElement).toBe(find('input'))
  })

  test('a dialog that is closed meanwhile takes no focus', async () => {
    const { start, end, open } = sending()
    await start('input')
    open.value = false
    await nextTick()
    await end('sent')
    expect(document.activeElement).toBe(document.body)
  })
})

test('the parent is notified when the person closes it', async () => {
  const wrapper = mounted(UiModal, { title: 'Refund' })
  dialogOf(wrapper).close()
  await nextTick()
  expect(wrapper.emitted('close')).toHaveLength(1)
})

test('a dialog that is opened again right after Escape stays open', async () => {
  const open = ref(true)
  const wrapper = mounted({
    components: { UiModal },
    setup: () => ({ open }),
    template: '<div><UiModal title="New sale" :open="open" @close="open = false"><p>Package</p></UiModal></div>',
  })
  const dialog = dialogOf(wrapper)
  // A browser sends the event of closing later, unlike this document.
  dialog.close = () => dialog.removeAttribute('open')
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  await nextTick()
  expect(open.value).toBe(false)
  open.value = true
  await nextTick()
  dialog.dispatchEvent(new Event('close'))
  await nextTick()
  expect([open.value, dialog.open]).toEqual([true, true])
})

test('while it is locked, Escape is refused, and a dialog that the browser closes anyway comes back', async () => {
  const wrapper = mounted(UiModal, { title: 'Refund', locked: true })
  const dialog = dialogOf(wrapper)
  const escape = new Event('cancel', { cancelable: true })
  dialog.dispatchEvent(escape)
  expect(escape.defaultPrevented).toBe(true)
  dialog.close()
  await nextTick()
  expect(dialog.open).toBe(true)
  expect(wrapper.emitted('close')).toBeUndefined()
})

test('Ctrl or Cmd and Enter submit it from everywhere inside, once for a held key and not while it is locked', async () => {
  const locked = ref(false)
  const submitted: string[] = []
  const wrapper = mounted({
    components: { UiModal },
    setup: () => ({ locked, note: () => submitted.push('submitted') }),
    template: '<UiModal title="Refund" :locked="locked" @submit="note"><button>Cancel</button></UiModal>',
  })
  const press = async (keys: object): Promise<void> =>
    wrapper.get('button').trigger('keydown', { key: 'Enter', ...keys })
  await press({})
  await press({ ctrlKey: true, shiftKey: true })
  await press({ ctrlKey: true, repeat: true })
  expect(submitted).toEqual([])
  await press({ ctrlKey: true })
  await press({ metaKey: true })
  expect(submitted).toHaveLength(2)
  locked.value = true
  await nextTick()
  await press({ ctrlKey: true })
  expect(submitted).toHaveLength(2)
})

test('the keys of a dialog inside another one submit only that', async () => {
  const submitted: string[] = []
  const wrapper = mounted({
    components: { UiModal },
    setup: () => ({ note: (which: string) => submitted.push(which) }),
    template: `<UiModal title="Top up" @submit="note('outer')"
      ><UiModal title="Refund" @submit="note('inner')"><button>Cancel</button></UiModal></UiModal>`,
  })
  await wrapper.get('button').trigger('keydown', { key: 'Enter', ctrlKey: true })
  expect(submitted).toEqual(['inner'])
})

test.each([
  ['the first text field', '<input type="checkbox" /><input disabled /><textarea id="first" /><input />', 'first'],
  ['a line of text', '<input type="radio" /><input id="first" value="old@example.org" /><textarea />', 'first'],
])('%s has the focus when it opens, unless the parent chooses another place', async (_, content, first) => {
  const focusLast = ref(false)
  const open = ref(true)
  mounted({
    components: { UiModal },
    setup: () => ({ open, opened: () => focusLast.value && document.getElementById('last')?.focus() }),
    template: `<div><UiModal title="Note" :open="open" @opened="opened">${content}<button id="last">Save</button></UiModal></div>`,
  })
  await nextTick()
  expect(document.activeElement?.id).toBe(first)
  open.value = false
  focusLast.value = true
  await nextTick()
  open.value = true
  await expect.poll(() => document.activeElement?.id).toBe('last')
})

test('Enter that is held down since it opened the dialog presses no button, submits no line and writes lines in a text', async () => {
  const wrapper = mounted({
    components: { UiModal },
    template: '<UiModal title="Refund"><button>Cancel</button><input /><textarea /></UiModal>',
  })
  const isPressed = (selector: string, repeat: boolean): boolean =>
    wrapper
      .get(selector)
      .element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }))
  await nextTick()
  expect([isPressed('button', true), isPressed('input', true), isPressed('textarea', true)]).toEqual([
    false,
    false,
    true,
  ])
  expect([isPressed('button', false), isPressed('input', false)]).toEqual([true, true])
})
