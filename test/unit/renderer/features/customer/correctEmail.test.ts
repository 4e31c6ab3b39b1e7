/** The dialog that corrects an e-mail address: what it accepts, and what it says about each end. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import CorrectEmail from '../../../../../renderer/features/customer/CorrectEmail.vue'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customerUid } from '../../support/samples.ts'

async function dialog(answer: (input: unknown) => Promise<unknown>, email: string | null = 'old@example.org') {
  const calls: unknown[] = []
  installBridge({ 'customers.correctEmail': (input) => (calls.push(input), answer(input)) })
  const wrapper = mounted(CorrectEmail, { view: { uid: customerUid, email } })
  await flushPromises()
  const button = () => wrapper.findAll('button').find((each) => read(each) === text('customer.correct.send'))
  const send = async (to: string): Promise<void> => {
    await wrapper.get('input').setValue(to)
    await button()?.trigger('click')
    await flushPromises()
  }
  return { wrapper, calls, button, send }
}

test('only another, valid address is sent, with the one that is shown, and the dialog closes once it is changed', async () => {
  const { wrapper, calls, button, send } = await dialog(accept({ outcome: 'changed', email: 'new@example.org' }))
  expect(button()?.attributes('disabled')).toBeDefined()
  await send('not an address')
  expect(read(wrapper)).toContain(text('customer.correct.wrong'))
  expect(calls).toEqual([])
  await send(' new@example.org ')
  expect(calls).toEqual([{ uid: customerUid, from: 'old@example.org', to: 'new@example.org' }])
  expect(wrapper.emitted('changed')).toHaveLength(1)
  expect(wrapper.emitted('close')).toHaveLength(1)
})

test.each([
  ['notShown', text('customer.correct.outcome.notShown.what', { email: 'old@example.org' })],
  ['unknown', text('customer.correct.outcome.unknown.what')],
  ['different', text('customer.correct.outcome.different.what')],
])('the end “%s” is shown in plain words, and nothing can be sent again from there', async (outcome, says) => {
  const { wrapper, button, send } = await dialog(accept({ outcome, email: 'old@example.org' }))
  await send('new@example.org')
  expect(read(wrapper.get('[role=alert]'))).toContain(says)
  expect(button()).toBeUndefined()
  expect(wrapper.emitted('close')).toBeUndefined()
})

test.each([
  ['an answer that says so', accept({ outcome: 'unread', email: 'old@example.org' })],
  ['no answer in time', refuse('bridge_timeout')],
])('with %s it is not known whether the address was changed', async (_, answer) => {
  const { wrapper, button, send } = await dialog(answer)
  await send('new@example.org')
  expect(read(wrapper.get('[role=alert]'))).toContain(text('customer.correct.outcome.unread.what'))
  expect(read(wrapper)).not.toContain(text('customer.correct.outcome.unknown.todo', { email: 'old@example.org' }))
  expect(button()).toBeUndefined()
})

test('a refusal shows the words of the service, and a missing feature who can help', async () => {
  const refused = await dialog(refuse('service_refused', { reason: 'This address is blocked' }))
  await refused.send('new@example.org')
  expect(read(refused.wrapper)).toContain('This address is blocked')
  expect(refused.button()).toBeDefined()
  const missing = await dialog(refuse('not_supported'), null)
  await missing.send('new@example.org')
  expect(read(missing.wrapper)).toContain(text('customer.correct.missing.what'))
})
