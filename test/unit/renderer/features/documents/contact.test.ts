/**
 * While the settings have no contact for customers, each form that sends a mail asks for it.
 *
 * @module-tag long
 */
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, onTestFinished, test } from 'vitest'
import { defineComponent, effectScope, h, ref, type Component } from 'vue'
import { defaultDocuments } from '#shared/model/documents.ts'
import { Settings, SettingsChange } from '#shared/model/settings.ts'
import { EsimUid } from '#shared/wire/ids.ts'
import ContactPrompt from '../../../../../renderer/common/ContactPrompt.vue'
import EmailDialog from '../../../../../renderer/features/documents/EmailDialog.vue'
import ManyDialog from '../../../../../renderer/features/documents/ManyDialog.vue'
import { usePurchaseMails } from '../../../../../renderer/features/documents/purchaseMails.store.ts'
import { useInstallation } from '../../../../../renderer/features/documents/useInstallation.ts'
import { desk } from '../../../../../renderer/lib/desk.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customer, customerUid, esim, mailRow, now, operation, settings } from '../../support/samples.ts'
import { sheet } from './samples.ts'

const mail: Settings['mail'] = {
  host: 'mail.example.com',
  port: 587,
  security: 'starttls',
  user: 'u',
  auth: 'password',
  from: 'desk@example.com',
  caFile: null,
  secret: 'stored',
}
const typed = '+49 30 1234567'

/** Fakes the main process. `calls` are those that matter, in their order; a stored contact is in its own. */
function fakeDesk() {
  let stored = settings({ mail })
  const calls: string[] = []
  const noted =
    (name: string, answer: (input: unknown) => Promise<unknown>) =>
    (input: unknown): Promise<unknown> => (calls.push(name), answer(input))
  const state = { canStore: true }
  installBridge({
    'settings.get': (input) => accept(stored)(input),
    'settings.set': (input) => {
      if (!state.canStore) return noted('not stored', refuse('storage_unwritable'))(input)
      stored = Settings.parse({ ...stored, ...SettingsChange.parse(input) })
      return noted(stored.documents.brand.contact, accept(stored))(input)
    },
    'customers.get': accept(
      customer({ esims: [esim({ uid: sheet().esimUid, iccid: sheet().iccid, state: 'released' })] }),
    ),
    'events.list': accept({ rows: [], asOf: now, nextCursor: null }),
    'installation.leftOfRun': accept([]),
    'installation.sheet': accept(sheet()),
    'installation.mails': accept({ rows: [], total: 0 }),
    'installation.previewMail': noted('preview', accept({ subject: 'eSIM', text: '••••••' })),
    'installation.approveMails': noted('approve', accept(null)),
    'installation.email': noted('mail', accept(mailRow())),
  })
  return Object.assign(state, { calls, stored: () => stored.documents })
}

async function shown(component: Component, props: Record<string, unknown> = {}) {
  const wrapper = mounted(component, props)
  await useSettings().load()
  await flushPromises()
  const field = () => wrapper.findAllComponents(ContactPrompt).flatMap((prompt) => prompt.findAll('input'))[0]
  const press = async (name: string): Promise<void> => {
    await wrapper
      .findAll('button')
      .find((button) => read(button) === name)
      ?.trigger('click')
    await flushPromises()
  }
  return { wrapper, field, press }
}

async function mailDialog() {
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const which = () => ({ customerUid, esimUid: sheet().esimUid })
  const installation = scope.run(() => useInstallation(which, desk.installation, () => ({ pageSize: 'A4' })))
  if (installation === undefined) throw new Error('The scope is over')
  await installation.show('forMail')
  const isOpen = ref(true)
  const dialog = await shown(
    defineComponent(() => () => (isOpen.value ? h(EmailDialog, { esim: sheet(), installation }) : null)),
  )
  const reopen = async (): Promise<void> => {
    for (const open of [false, true]) {
      isOpen.value = open
      await flushPromises()
    }
  }
  return { ...dialog, reopen }
}

const label = (wrapper: VueWrapper): boolean => read(wrapper).includes(text('documents.contact.label'))

test('a mail stores what was typed before it is sent, and the next one does not ask', async () => {
  const { calls, stored } = fakeDesk()
  const { field, press, wrapper, reopen } = await mailDialog()
  expect(label(wrapper)).toBe(true)
  await field()?.setValue(` ${typed} `)
  await press(text('documents.mail.send'))
  expect(calls).toEqual([typed, 'mail'])
  expect(stored()).toEqual({ ...defaultDocuments, brand: { ...defaultDocuments.brand, contact: typed } })
  await reopen()
  expect(label(wrapper)).toBe(false)
})

test('the preview has it as well', async () => {
  const { calls } = fakeDesk()
  const { field, press } = await mailDialog()
  await field()?.setValue(typed)
  await press(text('documents.mail.preview'))
  expect(calls).toEqual([typed, 'preview'])
})

test('it asks without keeping anybody from sending, and what was typed stays', async () => {
  const { calls } = fakeDesk()
  const { field, press, reopen } = await mailDialog()
  await field()?.setValue(typed)
  await reopen()
  expect(field()?.element.value).toBe(typed)
  await field()?.setValue('')
  await press(text('documents.mail.send'))
  expect(calls).toEqual(['mail'])
  await reopen()
  expect(field()?.element.value).toBe('')
})

test('a contact that can’t be stored keeps no mail back, and the next dialog has it with the reason', async () => {
  const state = fakeDesk()
  state.canStore = false
  const { field, press, wrapper, reopen } = await mailDialog()
  await field()?.setValue(typed)
  await press(text('documents.mail.send'))
  expect(state.calls).toEqual(['not stored', 'mail'])
  await reopen()
  expect(field()?.element.value).toBe(typed)
  expect(read(wrapper)).toContain(text('errors.storage_unwritable.what'))
})

test('mails to many store it once, before the first', async () => {
  const { calls } = fakeDesk()
  const { field, press } = await shown(ManyDialog, { initial: new Map([['ada@example.org', customerUid]]) })
  expect(field()).toBeUndefined()
  await press(text('documents.many.mail.open'))
  await field()?.setValue(typed)
  await press(text('documents.many.mail.send', { count: 1 }, 1))
  expect(calls).toEqual([typed, 'approve', 'mail'])
})

test('the mail of a sale has what was typed meanwhile', async () => {
  const { calls } = fakeDesk()
  const { field } = await shown(defineComponent(() => () => h('div', h(ContactPrompt))))
  await field()?.setValue(typed)
  const sale = operation({ kind: 'register', state: 'CONFIRMED', esimUid: EsimUid.parse('e-1') })
  usePurchaseMails().request(sale, 'ada@example.org', 'en')
  await expect.poll(() => calls).toEqual([typed, 'mail'])
})
