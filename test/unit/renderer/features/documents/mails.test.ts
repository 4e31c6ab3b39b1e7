/** The list of mails to all customers. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { MailRow } from '#shared/model/mail.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import MailsSection from '../../../../../renderer/features/documents/MailsSection.vue'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { mailRow } from '../../support/samples.ts'

/** Another agent has sent it. */
const row = (changes: Partial<MailRow> = {}): MailRow => mailRow({ agent: 'Grace', ...changes })

async function listed(answer: (input: unknown) => Promise<unknown>) {
  const inputs: unknown[] = []
  const bridge = installBridge({ 'installation.mails': (input) => (inputs.push(input), answer(input)) })
  const section = mounted(MailsSection)
  await flushPromises()
  const button = (name: string) => section.findAll('button').find((each) => read(each) === name)
  return { ...bridge, section, inputs, button }
}

test('each mail shows its recipient, eSIM, sender and outcome', async () => {
  const { section, inputs } = await listed(
    accept({
      rows: [row(), row({ id: 'm-0', state: 'UNKNOWN', problem: 'answer_lost', to: 'eve@example.net', own: false })],
      total: 2,
    }),
  )
  expect(inputs).toEqual([{ limit: 50 }])
  const [sent, unknown] = section.findAll('li').map(read)
  for (const part of [
    text('documents.mails.state.SENT'),
    'ada@example.org',
    '8948 0100 0001 2345 678'.replaceAll(' ', ''),
    text('documents.languages.en'),
    'Grace',
  ])
    expect(sent?.replaceAll(' ', '')).toContain(part.replaceAll(' ', ''))
  expect(sent).not.toContain(text('documents.mail.notOwn'))
  for (const part of [
    text('documents.mails.state.UNKNOWN'),
    'eve@example.net',
    text('documents.mail.notOwn'),
    text('documents.mail.problem.answer_lost'),
  ])
    expect(unknown).toContain(part)
})

test('an address that is no longer stored is shown as such', async () => {
  const { section } = await listed(accept({ rows: [row({ to: null })], total: 1 }))
  expect(read(section)).toContain(text('documents.mail.gone'))
})

test('the list says if it is empty, links to the customers, and loads page by page', async () => {
  expect(read((await listed(accept({ rows: [], total: 0 }))).section)).toContain(text('documents.mails.none'))
  const { section, inputs, button } = await listed((input) =>
    accept(
      JSON.stringify(input).includes('cursor')
        ? { rows: [row({ id: 'm-0' })], total: 2 }
        : { rows: [row({ customerUid: CustomerUid.parse('a/b') })], total: 2, cursor: 'm-1' },
    )(input),
  )
  expect(section.get('a').attributes('href')).toBe('/customers/a%2Fb')
  await button(text('documents.mails.more'))?.trigger('click')
  await flushPromises()
  expect(inputs).toEqual([{ limit: 50 }, { limit: 50, cursor: 'm-1' }])
  expect(section.findAll('li')).toHaveLength(2)
  expect(button(text('documents.mails.more'))).toBeUndefined()
})

test('pushed mails replace those that are shown', async () => {
  const { section, push } = await listed(accept({ rows: [], total: 0 }))
  push('mail.changed', row({ state: 'SENDING' }))
  await flushPromises()
  expect(section.findAll('li').map(read).join()).toContain(text('documents.mails.state.SENDING'))
  push('mail.changed', row())
  await flushPromises()
  expect(section.findAll('li').map(read).join()).not.toContain(text('documents.mails.state.SENDING'))
})

test('a list that can’t be loaded says so and can be loaded again', async () => {
  let answers = 0
  const { section, button } = await listed((input) =>
    (answers += 1) === 1 ? refuse('storage_failed')(input) : accept({ rows: [row()], total: 1 })(input),
  )
  expect(section.find('[role=alert]').exists()).toBe(true)
  await button(text('common.tryAgain'))?.trigger('click')
  await flushPromises()
  expect(section.findAll('li')).toHaveLength(1)
})
