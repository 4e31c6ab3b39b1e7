/** The dialog of several sheets by the keyboard. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import ManyDialog from '../../../../../renderer/features/documents/ManyDialog.vue'
import { CustomerUid } from '#shared/wire/ids.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customer, customerUid, esim, now, settings } from '../../support/samples.ts'
import { sheet } from './samples.ts'

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
  const wrapper = mounted(ManyDialog, {})
  await wrapper.get('textarea').setValue('ada@example.org')
  const field = wrapper.get('textarea')
  await field.trigger('keydown', { key: 'Enter', ctrlKey: true })
  await flushPromises()
  expect(searched).toEqual([{ query: 'ada@example.org', limit: 50, everybody: true }])
  expect(read(wrapper.get('.left'))).toContain(`ada@example.org: ${text('documents.many.notFound')}`)
  expect(document.activeElement?.textContent).toContain(text('documents.many.pdf'))
})

test('lines of the selection mean the selected customers, and a line that was changed is looked up', async () => {
  const asked: unknown[] = []
  const record =
    (answer: (input: unknown) => Promise<unknown>) =>
    (input: unknown): Promise<unknown> => (asked.push(input), answer(input))
  installBridge({
    'customers.get': record(refuse('not_found')),
    'customers.search': record(
      accept({ rows: [], exact: null, source: 'directory', serviceProblem: null, asOf: '2026-11-21T10:00:00.000Z' }),
    ),
  })
  const initial = new Map(['c-1', 'c-2'].map((uid) => [`ada@example.org (${uid})`, CustomerUid.parse(uid)]))
  initial.set('bob@example.org', CustomerUid.parse('c-3'))
  const wrapper = mounted(ManyDialog, { initial })
  expect(wrapper.get('textarea').element.value.split('\n')).toEqual([...initial.keys()])
  expect(read(wrapper)).toContain(text('documents.many.hintSelected'))
  await wrapper.get('textarea').setValue('ada@example.org (c-2)\nbob@example.org\nbob@example.net')
  await wrapper.get('textarea').trigger('keydown', { key: 'Enter', ctrlKey: true })
  await flushPromises()
  // They are asked for at once, in any order.
  expect(new Set(asked)).toEqual(
    new Set([{ uid: 'c-2' }, { uid: 'c-3' }, { query: 'bob@example.net', limit: 50, everybody: true }]),
  )
})

test('a line for which the service gave no usable answer says so, and stays to be tried again', async () => {
  const nobody = { rows: [], exact: null, source: 'service', asOf: '2026-11-21T10:00:00.000Z' }
  let serviceProblem: string | null = 'address_unreachable'
  installBridge({ 'customers.search': (input) => accept({ ...nobody, serviceProblem })(input) })
  const wrapper = mounted(ManyDialog, {})
  const field = wrapper.get('textarea')
  await field.setValue('ada@example.org')
  const outcome = async (): Promise<string> => {
    await field.trigger('keydown', { key: 'Enter', ctrlKey: true })
    await flushPromises()
    return read(wrapper.get('.left'))
  }
  expect(await outcome()).toContain(`ada@example.org: ${text('documents.many.noAnswer')}`)
  expect(field.element.value).toBe('ada@example.org')
  serviceProblem = null
  expect(await outcome()).toContain(`ada@example.org: ${text('documents.many.notFound')}`)
})

test('what is left out is counted, and the list is reached by keys and named by its number', async () => {
  const noRows = { rows: [], exact: null, source: 'directory', serviceProblem: null, asOf: '2026-11-21T10:00:00.000Z' }
  installBridge({ 'customers.search': accept(noRows) })
  const wrapper = mounted(ManyDialog, {})
  const field = wrapper.get('textarea')
  for (const [lines, name] of [
    ['ada@example.org', text('documents.many.leftOut', { count: '1' })],
    ['ada@example.org\nbob@example.org\neve@example.org', text('documents.many.leftOut', { count: '3' })],
  ] as const) {
    await field.setValue(lines)
    await field.trigger('keydown', { key: 'Enter', ctrlKey: true })
    await flushPromises()
    const list = wrapper.get('.left ul')
    expect(list.attributes('tabindex')).toBe('0')
    expect(read(wrapper.get(`[id="${list.attributes('aria-labelledby') ?? ''}"]`))).toBe(name)
  }
})

test.each([
  [10, ''],
  [11, text('documents.many.approving')],
])('while %i sheets are read, the dialog says whether reading may wait for an answer', async (count, expected) => {
  installBridge({ 'customers.search': () => new Promise(() => undefined) })
  const wrapper = mounted(ManyDialog, {})
  const lines = Array.from({ length: count }, (_, index) => `c${String(index)}@example.org`)
  await wrapper.get('textarea').setValue(lines.join('\n'))
  await wrapper.get('textarea').trigger('keydown', { key: 'Enter', ctrlKey: true })
  await flushPromises()
  const status = read(wrapper.get('[role=status]'))
  expect([read(wrapper), status]).toEqual([
    expect.stringContaining(text('documents.many.progress', { done: 0, total: count })),
    expect.stringContaining(expected),
  ])
  expect(status === '').toBe(expected === '')
})

test('mails to nobody end with a text of their own', async () => {
  const noRows = { rows: [], exact: null, source: 'directory', serviceProblem: null, asOf: '2026-11-21T10:00:00.000Z' }
  installBridge({ 'customers.search': accept(noRows) })
  const wrapper = mounted(ManyDialog, {})
  useSettings().settings = settings({
    mail: {
      host: 'mail.example.com',
      port: 587,
      security: 'starttls',
      user: 'u',
      auth: 'password',
      from: 'desk@example.com',
      caFile: null,
      secret: 'stored',
    },
  })
  await wrapper.get('textarea').setValue('nobody@example.org')
  const pressed = async (name: string): Promise<string> => {
    await wrapper
      .findAll('button')
      .find((button) => read(button) === name)
      ?.trigger('click')
    await flushPromises()
    return read(wrapper.get('[role=status]'))
  }
  expect(await pressed(text('documents.many.mail.open'))).toBe(text('documents.many.mail.nobody'))
  expect(await pressed(text('documents.many.zip'))).toBe(text('documents.many.nothing'))
})

test('what should be checked before it is handed out is announced and named once the file is saved', async () => {
  let path: string | null = null
  const installed = sheet({ state: 'installed' })
  const installedName = `ada@example.org (${installed.iccid})`
  installBridge({
    'customers.get': accept(customer({ esims: [esim({ uid: installed.esimUid, iccid: installed.iccid })] })),
    'installation.sheet': accept(installed),
    'installation.savePdf': (input) => accept({ path })(input),
    'events.list': accept({ rows: [], asOf: now, nextCursor: null }),
  })
  const wrapper = mounted(ManyDialog, { initial: new Map([['ada@example.org', customerUid]]) })
  const save = async (): Promise<void> => {
    await wrapper.get('textarea').trigger('keydown', { key: 'Enter', ctrlKey: true })
    await flushPromises()
  }
  await save()
  // Without a file nothing is handed out.
  expect(wrapper.find('.left').exists()).toBe(false)
  path = '/tmp/eSIM.pdf'
  await save()
  expect(read(wrapper.get('[role=status]'))).toBe(
    `${text('documents.many.saved', { path: '/tmp/eSIM.pdf', count: 1 })}. ${text('documents.many.doubtful', { count: '1' })}`,
  )
  expect(read(wrapper.get('.left'))).toBe(
    `${text('documents.many.doubtful', { count: '1' })}${installedName}: ${text('documents.many.obstacle.installed')}`,
  )
})

test('whom earlier runs of mails have left is offered, and put into the list by a press', async () => {
  const left = [
    { customerUid: 'c-1', esimUid: 'e-1', iccid: '8948010000012345671' },
    { customerUid: 'c-2', esimUid: 'e-2', iccid: '' },
  ]
  installBridge({ 'installation.leftOfRun': accept(left) })
  const wrapper = mounted(ManyDialog, {})
  await flushPromises()
  expect(read(wrapper)).toContain(text('documents.many.mail.leftOfRun', { count: '2' }))
  await wrapper
    .findAll('button')
    .find((button) => read(button) === text('documents.many.mail.takeLeft'))
    ?.trigger('click')
  await flushPromises()
  expect(wrapper.get('textarea').element.value).toBe('8948010000012345671\nc-2')
  expect(document.activeElement).toBe(wrapper.get('textarea').element)
  expect(read(wrapper)).not.toContain(text('documents.many.mail.leftOfRun', { count: '' }))
})

test('whom earlier runs have left is put below a selection', async () => {
  installBridge({
    'installation.leftOfRun': accept([{ customerUid: 'c-1', esimUid: 'e-1', iccid: '8948010000012345671' }]),
  })
  const wrapper = mounted(ManyDialog, { initial: new Map([['ada@example.org', customerUid]]) })
  await flushPromises()
  await wrapper
    .findAll('button')
    .find((button) => read(button) === text('documents.many.mail.takeLeft'))
    ?.trigger('click')
  await flushPromises()
  expect(wrapper.get('textarea').element.value).toBe('ada@example.org\n8948010000012345671')
})
