/** The mails that the sandbox keeps, in its panel. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import SimulatorMails from '../../../../../renderer/features/simulator/SimulatorMails.vue'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { useToast } from '../../../../../renderer/ui/useToast.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { now, openSandbox, settings } from '../../support/samples.ts'

const kept = (id: number) => ({ id, at: now, to: ['ada@example.org', 'support@example.com'], subject: 'Your eSIM' })
const whole = {
  ...kept(1),
  from: 'support@example.com',
  text: '<b>Scan</b>\nLPA:1$rsp.example.com$CODE',
  attachments: [{ name: 'eSIM.pdf', bytes: 12_001 }],
}
const server = {
  host: 'mail.example.com',
  port: 587,
  security: 'starttls',
  user: 'u',
  auth: 'password',
  from: 'desk@example.com',
  caFile: null,
  secret: 'stored',
} as const

async function renderMails(
  mails: readonly ReturnType<typeof kept>[],
  answers: Parameters<typeof installBridge>[0] = {},
  mail: typeof server | null = null,
) {
  const reads: unknown[] = []
  installBridge({
    'settings.get': accept(settings({ mail })),
    'sandbox.mail': (input) => (reads.push(input), accept(whole)(input)),
    ...answers,
  })
  const wrapper = mounted(SimulatorMails, { mails, next: 'kept', busy: false })
  useConnection().take(openSandbox)
  await useSettings().load()
  await flushPromises()
  const press = async (name: string) => {
    const button = wrapper.findAll('button').find((each) => read(each) === name)
    button?.element.focus()
    await button?.trigger('click')
    await flushPromises()
  }
  return { wrapper, press, reads }
}

test('are listed with their recipients and subjects, and more of them on demand', async () => {
  const { wrapper, press } = await renderMails(Array.from({ length: 8 }, (_, index) => kept(8 - index)))
  expect(read(wrapper)).toContain(text('simulator.mails.kept'))
  expect(wrapper.findAll('li')).toHaveLength(6)
  expect(read(wrapper.get('li'))).toContain('ada@example.org, support@example.com')
  expect(read(wrapper.get('li'))).toContain('Your eSIM')
  await press(text('simulator.deliveries.more', { count: 2 }))
  expect(wrapper.findAll('li')).toHaveLength(8)
  expect(document.activeElement).toBe(wrapper.findAll('li')[6]?.element)
})

test('the panel says where they are if none is kept', async () => {
  const none = await renderMails([])
  expect(read(none.wrapper)).toContain(text('simulator.mails.none'))
  none.wrapper.unmount()
  const own = await renderMails([], {}, server)
  expect(read(own.wrapper)).toContain(text('simulator.mails.ownServer'))
  expect(read(own.wrapper)).not.toContain(text('simulator.mails.kept'))
})

test('what happens to the next one is chosen, where the sandbox keeps it', async () => {
  const { wrapper } = await renderMails([])
  const choice = wrapper.get('select')
  expect(choice.findAll('option').map(read)).toEqual([
    text('simulator.mails.next.kept'),
    text('simulator.mails.next.refused'),
    text('simulator.mails.next.answerLost'),
  ])
  await choice.setValue('answerLost')
  expect(wrapper.emitted('next')).toEqual([['answerLost']])
  wrapper.unmount()
  expect((await renderMails([], {}, server)).wrapper.find('select').exists()).toBe(false)
})

test('one is read as text, and the window forgets it with its dialog', async () => {
  const { wrapper, press, reads } = await renderMails([kept(1)])
  expect(reads).toEqual([])
  await press(text('simulator.mails.read'))
  expect(reads).toEqual([{ id: 1 }])
  expect(wrapper.get('pre').element.textContent).toBe(whole.text)
  expect(wrapper.find('pre b').exists()).toBe(false)
  expect(read(wrapper.get('dialog'))).toContain(`eSIM.pdf ${text('simulator.mails.size', { size: 13 })}`)
  await press(text('common.close'))
  expect(wrapper.find('dialog').exists()).toBe(false)
  expect(document.body.textContent).not.toContain('CODE')
})

test('one is saved, and a failure is shown in its dialog', async () => {
  const saved: unknown[] = []
  let answer = accept({ path: '/home/ada/mail.eml' })
  const { wrapper, press } = await renderMails([kept(1)], {
    'sandbox.saveMail': (input) => (saved.push(input), answer(input)),
  })
  await press(text('simulator.mails.read'))
  await press(text('simulator.mails.save'))
  expect(saved).toEqual([{ id: 1 }])
  expect(
    useToast()
      .take()
      .map(({ text }) => text),
  ).toContain(text('documents.saved', { path: '/home/ada/mail.eml' }))
  answer = refuse('file_unwritable')
  await press(text('simulator.mails.save'))
  expect(read(wrapper.get('dialog'))).toContain(text('errors.file_unwritable.what'))
})

test('one that is gone leaves its dialog with the reason', async () => {
  const { wrapper, press } = await renderMails([kept(1)], { 'sandbox.mail': refuse('sandbox_refused') })
  await press(text('simulator.mails.read'))
  expect(wrapper.find('pre').exists()).toBe(false)
  expect(read(wrapper.get('dialog'))).toContain(text('errors.sandbox_refused.what'))
})
