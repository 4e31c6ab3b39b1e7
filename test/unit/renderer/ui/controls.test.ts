/** Buttons, radio groups, checkboxes, progress bars and empty states of the kit. */
import { Inbox } from '@lucide/vue'
import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import UiButton from '../../../../renderer/ui/UiButton.vue'
import UiCheckbox from '../../../../renderer/ui/UiCheckbox.vue'
import UiEmpty from '../../../../renderer/ui/UiEmpty.vue'
import UiProgress from '../../../../renderer/ui/UiProgress.vue'
import UiRadioGroup from '../../../../renderer/ui/UiRadioGroup.vue'
import { mounted, read } from '../support/mounted.ts'

test('a button is pressed once, takes the focus, and has the type that its form expects', async () => {
  const presses: string[] = []
  const wrapper = mounted({
    components: { UiButton },
    setup: () => ({ press: () => presses.push('press') }),
    template: '<UiButton type="submit" @click="press">Save</UiButton>',
  })
  const button = wrapper.get('button')
  expect([button.attributes('type'), read(button)]).toEqual(['submit', 'Save'])
  await button.trigger('click')
  expect(presses).toEqual(['press'])
  const own = mounted(UiButton)
  const { vm } = own as unknown as { readonly vm: { readonly focus: () => void } }
  vm.focus()
  expect(document.activeElement).toBe(own.get('button').element)
})

test("a busy button says so, can't be pressed and does not submit its form", async () => {
  const happened: string[] = []
  const wrapper = mounted({
    components: { UiButton },
    setup: () => ({ note: (what: string) => happened.push(what) }),
    template: `<form @submit.prevent="note('submit')"><input><UiButton type="submit" busy @click="note('press')">Send</UiButton></form>`,
  })
  const button = wrapper.get<HTMLButtonElement>('button')
  expect([button.attributes('aria-busy'), button.element.disabled]).toEqual(['true', true])
  button.element.click()
  await button.trigger('click')
  expect(happened).toEqual([])
})

test.each([
  { elsewhere: false, focused: 'BUTTON' },
  { elsewhere: true, focused: 'INPUT' },
])('the focus comes back to a button that was busy, unless it is elsewhere: $elsewhere', async (expected) => {
  const busy = ref(false)
  const wrapper = mounted({
    components: { UiButton },
    setup: () => ({ busy }),
    template: `<div><input><UiButton :busy="busy">Send</UiButton></div>`,
  })
  const button = wrapper.get<HTMLButtonElement>('button').element
  button.focus()
  const focusing = vi.spyOn(button, 'focus')
  busy.value = true
  await nextTick()
  // A browser takes the focus from a control that is disabled.
  const input = wrapper.get<HTMLInputElement>('input').element
  input.focus()
  if (!expected.elsewhere) input.blur()
  expect(document.activeElement).not.toBe(button)
  busy.value = false
  await flushPromises()
  expect(document.activeElement?.tagName).toBe(expected.focused)
  // The page stays where it is: the button may be below what it has loaded.
  expect(focusing.mock.calls).toEqual(expected.elsewhere ? [] : [[{ preventScroll: true }]])
})

const options = [
  { value: 'now', label: 'Now', text: 'It starts at once.' },
  { value: 'later', label: 'Later', text: 'Not possible for one country.', disabled: true },
  { value: 'use', label: 'With the first use', text: 'It starts abroad.' },
]

test.each(['list', 'cards', 'segments'] as const)(
  'a choice as %s is a group of radio buttons named by its legend',
  async (variant) => {
    const wrapper = mounted(UiRadioGroup, { variant, options, legend: 'When', modelValue: 'now' })
    expect(read(wrapper.get('fieldset > legend'))).toBe('When')
    const inputs = wrapper.findAll<HTMLInputElement>('input[type=radio]')
    expect(inputs.map(({ element }) => [element.checked, element.disabled])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
    expect(new Set(inputs.map(({ element }) => element.name)).size).toBe(1)
    await inputs[2]?.setValue(true)
    expect(wrapper.emitted('update:modelValue')).toEqual([['use']])
  },
)

test('a choice that the parent does not keep is not marked any longer, and can be made again', async () => {
  const wrapper = mounted(UiRadioGroup, { options, legend: 'When', modelValue: 'now' })
  const inputs = wrapper.findAll<HTMLInputElement>('input[type=radio]')
  await inputs[2]?.setValue(true)
  await nextTick()
  expect(inputs.map(({ element }) => element.checked)).toEqual([true, false, false])
  await inputs[2]?.setValue(true)
  expect(wrapper.emitted('update:modelValue')).toEqual([['use'], ['use']])
})

test('an option is named by its label and described by its effect', () => {
  const [first] = mounted(UiRadioGroup, { options, modelValue: null }).findAll('input')
  expect(first?.attributes('aria-label')).toBe('Now')
  expect(document.getElementById(first?.attributes('aria-describedby') ?? '')?.textContent).toBe('It starts at once.')
})

test('a disabled group accepts no choice', () => {
  expect(
    mounted(UiRadioGroup, { options, modelValue: null, legend: 'When', disabled: true })
      .findAll('input')
      .every(({ element }) => element.disabled),
  ).toBe(true)
})

test('a checkbox is named by its text and changes with a click', async () => {
  const wrapper = mounted(UiCheckbox, { label: 'Send a copy', modelValue: false })
  const box = wrapper.get('[role=checkbox]')
  expect([
    box.attributes('aria-checked'),
    document.getElementById(box.attributes('aria-labelledby') ?? '')?.textContent,
  ]).toEqual(['false', 'Send a copy'])
  await box.trigger('click')
  expect(wrapper.emitted('update:modelValue')).toEqual([[true]])
})

test('the space bar changes a checkbox, and Enter, which submits the dialog around it, does not', async () => {
  const wrapper = mounted(UiCheckbox, { label: 'Send a copy', modelValue: false })
  const box = wrapper.get('[role=checkbox]')
  await box.trigger('keyup', { key: 'Enter' })
  await box.trigger('keyup', { key: 'Enter', ctrlKey: true })
  expect(wrapper.emitted('update:modelValue')).toBeUndefined()
  await box.trigger('keyup', { key: ' ' })
  expect(wrapper.emitted('update:modelValue')).toEqual([[true]])
})

test('a progress bar has a name, a value and a text', async () => {
  const wrapper = mounted(UiProgress, { label: 'Remaining data of Japan 3 GB', percent: 49.6, text: '1.5 GB of 3 GB' })
  const bar = () => wrapper.get('[role=progressbar]').attributes()
  expect(bar()).toMatchObject({
    'aria-label': 'Remaining data of Japan 3 GB',
    'aria-valuenow': '50',
    'aria-valuemin': '0',
    'aria-valuemax': '100',
    'aria-valuetext': '1.5 GB of 3 GB',
  })
  await wrapper.setProps({ percent: null, text: undefined })
  expect(bar()).not.toHaveProperty('aria-valuenow')
})

test('an amount has the role meter', () => {
  expect(
    mounted(UiProgress, { label: 'Daily limit', percent: 80, role: 'meter' })
      .get('[role=meter]')
      .attributes('aria-valuenow'),
  ).toBe('80')
})

test('an empty page says why and what to try', () => {
  const wrapper = mounted({
    components: { UiEmpty, UiButton },
    setup: () => ({ Inbox }),
    template:
      '<UiEmpty :icon="Inbox" title="Nothing found" text="Search for less"><UiButton>Clear</UiButton></UiEmpty>',
  })
  expect(read(wrapper)).toBe('Nothing foundSearch for lessClear')
})
