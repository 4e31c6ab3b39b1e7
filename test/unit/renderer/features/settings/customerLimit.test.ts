/** The maximum number of customers in the local list: how it is typed and saved. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import CustomerLimit from '../../../../../renderer/features/settings/CustomerLimit.vue'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { settings } from '../../support/samples.ts'

async function shown(answer = (input: object) => accept(settings(input))(input)) {
  const saved: unknown[] = []
  installBridge({
    'settings.get': accept(settings()),
    'settings.set': (input) => {
      saved.push(input)
      return answer(typeof input === 'object' && input !== null ? input : {})
    },
  })
  const wrapper = mounted(CustomerLimit)
  await useSettings().load()
  await flushPromises()
  const type = (text: string) => wrapper.get('input').setValue(text)
  const submit = async (): Promise<void> => {
    await wrapper.get('form').trigger('submit')
    await flushPromises()
  }
  return {
    wrapper,
    saved,
    type,
    submit,
    isSaveDisabled: () => wrapper.get('button').attributes('disabled') !== undefined,
  }
}

test("the stored limit is shown, and can't be saved before it changes", async () => {
  const { wrapper, isSaveDisabled } = await shown()
  expect(wrapper.get('input').element).toMatchObject({ value: '1000000' })
  expect(isSaveDisabled()).toBe(true)
})

test('another limit is saved once', async () => {
  const { saved, type, submit, isSaveDisabled } = await shown()
  await type(' 250000 ')
  expect(isSaveDisabled()).toBe(false)
  await submit()
  expect(saved).toEqual([{ customerLimit: 250_000 }])
  expect(isSaveDisabled()).toBe(true)
})

test.each(['999', '10000001', '1e6', '1,000,000', '-5000', 'many', '99999999999'])(
  '%s is refused in the field, and nothing is sent',
  async (typed) => {
    const { wrapper, saved, type, submit, isSaveDisabled } = await shown()
    await type(typed)
    expect(read(wrapper)).toContain(text('settings.directory.limitProblem'))
    expect(isSaveDisabled()).toBe(true)
    await submit()
    expect(saved).toEqual([])
  },
)

test('a failure is explained, and what was typed stays', async () => {
  const { wrapper, type, submit } = await shown(() => refuse('storage_full')(undefined))
  await type('250000')
  await submit()
  expect(wrapper.find('[data-code=storage_full]').exists()).toBe(true)
  expect(wrapper.get('input').element).toMatchObject({ value: '250000' })
})
