/** The controls with a list: select, autocomplete and menu. */
import { flushPromises } from '@vue/test-utils'
import { expect, onTestFinished, test, vi } from 'vitest'
import UiAutocomplete from '../../../../renderer/ui/UiAutocomplete.vue'
import UiMenu from '../../../../renderer/ui/UiMenu.vue'
import UiSelect from '../../../../renderer/ui/UiSelect.vue'
import { mounted, read } from '../support/mounted.ts'

const fruit = [
  { key: 'a', label: 'Apple', group: 'Sweet' },
  { key: 'b', label: 'Banana', group: 'Sweet' },
  { key: 'l', label: 'Lemon', group: 'Sour' },
]
const autocomplete = (props: Record<string, unknown> = {}) =>
  mounted(UiAutocomplete, {
    id: 'fruit',
    options: fruit,
    listLabel: 'Fruit',
    emptyText: 'Nothing fits',
    modelValue: '',
    ...props,
  })

test('an autocomplete reports that its list is open, and which suggestion the arrows have reached', async () => {
  const wrapper = autocomplete()
  const field = wrapper.get('[role=combobox]')
  expect(field.attributes('aria-expanded')).toBe('false')
  await field.trigger('keydown', { key: 'ArrowDown' })
  await field.trigger('keydown', { key: 'ArrowDown' })
  expect(field.attributes()).toMatchObject({
    'aria-expanded': 'true',
    'aria-controls': 'fruit-list',
    'aria-activedescendant': 'fruit-option-1',
  })
  await field.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('choose')).toEqual([[fruit[1]]])
  expect(field.attributes('aria-expanded')).toBe('false')
})

test.each(['ArrowDown', 'ArrowUp'])('Enter takes the suggestion on which %s has opened the list', async (key) => {
  const wrapper = autocomplete()
  const field = wrapper.get('[role=combobox]')
  await field.trigger('keydown', { key })
  expect(field.attributes('aria-activedescendant')).toBe('fruit-option-0')
  await field.trigger('keydown', { key: 'Enter' })
  expect([wrapper.emitted('choose'), wrapper.emitted('leave')]).toEqual([[[fruit[0]]], undefined])
})

test('Enter in a field that was emptied takes no suggestion, also if an arrow had opened the list before', async () => {
  const wrapper = autocomplete({ modelValue: 'Lem', chosen: 'l' })
  const field = wrapper.get('[role=combobox]')
  await field.trigger('keydown', { key: 'ArrowDown' })
  await field.setValue('')
  await field.trigger('keydown', { key: 'Enter' })
  expect([wrapper.emitted('choose'), wrapper.emitted('leave')?.length]).toEqual([undefined, 1])
})

test('Escape and leaving the field close the list, and the parent can distinguish them', async () => {
  const wrapper = autocomplete()
  const field = wrapper.get('[role=combobox]')
  await field.trigger('click')
  await field.trigger('keydown', { key: 'Escape' })
  expect([wrapper.emitted('cancel')?.length, wrapper.emitted('leave')]).toEqual([1, undefined])
  await field.trigger('blur')
  expect([wrapper.emitted('cancel')?.length, wrapper.emitted('leave')?.length]).toEqual([1, 1])
})

test('suggestions of an earlier text can’t be accepted with Enter', async () => {
  const wrapper = autocomplete({ stale: true })
  await wrapper.get('[role=combobox]').trigger('click')
  await wrapper.get('[role=combobox]').trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('choose')).toBeUndefined()
})

test('Ctrl+Enter takes what the cursor of an inline list has reached, and only then leaves it to the form', async () => {
  const submitted: string[] = []
  const wrapper = autocomplete({ inline: true, chosen: 'a' })
  wrapper.element.addEventListener('keydown', (event: KeyboardEvent) => void submitted.push(event.key))
  const field = wrapper.get('[role=combobox]')
  const chord = { key: 'Enter', ctrlKey: true }
  await field.trigger('keydown', chord)
  expect(submitted).toEqual(['Enter'])
  await field.trigger('keydown', { key: 'ArrowDown' })
  await field.trigger('keydown', chord)
  expect(wrapper.emitted('choose')).toEqual([[fruit[1]]])
  expect(submitted).toEqual(['Enter', 'ArrowDown'])
  await wrapper.setProps({ chosen: 'b' })
  await field.trigger('keydown', chord)
  expect(submitted).toEqual(['Enter', 'ArrowDown', 'Enter'])
})

test('Ctrl+Enter submits the suggestion that was clicked, whatever was typed before', async () => {
  const submitted: string[] = []
  const wrapper = autocomplete({ inline: true, chosen: null })
  wrapper.element.addEventListener('keydown', (event: KeyboardEvent) => void submitted.push(event.key))
  const field = wrapper.get('[role=combobox]')
  await field.setValue('a')
  await wrapper.findAll('[role=option]')[1]?.trigger('mousedown')
  await wrapper.setProps({ chosen: 'b', modelValue: 'a' })
  await field.trigger('keydown', { key: 'Enter', ctrlKey: true })
  expect(wrapper.emitted('choose')).toEqual([[fruit[1]]])
  expect(submitted).toEqual(['Enter'])
})

test('the suggestion to which the keys have moved stays at the cursor and in sight when others come before it', async () => {
  const wrapper = autocomplete({ inline: true })
  const field = wrapper.get('[role=combobox]')
  await field.trigger('keydown', { key: 'ArrowDown' })
  const seen: string[] = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    seen.push(this.id)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const others = Array.from({ length: 3 }, (_, n) => ({ key: `o${String(n)}`, label: `Other ${String(n)}` }))
  await wrapper.setProps({ options: [...others, ...fruit] })
  await flushPromises()
  expect(seen.at(-1)).toBe('fruit-option-4')
  await field.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('choose')).toEqual([[fruit[1]]])
})

test('where the suggestion at the cursor is gone, Enter takes no other one before the next key', async () => {
  const submitted: string[] = []
  const wrapper = autocomplete({ inline: true, chosen: 'l' })
  const field = wrapper.get('[role=combobox]')
  await field.trigger('keydown', { key: 'ArrowUp' })
  await wrapper.setProps({ options: fruit.filter(({ key }) => key !== 'b') })
  wrapper.element.addEventListener('keydown', (event: KeyboardEvent) => void submitted.push(event.key))
  // Nor does it submit the earlier choice, which is not at the cursor.
  await field.trigger('keydown', { key: 'Enter', ctrlKey: true })
  expect(submitted).toEqual([])
  expect(field.attributes('aria-activedescendant')).toBeUndefined()
  await field.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('choose')).toBeUndefined()
  await field.trigger('keydown', { key: 'ArrowDown' })
  await field.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('choose')).toEqual([[fruit[0]]])
})

test('each group has a heading, and a list without suggestions says so', async () => {
  const wrapper = autocomplete({ inline: true })
  expect(wrapper.findAll('.group').map(read)).toEqual(['Sweet', 'Sour'])
  await wrapper.setProps({ options: [] })
  expect(read(wrapper.get('[role=listbox]'))).toBe('Nothing fits')
})

test('a click on a suggestion accepts it, unless the field is disabled', async () => {
  const wrapper = autocomplete()
  await wrapper.get('[role=combobox]').trigger('click')
  await wrapper.get('[role=option]').trigger('mousedown')
  expect(wrapper.emitted('choose')).toEqual([[fruit[0]]])
  const disabled = autocomplete({ disabled: true, inline: true })
  await disabled.get('[role=option]').trigger('mousedown')
  expect(disabled.emitted('choose')).toBeUndefined()
})

test('a Tab closes an open list before the focus moves, which must not go into it', async () => {
  const wrapper = autocomplete()
  const field = wrapper.get('[role=combobox]')
  await field.trigger('keydown', { key: 'ArrowDown' })
  expect(field.attributes('aria-expanded')).toBe('true')
  const event = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true })
  field.element.dispatchEvent(event)
  await wrapper.vm.$nextTick()
  expect([field.attributes('aria-expanded'), event.defaultPrevented]).toEqual(['false', false])
  expect(wrapper.emitted('choose')).toBeUndefined()
})

const manyFruits = Array.from({ length: 60 }, (_, n) => ({ key: String(n), label: `Fruit ${String(n)}` }))
const optionsIn = (wrapper: ReturnType<typeof mounted>): number => wrapper.findAll('[role=option]').length

test('a long list is drawn from its beginning, and the rest of it after that is painted', async () => {
  const wrapper = autocomplete({ inline: true, options: manyFruits })
  expect(optionsIn(wrapper)).toBe(10)
  const first = wrapper.get('[role=option]').attributes()
  expect([first['aria-posinset'], first['aria-setsize']]).toEqual(['1', '60'])
  await expect.poll(() => optionsIn(wrapper)).toBe(60)
})

test('the rest of a long list is drawn in parts that are small enough for a frame', async () => {
  const wrapper = autocomplete({ inline: true, options: manyFruits })
  const counts = [optionsIn(wrapper)]
  const observer = new MutationObserver(() => counts.push(optionsIn(wrapper)))
  observer.observe(wrapper.get('[role=listbox]').element, { childList: true })
  await expect.poll(() => counts.at(-1)).toBe(60)
  observer.disconnect()
  expect(counts).toEqual([10, 30, 50, 60])
})

test('a list of some suggestions alone says that there are more, and their number is unknown', async () => {
  const moreText = 'There are more'
  const wrapper = autocomplete({ moreText })
  const field = wrapper.get('[role=combobox]')
  const announced = () => read(wrapper.get('[aria-live=polite]'))
  expect(announced()).toBe('')
  await field.trigger('keydown', { key: 'ArrowDown' })
  expect(announced()).toBe(moreText)
  const size = () => wrapper.get('[role=option]').attributes('aria-setsize')
  expect(size()).toBe('-1')
  // What is no suggestion is hidden in a list box.
  expect(wrapper.get('[role=listbox] .empty').attributes()).toMatchObject({ 'aria-hidden': 'true' })
  await wrapper.setProps({ moreText: '' })
  expect([announced(), size()]).toEqual(['', '3'])
  await wrapper.setProps({ partial: true })
  expect([announced(), size()]).toEqual(['', '-1'])
  await wrapper.setProps({ partial: false, moreText, options: [] })
  expect(announced()).toBe('')
})

test('nothing of a closed list is drawn, and an open one has the suggestion at the cursor and those behind it', async () => {
  const wrapper = autocomplete({ options: manyFruits })
  const field = wrapper.get('[role=combobox]')
  expect(optionsIn(wrapper)).toBe(0)
  for (let count = 0; count < 31; count += 1) await field.trigger('keydown', { key: 'ArrowDown' })
  expect(wrapper.find(`#${field.attributes('aria-activedescendant') ?? ''}`).exists()).toBe(true)
  expect(optionsIn(wrapper)).toBeGreaterThan(31)
  await field.trigger('keydown', { key: 'Escape' })
  expect(optionsIn(wrapper)).toBe(0)
})

test('a list that opens again begins with the choice in sight, and typing begins with the first suggestion', async () => {
  const scrolled: string[] = []
  const reveal = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.id)
  })
  onTestFinished(() => reveal.mockRestore())
  const wrapper = autocomplete({ options: manyFruits, chosen: '41', modelValue: 'Fruit 41' })
  const field = wrapper.get<HTMLInputElement>('[role=combobox]')
  const active = (): string | undefined => field.attributes('aria-activedescendant')
  await field.trigger('click')
  expect([active(), scrolled.at(-1)]).toEqual(['fruit-option-41', 'fruit-option-41'])
  await field.trigger('keydown', { key: 'PageDown' })
  expect(active()).toBe('fruit-option-49')
  await field.trigger('keydown', { key: 'PageUp' })
  await field.trigger('keydown', { key: 'Enter' })
  expect(wrapper.emitted('choose')).toEqual([[manyFruits[41]]])

  await field.trigger('click')
  const list = wrapper.get('[role=listbox]').element
  list.scrollTop = 800
  await field.setValue('Fruit')
  await wrapper.setProps({ modelValue: 'Fruit' })
  await expect.poll(() => [active(), list.scrollTop]).toEqual(['fruit-option-0', 0])
})

test('suggestions that come while the list is open are drawn', async () => {
  const wrapper = autocomplete({ inline: true, options: [] })
  await wrapper.setProps({ options: manyFruits })
  await expect.poll(() => optionsIn(wrapper)).toBe(60)
  await wrapper.setProps({ options: manyFruits.toReversed() })
  expect(optionsIn(wrapper)).toBe(60)
})

test('a select is the browser’s own, with its name; its empty option means no choice', async () => {
  const wrapper = mounted(UiSelect, {
    label: 'Kind',
    modelValue: 'refund',
    options: [
      { value: '', label: 'Any' },
      { value: 'refund', label: 'Refund' },
    ],
  })
  expect(wrapper.get<HTMLSelectElement>('select[aria-label=Kind]').element.value).toBe('refund')
  await wrapper.get('select').setValue('')
  expect(wrapper.emitted('update:modelValue')).toEqual([[null]])
})

test('a placeholder shows while nothing is chosen and can’t be chosen itself', () => {
  const wrapper = mounted(UiSelect, {
    label: 'Reason',
    modelValue: null,
    placeholder: 'Choose',
    options: [{ value: 'x', label: 'X' }],
  })
  expect(wrapper.get('option').attributes()).toMatchObject({ value: '', disabled: '', hidden: '' })
})

test('a menu is opened by its button, navigated with the arrows, and closes with the chosen command', async () => {
  const wrapper = mounted({
    components: { UiMenu },
    setup: () => ({
      items: [
        { key: 'code', label: 'Activation code' },
        { key: 'page', label: 'Page', note: 'Browser' },
      ],
    }),
    template: '<div><UiMenu label="Copy" :items="items" @select="$emit(\'select\', $event)" /></div>',
  })
  const menu = wrapper.get<HTMLElement>('[role=menu]')
  let closed = 0
  menu.element.hidePopover = () => void (closed += 1)
  expect(wrapper.get('button[aria-haspopup=menu]').attributes('popovertarget')).toBe(menu.attributes('id'))
  const items = menu.findAll<HTMLElement>('[role=menuitem]')
  expect([menu.attributes('aria-label'), ...items.map(read)]).toEqual(['Copy', 'Activation code', 'PageBrowser'])
  items[0]?.element.focus()
  await menu.trigger('keydown', { key: 'ArrowUp' })
  expect(document.activeElement).toBe(items[1]?.element)
  await items[1]?.trigger('click')
  expect([wrapper.emitted('select'), closed]).toEqual([[['page']], 1])
})
