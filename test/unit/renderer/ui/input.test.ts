/** The text input of the kit and its field. */
import { expect, test } from 'vitest'
import UiField from '../../../../renderer/ui/UiField.vue'
import UiInput from '../../../../renderer/ui/UiInput.vue'
import UiNativeInput from '../../../../renderer/ui/UiNativeInput.vue'
import UiTextField from '../../../../renderer/ui/UiTextField.vue'
import { mounted, read } from '../support/mounted.ts'

test.each(['text', 'search', 'number', 'password', 'textarea'] as const)(
  'a %s accepts text and has its name, its state and its limit',
  async (kind) => {
    const wrapper = mounted(UiInput, {
      kind,
      modelValue: '',
      label: 'Note',
      maxlength: 20,
      required: true,
      invalid: true,
      describedby: 'more',
    })
    const element = wrapper.get(kind === 'textarea' ? 'textarea' : 'input')
    expect(element.attributes()).toMatchObject({
      'aria-label': 'Note',
      'aria-invalid': 'true',
      'aria-required': 'true',
      'aria-describedby': 'more',
      maxlength: '20',
      autocomplete: 'off',
    })
    await element.setValue('typed')
    expect(wrapper.emitted('update:modelValue')).toEqual([['typed']])
  },
)

test('each kind is the element that the keyboard and assistive technology expect', () => {
  const typeOf = (kind: string): string | undefined =>
    mounted(UiInput, { kind, modelValue: '' }).get('input').attributes('type')
  expect([typeOf('text'), typeOf('search'), typeOf('password')]).toEqual(['text', 'search', 'password'])
  expect(mounted(UiInput, { kind: 'number', modelValue: '' }).get('input').attributes('inputmode')).toBe('decimal')
})

test.each([{ kind: 'password' }, { kind: 'text', sensitive: true }])(
  'a secret is in no attribute of the document: %o',
  async (props) => {
    const wrapper = mounted(UiInput, { ...props, modelValue: '' })
    await wrapper.get('input').setValue('hunter2-canary')
    await wrapper.setProps({ modelValue: 'hunter2-canary' })
    expect(wrapper.get<HTMLInputElement>('input').element.value).toBe('hunter2-canary')
    expect(wrapper.html()).not.toContain('hunter2-canary')
  },
)

test('the browser’s own input keeps the parent’s attributes, listeners and slots, and its text out of attributes', async () => {
  const keys: string[] = []
  const wrapper = mounted({
    components: { UiNativeInput },
    setup: () => ({ onKey: ({ key }: KeyboardEvent) => keys.push(key) }),
    template:
      '<UiNativeInput type="search" aria-label="Find" model-value="LPA:1$secret" ' +
      '@keydown="onKey"><template #prefix>before</template>' +
      '<template #suffix>after</template></UiNativeInput>',
  })
  const element = wrapper.get<HTMLInputElement>('input')
  expect(element.attributes()).toMatchObject({ type: 'search', 'aria-label': 'Find' })
  expect(element.element.value).toBe('LPA:1$secret')
  expect(wrapper.html()).not.toContain('secret')
  await element.trigger('keydown', { key: 'Escape' })
  expect(keys).toEqual(['Escape'])
  expect(read(wrapper)).toBe('beforeafter')
})

test('the parent is notified when the field loses the focus, and can focus it', async () => {
  const wrapper = mounted(UiTextField, { modelValue: '', label: 'Limit' })
  const { vm } = wrapper as unknown as { readonly vm: { readonly focus: () => void } }
  vm.focus()
  expect(document.activeElement).toBe(wrapper.get('input').element)
  await wrapper.get('input').trigger('blur')
  expect(wrapper.emitted('blur')).toHaveLength(1)
})

test('a field is bound to its label and described by its error or else its hint', async () => {
  const wrapper = mounted(UiTextField, { modelValue: '', label: 'Limit', hint: 'Empty: no limit' })
  const element = wrapper.get('input')
  expect(read(wrapper.get(`label[for="${element.attributes('id') ?? ''}"]`))).toBe('Limit')
  const line = wrapper.get(`[id="${element.attributes('aria-describedby') ?? ''}"]`)
  expect([read(line), element.attributes('aria-invalid')]).toEqual(['Empty: no limit', 'false'])
  await wrapper.setProps({ problem: 'Not an amount' })
  expect([read(line), element.attributes('aria-invalid')]).toEqual(['Not an amount', 'true'])
})

test('a field of another control shows its label, the slot beside it, and the line below', () => {
  const wrapper = mounted({
    components: { UiField },
    template:
      '<UiField id="f" label="Country" hint="Where"><select id="f" /><template #aside>0 of 5</template></UiField>',
  })
  expect(wrapper.get('label').attributes('for')).toBe('f')
  expect(read(wrapper)).toContain('0 of 5')
  expect(read(wrapper.get('#f-hint'))).toBe('Where')
})
