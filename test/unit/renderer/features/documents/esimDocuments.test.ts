/**
 * The documents of an eSIM on its customer's page: the sheet is read first unless the page knows a usable code.
 *
 * @module-tag long
 */
import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { defaultDocuments } from '#shared/model/documents.ts'
import type { InstallationSheet } from '#shared/model/esim/installation.ts'
import type { EsimView } from '#shared/model/customer/views.ts'
import CopyMenu from '../../../../../renderer/features/documents/CopyMenu.vue'
import EmailDialog from '../../../../../renderer/features/documents/EmailDialog.vue'
import EsimDocuments from '../../../../../renderer/features/documents/EsimDocuments.vue'
import { usePageActionList } from '../../../../../renderer/lib/pageActions.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge } from '../../support/bridge.ts'
import { chooseCommand, mounted, read, text } from '../../support/mounted.ts'
import { limits } from '../../../../limits.ts'
import { customer, customerUid, esim, now, settings } from '../../support/samples.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { sheet } from './samples.ts'

/** Chooses "Print", and returns the names of the operations that were called. */
async function print(
  codeState: EsimView['codeState'],
  answer: InstallationSheet,
  changes: Partial<EsimView> = {},
  events: readonly unknown[] = [],
): Promise<readonly string[]> {
  const calls: string[] = []
  installBridge({
    'settings.get': accept({
      theme: 'system',
      language: 'system',
      systemLanguage: 'en',
      agentName: 'Ada',
      osUser: 'ada',
      keychain: 'stored',
      version: '1',
      host: 'chromium',
      documents: defaultDocuments,
      mail: null,
    }),
    'installation.sheet': (input) => (calls.push('sheet'), accept(answer)(input)),
    'events.list'(input) {
      // Of the whole customer there may be more than are read.
      expect(input).toEqual({ iccid: esim().iccid, kinds: ['esimStatus'], limit: 200 })
      return accept({ rows: events, total: events.length })(input)
    },
    'installation.print': (input) => (calls.push('print'), accept(null)(input)),
  })
  const wrapper = mounted(EsimDocuments, { customer: customer(), esim: esim({ codeState, ...changes }) })
  await useSettings().load()
  await chooseCommand(wrapper, text('documents.print'))
  await flushPromises()
  return calls
}

const unusable = sheet({ code: null, qr: null, problem: 'missing' })

test('an eSIM whose code is known to be usable is printed without a read', async () => {
  expect(await print('usable', sheet())).toEqual(['print'])
})

test('an eSIM of a view of the directory is read first, and printed only if its code is usable', async () => {
  expect(await print(null, sheet())).toEqual(['sheet', 'print'])
  expect(await print(null, unusable)).toEqual(['sheet'])
})

test('an eSIM whose code is known to be unusable is read, and not printed', async () => {
  expect(await print('missing', unusable)).toEqual(['sheet'])
})

const failed = {
  id: '1',
  at: '2026-11-21T10:00:00Z',
  kind: 'esimStatus',
  customerUid: null,
  iccid: esim().iccid,
  itemUid: null,
  details: { profileState: 'ERROR' },
  repeats: 0,
  isRead: true,
  alert: null,
}

test.each([
  ['failed', { state: 'error' }, [], text('documents.warning.error')],
  ['is inactive', { active: false }, [], text('documents.warning.inactive')],
  ['was reported as failed', { state: 'released' }, [failed], text('documents.warning.failedBefore')],
] as const)(
  'the sheet of an eSIM that %s opens with a warning instead of being printed',
  async (_, changes, events, why) => {
    expect(await print('usable', sheet(changes), changes, events)).toEqual(['sheet'])
    await vi.waitFor(() => expect(document.body.textContent).toContain(text('documents.warning.dead')), {
      timeout: limits.state,
    })
    expect(document.body.textContent).toContain(why)
  },
)

test('without a mail server the dialog offers other ways to hand over the eSIM', async () => {
  const saved: unknown[] = []
  const copied: unknown[] = []
  installBridge({
    'settings.get': accept({
      theme: 'system',
      language: 'system',
      systemLanguage: 'en',
      agentName: 'Ada',
      osUser: 'ada',
      keychain: 'stored',
      version: '1',
      host: 'chromium',
      documents: defaultDocuments,
      mail: null,
    }),
    'installation.sheet': accept(sheet()),
    'installation.mails': accept({ mails: [] }),
    'events.list': accept({ rows: [], total: 0 }),
    'installation.savePdf': (input) => (saved.push(input), accept({ path: '/sheet.pdf' })(input)),
    'installation.copy': (input) => (copied.push(input), accept(null)(input)),
  })
  const wrapper = mounted(EsimDocuments, { customer: customer(), esim: esim({ codeState: 'usable' }) })
  await useSettings().load()
  const press = async (name: string, last = false): Promise<void> => {
    const all = wrapper.findAll('button').filter((button) => read(button) === name)
    await (last ? all.at(-1) : all[0])?.trigger('click')
    await flushPromises()
  }
  await press(text('documents.email'))
  await vi.waitFor(() => expect(read(wrapper)).toContain(text('documents.mail.notSetUp')), { timeout: limits.state })
  expect(wrapper.findAll('button').map(read)).not.toContain(text('documents.mail.send'))
  expect(wrapper.find('textarea').exists()).toBe(false)
  await press(text('documents.savePdf'), true)
  expect(saved).toHaveLength(1)
  const inDialog = wrapper.getComponent(EmailDialog).getComponent(CopyMenu)
  expect(inDialog.findAll('[role=menuitem]').map(read)).toContain(text('documents.what.mail'))
  inDialog.vm.$emit('copy', 'mail')
  await vi.waitFor(() => expect(copied).toMatchObject([{ what: 'mail' }]), { timeout: limits.state })
  await flushPromises()
  await press(text('documents.showQr'), true)
  await vi.waitFor(() => expect(read(wrapper)).toContain(text('documents.title')), { timeout: limits.state })
  expect(read(wrapper)).not.toContain(text('documents.mail.notSetUp'))
})

test('what follows a mail is in its language, until there is another one', async () => {
  const printed: unknown[] = []
  const shown: unknown[] = []
  const bridge = installBridge({
    'settings.get': accept(settings({ mail: null })),
    'events.list': accept({ rows: [], total: 0 }),
    'installation.sheet': accept(sheet({ language: 'en' })),
    'installation.print': (input) => {
      printed.push((input as { language: string }).language)
      return accept(null)(input)
    },
    'installation.savePdf': (input) => {
      shown.push((input as { language: string }).language)
      return accept({ path: null })(input)
    },
  })
  const known = mounted(EsimDocuments, { customer: customer(), esim: esim({ codeState: 'usable' }) })
  const unknown = mounted(EsimDocuments, { customer: customer(), esim: esim({ codeState: null }) })
  await useSettings().load()
  const press = async (wrapper: typeof known, name: string): Promise<void> => {
    await chooseCommand(wrapper, name)
    await flushPromises()
  }
  const mail = (uid: CustomerUid, language: string) => ({
    id: 'm-1',
    state: 'SENT',
    problem: null,
    customerUid: uid,
    esimUid: sheet().esimUid,
    iccid: sheet().iccid,
    about: 'installation',
    to: 'ada@example.org',
    own: true,
    language,
    agent: 'Ada',
    createdAt: now,
  })
  for (const [uid, language] of [
    [CustomerUid.parse('another'), 'fr'],
    [customerUid, 'it'],
    [customerUid, 'ja'],
  ] as const) {
    bridge.push('mail.changed', mail(uid, language))
    await press(known, text('documents.print'))
    await press(unknown, text('documents.savePdf'))
  }
  expect(printed).toEqual(['en', 'it', 'ja'])
  expect(shown).toEqual(['en', 'it', 'ja'])
})

test('what is done more rarely is in one menu, with the errors of an app for a released profile alone', async () => {
  installBridge({ 'settings.get': accept(settings({})) })
  const commandsOf = (changes: Partial<EsimView>) =>
    mounted(EsimDocuments, { customer: customer(), esim: esim(changes) })
      .findAll('[role=menuitem]')
      .map(read)
  const errors = text('documents.appErrors.title')
  const copy = text('documents.copyWhat', { what: text('documents.what.code') })
  expect(commandsOf({ state: 'installed' })).toEqual(
    expect.arrayContaining([text('documents.print'), text('documents.savePdf'), copy]),
  )
  expect(commandsOf({ state: 'installed' })).not.toContain(errors)
  expect(commandsOf({ state: 'released', active: false })).not.toContain(errors)
  const wrapper = mounted(EsimDocuments, { customer: customer(), esim: esim({ state: 'released', raw: 'RELEASED' }) })
  await chooseCommand(wrapper, errors)
  await vi.waitFor(() => expect(wrapper.find('dialog').exists()).toBe(true), { timeout: limits.state })
  for (const error of ['forbidden', 'unverified', 'otherDevice'])
    expect(read(wrapper.get('dialog'))).toContain(text(`documents.appErrors.${error}.says`))
})

test('the keys of the documents name the state of the eSIM', () => {
  const details = (changes: Partial<EsimView>) => {
    const wrapper = mounted(EsimDocuments, { customer: customer(), esim: esim(changes) })
    const actions = usePageActionList().actions.filter(({ chord }) => chord === 'q' || chord === 'm')
    wrapper.unmount()
    return actions.map(({ detail }) => detail)
  }
  installBridge({})
  expect(details({ state: 'installed' })).toEqual([
    text('documents.ofEsim', { digits: '5678', state: text('common.esimState.installed') }),
    text('documents.ofEsim', { digits: '5678', state: text('common.esimState.installed') }),
  ])
  expect(details({ state: 'released' })[0]).toBe(
    text('documents.ofEsim', { digits: '5678', state: text('common.esimState.released') }),
  )
  expect(details({ state: 'released', active: false })[0]).toBe(
    text('documents.ofEsim', { digits: '5678', state: text('customer.esims.inactive') }),
  )
})
