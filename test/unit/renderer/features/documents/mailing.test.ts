/**
 * Sending a sheet by e-mail.
 *
 * @module-tag long
 */
import { expect, onTestFinished, test } from 'vitest'
import { defineComponent, effectScope, h, ref } from 'vue'
import { flushPromises } from '@vue/test-utils'
import { defaultDocuments } from '#shared/model/documents.ts'
import type { MailRow } from '#shared/model/mail.ts'
import EmailDialog from '../../../../../renderer/features/documents/EmailDialog.vue'
import { useInstallation } from '../../../../../renderer/features/documents/useInstallation.ts'
import { useToast } from '../../../../../renderer/ui/useToast.ts'
import { desk } from '../../../../../renderer/lib/desk.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customerUid, mailRow, openSandbox } from '../../support/samples.ts'
import { sheet } from './samples.ts'

const mail = {
  host: 'mail.example.com',
  port: 587,
  security: 'starttls',
  user: 'u',
  auth: 'password',
  from: 'desk@example.com',
  caFile: null,
  secret: 'stored',
}
const settings = {
  theme: 'system',
  language: 'system',
  systemLanguage: 'en',
  agentName: 'Ada',
  osUser: 'ada',
  keychain: 'stored',
  version: '1',
  host: 'chromium',
  documents: defaultDocuments,
  mail,
}

async function renderDialog(
  answer: (input: unknown) => Promise<unknown>,
  more: {
    readonly mails?: readonly MailRow[]
    readonly mail?: object | null
    readonly nothingToUse?: boolean
    readonly preview?: (input: unknown) => Promise<unknown>
  } = {},
) {
  const { nothingToUse = false } = more
  const inputs: unknown[] = []
  const mailsInputs: unknown[] = []
  installBridge({
    'settings.get': accept({ ...settings, ...('mail' in more && { mail: more.mail }) }),
    'installation.sheet': accept(sheet()),
    'installation.mails': (input) => (mailsInputs.push(input), accept({ rows: more.mails ?? [], total: 0 })(input)),
    'installation.email': (input) => (inputs.push(input), answer(input)),
    'installation.previewMail': more.preview ?? refuse('not_found'),
  })
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const installation = scope.run(() =>
    useInstallation(
      () => ({ customerUid, esimUid: sheet().esimUid }),
      desk.installation,
      () => ({ pageSize: 'A4' }),
    ),
  )
  if (installation === undefined) throw new Error('The scope is over')
  await installation.show('forMail')
  const isOpen = ref(true)
  const customerEmail = ref('ada@example.org')
  const wrapper = mounted(
    defineComponent(
      () => () =>
        isOpen.value
          ? h(EmailDialog, { esim: sheet({ customerEmail: customerEmail.value, nothingToUse }), installation })
          : null,
    ),
  )
  await useSettings().load()
  await flushPromises()
  const button = (name: string) => wrapper.findAll('button').find((each) => read(each) === name)
  const press = async (name: string) => {
    await button(name)?.trigger('click')
    await flushPromises()
  }
  const reopen = async () => {
    for (const open of [false, true]) {
      isOpen.value = open
      await flushPromises()
    }
  }
  return { wrapper, inputs, mailsInputs, button, press, reopen, customerEmail }
}

test('what the mail will say is shown on request, and again after another note', async () => {
  const asked: unknown[] = []
  const { wrapper, press, button } = await renderDialog(accept(mailRow()), {
    preview: (input) => (asked.push(input), accept({ subject: 'Install your eSIM', text: 'Scan ••••••' })(input)),
  })
  await press(text('documents.mail.preview'))
  const preview = wrapper.get(`[aria-label="${text('documents.mail.preview')}"]`)
  for (const part of ['Install your eSIM', 'Scan ••••••', text('documents.mail.previewHint')])
    expect(read(preview)).toContain(part)
  await wrapper.get('textarea').setValue('See you')
  expect(button(text('documents.mail.hidePreview'))).toBeUndefined()
  await press(text('documents.mail.preview'))
  const parts = { customerUid, esimUid: 'e-1', language: 'en' }
  expect(asked).toEqual([
    { ...parts, note: '' },
    { ...parts, note: 'See you' },
  ])
  await press(text('documents.mail.hidePreview'))
  expect(read(wrapper)).not.toContain('Scan ••••••')
})

test('a preview that can’t be read says why', async () => {
  const { wrapper, press } = await renderDialog(accept(mailRow()), { preview: refuse('not_found') })
  await press(text('documents.mail.preview'))
  expect(wrapper.find('[role=alert]').exists()).toBe(true)
  expect(wrapper.find(`[aria-label="${text('documents.mail.preview')}"]`).exists()).toBe(false)
})

test('goes to the customer’s address by default, and says that it is sent', async () => {
  const { wrapper, inputs, press } = await renderDialog(accept(mailRow()))
  expect(wrapper.get('input').element.value).toBe('ada@example.org')
  await press(text('documents.mail.send'))
  expect(inputs).toEqual([
    {
      customerUid,
      esimUid: 'e-1',
      to: 'ada@example.org',
      note: '',
      copy: false,
      otherAddress: false,
      language: 'en',
      pageSize: 'A4',
    },
  ])
  expect(read(wrapper.get('[role=status]'))).toContain(text('documents.mail.was.SENT', { to: 'ada@example.org' }))
  expect(wrapper.findAll('button').map(read)).toEqual([text('common.close')])
})

test('the focus stays in the dialog while a mail is sent, and is on Close afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { button, press } = await renderDialog(() => promise)
  button(text('documents.mail.send'))?.element.focus()
  await press(text('documents.mail.send'))
  expect(button(text('documents.mail.send'))?.attributes('disabled')).toBeDefined()
  expect(document.activeElement?.textContent).toBe(text('documents.mail.title'))
  resolve({ ok: true, value: mailRow() })
  await flushPromises()
  expect(document.activeElement).toBe(button(text('common.close'))?.element)
})

test('the dialog says which eSIM is mailed', async () => {
  const { wrapper } = await renderDialog(accept(mailRow()))
  const description = String(wrapper.get('dialog').attributes('aria-describedby'))
  expect(read(wrapper.get(`[id="${description}"]`))).toBe(
    text('customer.esims.name', { iccid: '8948 0100 0001 2345 678' }),
  )
})

test('another address shows a warning and has to be confirmed before sending', async () => {
  const { wrapper, inputs, button, press } = await renderDialog(accept(mailRow({ to: 'eve@example.net', own: false })))
  await wrapper.get('input').setValue('eve@example.net')
  expect(read(wrapper.get('[role=alert]'))).toContain(text('documents.mail.other'))
  expect(button(text('documents.mail.send'))?.attributes('disabled')).toBeDefined()
  await wrapper.get('[role=alert] [role=checkbox]').trigger('click')
  await press(text('documents.mail.send'))
  expect(inputs).toMatchObject([{ to: 'eve@example.net', otherAddress: true }])
  expect(read(wrapper.get('[role=status]'))).toContain(text('documents.mail.notOwn'))
})

test('two addresses are refused', async () => {
  const { wrapper, button } = await renderDialog(accept(mailRow()))
  await wrapper.get('input').setValue('ada@example.org, eve@example.net')
  expect(button(text('documents.mail.send'))?.attributes('disabled')).toBeDefined()
})

test.each([
  [{ state: 'REJECTED', problem: 'mailbox_full' }, text('documents.mail.problem.mailbox_full')],
  [{ state: 'REJECTED', problem: 'mailbox_disabled' }, text('documents.mail.problem.mailbox_disabled')],
  [{ state: 'REJECTED', problem: 'too_big' }, text('documents.mail.problem.too_big')],
  [{ state: 'REJECTED', problem: 'content_blocked' }, text('documents.mail.problem.content_blocked')],
  [{ state: 'REJECTED', problem: 'not_allowed' }, text('documents.mail.problem.not_allowed')],
  [{ state: 'REJECTED', problem: 'no_utf8' }, text('documents.mail.problem.no_utf8')],
  [{ state: 'UNKNOWN', problem: 'answer_lost' }, text('documents.mail.was.UNKNOWN', { to: 'ada@example.org' })],
] as const)('%o is explained, and only a refusal offers the form again', async (changes, words) => {
  const { wrapper, button, press } = await renderDialog(accept(mailRow(changes)))
  await press(text('documents.mail.send'))
  expect(read(wrapper.get('[role=status]'))).toContain(words)
  expect(button(text('documents.mail.send'))).toBeUndefined()
  expect(wrapper.find('.check').exists()).toBe(false)
  expect(button(text('common.tryAgain')) !== undefined).toBe(changes.state === 'REJECTED')
})

test('a mail that other settings may help leads to them, and can be tried again with what was typed', async () => {
  const { wrapper, button, inputs, press } = await renderDialog(
    accept(mailRow({ state: 'REJECTED', problem: 'tls_kind' })),
  )
  await wrapper.get('textarea').setValue('See you soon')
  await press(text('documents.mail.send'))
  expect(read(wrapper.get('[role=status]'))).toContain(text('documents.mail.problem.tls_kind'))
  expect(wrapper.get('.check a').attributes('href')).toBe('/settings#mail')
  await press(text('common.tryAgain'))
  expect(wrapper.get('textarea').element.value).toBe('See you soon')
  await press(text('documents.mail.send'))
  expect(inputs).toMatchObject([{ note: 'See you soon' }, { note: 'See you soon' }])
  expect(button(text('common.tryAgain'))).toBeDefined()
})

test('to try again focuses the recipient, and another address has to be confirmed again', async () => {
  const { wrapper, button, inputs, press } = await renderDialog(
    accept(mailRow({ state: 'REJECTED', problem: 'recipient_refused' })),
  )
  await wrapper.get('input').setValue('eve@example.net')
  await wrapper.get('[role=alert] [role=checkbox]').trigger('click')
  await press(text('documents.mail.send'))
  await press(text('common.tryAgain'))
  expect(document.activeElement).toBe(wrapper.get('input').element)
  expect(button(text('documents.mail.send'))?.attributes('disabled')).toBeDefined()
  await wrapper.get('[role=alert] [role=checkbox]').trigger('click')
  expect(button(text('documents.mail.send'))?.attributes('disabled')).toBeUndefined()
  await wrapper.get('input').setValue('mallory@example.net')
  expect(button(text('documents.mail.send'))?.attributes('disabled')).toBeDefined()
  expect(inputs).toHaveLength(1)
})

test('what was typed for a mail stays until it is sent', async () => {
  const { wrapper, reopen, press } = await renderDialog(accept(mailRow()))
  await wrapper.get('textarea').setValue('See you soon')
  await reopen()
  expect(wrapper.get('textarea').element.value).toBe('See you soon')
  await press(text('documents.mail.send'))
  await reopen()
  expect(wrapper.get('textarea').element.value).toBe('')
})

test('a mail with a typed note goes to the address that was corrected meanwhile, unless another one was typed', async () => {
  const { wrapper, reopen, customerEmail } = await renderDialog(accept(mailRow()))
  const to = () => wrapper.get('input').element.value
  await wrapper.get('textarea').setValue('See you soon')
  customerEmail.value = 'ada@example.com'
  await reopen()
  expect([to(), wrapper.get('textarea').element.value]).toEqual(['ada@example.com', 'See you soon'])
  await wrapper.get('input').setValue('eve@example.net')
  customerEmail.value = 'ada@example.net'
  await reopen()
  expect(to()).toBe('eve@example.net')
})

test('a refusal before sending can be tried again', async () => {
  const { wrapper, button, press } = await renderDialog(refuse('service_timeout'))
  await press(text('documents.mail.send'))
  expect(read(wrapper)).toContain(text('errors.service_timeout.what'))
  expect(button(text('documents.mail.send'))?.attributes('disabled')).toBeUndefined()
})

test('earlier mails with this eSIM are listed below', async () => {
  const { wrapper, mailsInputs } = await renderDialog(accept(mailRow()), {
    mails: [mailRow({ id: 'm-0', to: null, own: false })],
  })
  expect(read(wrapper.get('.before'))).toContain(
    `${text('documents.mail.was.SENT', { to: text('documents.mail.gone') })} · ${text('documents.mail.notOwn')}`,
  )
  // Those with other eSIMs of the customer may be hundreds.
  expect(mailsInputs).toEqual([{ customerUid, iccid: sheet().iccid }])
})

test('in the sandbox a mail needs no server, and the dialog says that the sandbox keeps it', async () => {
  const { wrapper, inputs, press } = await renderDialog(accept(mailRow()), { mail: null })
  expect(read(wrapper)).not.toContain(text('documents.mail.keptBySandbox'))
  useConnection().take(openSandbox)
  await flushPromises()
  expect(read(wrapper)).toContain(text('documents.mail.keptBySandbox'))
  expect(wrapper.find('a').exists()).toBe(false)
  await press(text('documents.mail.send'))
  expect(inputs).toHaveLength(1)
  expect(read(wrapper)).toContain(text('documents.mail.keptBySandbox'))
})

test('a server that is set is used in the sandbox, too', async () => {
  const { wrapper, button } = await renderDialog(accept(mailRow()))
  useConnection().take(openSandbox)
  await flushPromises()
  expect(button(text('documents.mail.send'))).toBeDefined()
  expect(read(wrapper)).not.toContain(text('documents.mail.keptBySandbox'))
})

test('it says so if nothing would work on the eSIM, and mails it where the agent wants to', async () => {
  const { wrapper, inputs, press } = await renderDialog(accept(mailRow()), { nothingToUse: true })
  expect(read(wrapper)).toContain(text('documents.warning.nothingToUse'))
  await press(text('documents.mail.send'))
  expect(inputs).toHaveLength(1)
})

test('without a mail server it links to the settings', async () => {
  const { wrapper, button } = await renderDialog(accept(mailRow()), { mail: null })
  expect(wrapper.get('a').attributes('href')).toBe('/settings#mail')
  expect(button(text('documents.mail.send'))).toBeUndefined()
})

test('the keys that send lead to what has to be done first, and send nothing', async () => {
  const submit = (within: Element): boolean =>
    within.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }))
  const unset = await renderDialog(accept(mailRow()), { mail: null })
  expect(unset.wrapper.find('[role=alert]').exists()).toBe(false)
  submit(unset.wrapper.get('dialog').element)
  await flushPromises()
  expect(read(unset.wrapper.get('[role=alert]'))).toContain(text('documents.mail.notSetUp'))
  expect(document.activeElement).toBe(unset.wrapper.get('[role=alert] a').element)
  unset.wrapper.unmount()

  const { wrapper, inputs } = await renderDialog(accept(mailRow()))
  const dialog = wrapper.get('dialog').element
  const [to] = wrapper.findAll('input')
  await to?.setValue('somebody')
  submit(dialog)
  expect(document.activeElement).toBe(to?.element)
  await to?.setValue('else@example.org')
  submit(dialog)
  expect(document.activeElement).toBe(wrapper.get('[role=alert] [role=checkbox]').element)
  await flushPromises()
  expect(inputs).toEqual([])
})

test('the keys that lead to the confirmation of another address do not confirm it when they are released', async () => {
  const { wrapper, inputs } = await renderDialog(accept(mailRow()))
  const [to] = wrapper.findAll('input')
  await to?.setValue('else@example.org')
  to?.element.focus()
  const box = wrapper.get('[role=alert] [role=checkbox]')
  // Each event goes to what has the focus by then, as in a browser.
  const pressKeys = async (): Promise<void> => {
    for (const type of ['keydown', 'keyup']) {
      const event = new KeyboardEvent(type, { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
      await flushPromises()
    }
  }
  for (let presses = 0; presses < 3; presses += 1) {
    await pressKeys()
    expect(document.activeElement).toBe(box.element)
    expect(box.attributes('aria-checked')).toBe('false')
  }
  expect(inputs).toEqual([])
  await box.trigger('click')
  await pressKeys()
  expect(inputs).toHaveLength(1)
})

test('the outcome of a mail is reported even if its dialog was closed meanwhile', async () => {
  const { waiting, take } = useToast()
  take()
  for (const [answer, words] of [
    [
      accept(mailRow({ state: 'UNKNOWN', problem: 'answer_lost' })),
      text('documents.mail.was.UNKNOWN', { to: 'ada@example.org' }),
    ],
    [refuse('mail_in_progress'), text('documents.mail.failed', { reason: text('errors.mail_in_progress.what') })],
  ] as const) {
    const sending = Promise.withResolvers<void>()
    const { wrapper, press } = await renderDialog((input) => sending.promise.then(() => answer(input)))
    await press(text('documents.mail.send'))
    wrapper.unmount()
    expect(waiting.value).toEqual([])
    sending.resolve()
    await flushPromises()
    expect(
      take()
        .map(({ text }) => text)
        .join(),
    ).toContain(words)
  }
})
