/** The mail server in the settings: what is asked for by each way to sign in, and what is saved. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { MailSettings } from '#shared/model/mail.ts'
import MailSection from '../../../../../renderer/features/settings/MailSection.vue'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { settings } from '../../support/samples.ts'

const server = {
  host: 'mail.example.com',
  port: 587,
  security: 'starttls',
  user: 'desk@example.com',
  from: 'desk@example.com',
  caFile: null,
} as const
const renewal = { address: 'https://login.example/token', clientId: 'desk' }

async function shown(mail: MailSettings = null) {
  const saved: unknown[] = []
  installBridge({
    'settings.get': accept(settings({ mail })),
    'settings.set': (input) => {
      saved.push(input)
      return accept(settings({ mail }))(input)
    },
  })
  const wrapper = mounted(MailSection)
  await useSettings().load()
  await flushPromises()
  const labels = (): readonly string[] =>
    wrapper
      .findAll('form')
      .slice(0, 1)
      .flatMap((form) => form.findAll('label').map((label) => read(label)))
  const field = (name: string) => {
    const label = wrapper.findAll('label').find((one) => read(one) === name)
    return wrapper.get(`[id="${label?.attributes('for') ?? ''}"]`)
  }
  const signInWith = async (kind: string): Promise<void> => {
    await wrapper.findAll('select').at(1)?.setValue(kind)
  }
  const save = async (): Promise<void> => {
    await wrapper.get('form').trigger('submit')
    await flushPromises()
  }
  const canSave = (): boolean => wrapper.get('form button[type=submit]').attributes('disabled') === undefined
  return { wrapper, saved, labels, field, signInWith, save, canSave }
}

test('each way to sign in asks for what it needs, and for nothing else', async () => {
  const { labels, signInWith } = await shown()
  const of = (...secrets: readonly string[]) => [
    text('settings.mail.host'),
    text('settings.mail.port'),
    text('settings.mail.user'),
    ...secrets,
    text('settings.mail.from'),
    text('connections.fields.caFile'),
  ]
  expect(labels()).toEqual(of(text('settings.mail.password')))
  await signInWith('token')
  expect(labels()).toEqual(of(text('settings.mail.accessToken')))
  await signInWith('refreshToken')
  expect(labels()).toEqual(
    of(
      text('settings.mail.tokenAddress'),
      text('settings.mail.clientId'),
      text('settings.mail.refreshToken'),
      text('settings.mail.clientSecret'),
    ),
  )
})

test('a refresh token is saved with its address, and the fields of the secrets are emptied', async () => {
  const { saved, field, signInWith, save, canSave } = await shown()
  await signInWith('refreshToken')
  for (const [name, value] of [
    [text('settings.mail.host'), 'mail.example.com'],
    [text('settings.mail.user'), 'desk@example.com'],
    [text('settings.mail.tokenAddress'), ` ${renewal.address} `],
    [text('settings.mail.clientId'), 'desk'],
    [text('settings.mail.from'), 'desk@example.com'],
    [text('settings.mail.clientSecret'), 'client secret'],
  ] as const)
    await field(name).setValue(value)
  expect(canSave()).toBe(false)
  await field(text('settings.mail.refreshToken')).setValue('refresh token')
  expect(canSave()).toBe(true)
  await save()
  expect(saved).toEqual([
    { mail: { ...server, auth: 'token', renewal, secret: 'refresh token', clientSecret: 'client secret' } },
  ])
  expect([
    field(text('settings.mail.refreshToken')).element,
    field(text('settings.mail.clientSecret')).element,
  ]).toMatchObject([{ value: '' }, { value: '' }])
})

test('a stored refresh token stays as long as its address and client do', async () => {
  const { saved, field, save, canSave, labels } = await shown({ ...server, auth: 'token', renewal, secret: 'stored' })
  expect(labels()).toContain(text('settings.mail.refreshToken'))
  await field(text('settings.mail.from')).setValue('help@example.com')
  await save()
  expect(saved).toEqual([{ mail: { ...server, from: 'help@example.com', auth: 'token', renewal } }])
  await field(text('settings.mail.clientId')).setValue('another')
  expect(canSave()).toBe(false)
  await field(text('settings.mail.clientId')).setValue('desk')
  expect(canSave()).toBe(true)
  await field(text('settings.mail.clientSecret')).setValue('new')
  expect(canSave()).toBe(false)
})

test('a password is not kept for a token, and none of what a refresh token needs is saved with it', async () => {
  const { saved, field, signInWith, save } = await shown({ ...server, auth: 'token', renewal, secret: 'stored' })
  await signInWith('password')
  await field(text('settings.mail.password')).setValue('correct horse')
  await save()
  expect(saved).toEqual([{ mail: { ...server, auth: 'password', secret: 'correct horse' } }])
})

test('a secret in a locked keychain is not asked for again, and the hint says to unlock it', async () => {
  const { wrapper, canSave } = await shown({ ...server, auth: 'password', secret: 'unreadable' })
  expect(wrapper.text()).toContain(text('connections.secret.unreadable'))
  expect(canSave()).toBe(true)
})

test('what keeps the server from being saved is shown at its field: at once if it is wrong, once left if it is empty', async () => {
  const { wrapper, field, signInWith, canSave } = await shown()
  const reason = (name: string): string =>
    read(wrapper.get(`[id="${field(name).attributes('aria-describedby') ?? ''}"]`))
  await signInWith('refreshToken')
  for (const [name, value, problem] of [
    [text('settings.mail.host'), 'https://mail.example.com', text('settings.mail.problem.host')],
    [text('settings.mail.port'), '70000', text('settings.mail.problem.port')],
    [text('settings.mail.user'), 'u'.repeat(300), text('settings.mail.problem.line')],
    [text('settings.mail.tokenAddress'), 'login.example', text('settings.mail.problem.address')],
    [text('settings.mail.from'), 'desk', text('documents.mail.toWrong')],
  ] as const) {
    expect(field(name).attributes('aria-invalid')).not.toBe('true')
    await field(name).setValue(value)
    expect([reason(name), field(name).attributes('aria-invalid')]).toEqual([problem, 'true'])
  }
  for (const name of [text('settings.mail.clientId'), text('settings.mail.refreshToken')]) {
    expect(reason(name)).not.toBe(text('connections.problems.required'))
    await field(name).trigger('blur')
    expect(reason(name)).toBe(text('connections.problems.required'))
  }
  expect(canSave()).toBe(false)
})

test('another server requires the secret again, and its field says so', async () => {
  const { wrapper, field, canSave } = await shown({ ...server, auth: 'password', secret: 'stored' })
  await field(text('settings.mail.host')).setValue('smtp.example.com')
  expect([wrapper.text().includes(text('connections.problems.secretAgain')), canSave()]).toEqual([true, false])
})

test('a failure is shown in the form that it belongs to', async () => {
  const { wrapper, field, save } = await shown({ ...server, auth: 'password', secret: 'stored' })
  installBridge({ 'settings.set': refuse('storage_unwritable'), 'installation.testMail': refuse('mail_not_set_up') })
  await field(text('settings.mail.from')).setValue('help@example.com')
  await save()
  const alerts = (): readonly number[] => wrapper.findAll('form').map((form) => form.findAll('[role=alert]').length)
  expect(alerts()).toEqual([1, 0])
  await wrapper.findAll('form').at(1)?.trigger('submit')
  await flushPromises()
  expect(alerts()).toEqual([1, 1])
})
