/** The mail server in the settings: what is asked for by each way to sign in, and what is saved. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { MailSettings } from '#shared/model/mail.ts'
import MailSection from '../../../../../renderer/features/settings/MailSection.vue'
import { useSettings } from '../../../../../renderer/lib/settings.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { mounted, read } from '../../support/mounted.ts'
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
  const of = (...secrets: readonly string[]) => ['Server', 'Port', 'User', ...secrets, "Sender's address", 'CA file']
  expect(labels()).toEqual(of('Password'))
  await signInWith('token')
  expect(labels()).toEqual(of('Access token'))
  await signInWith('refreshToken')
  expect(labels()).toEqual(of('Token address', 'Client ID', 'Refresh token', 'Client secret'))
})

test('a refresh token is saved with its address, and the fields of the secrets are emptied', async () => {
  const { saved, field, signInWith, save, canSave } = await shown()
  await signInWith('refreshToken')
  for (const [name, text] of [
    ['Server', 'mail.example.com'],
    ['User', 'desk@example.com'],
    ['Token address', ` ${renewal.address} `],
    ['Client ID', 'desk'],
    ["Sender's address", 'desk@example.com'],
    ['Client secret', 'client secret'],
  ] as const)
    await field(name).setValue(text)
  expect(canSave()).toBe(false)
  await field('Refresh token').setValue('refresh token')
  expect(canSave()).toBe(true)
  await save()
  expect(saved).toEqual([
    { mail: { ...server, auth: 'token', renewal, secret: 'refresh token', clientSecret: 'client secret' } },
  ])
  expect([field('Refresh token').element, field('Client secret').element]).toMatchObject([{ value: '' }, { value: '' }])
})

test('a stored refresh token stays as long as its address and client do', async () => {
  const { saved, field, save, canSave, labels } = await shown({ ...server, auth: 'token', renewal, secret: 'stored' })
  expect(labels()).toContain('Refresh token')
  await field("Sender's address").setValue('help@example.com')
  await save()
  expect(saved).toEqual([{ mail: { ...server, from: 'help@example.com', auth: 'token', renewal } }])
  await field('Client ID').setValue('another')
  expect(canSave()).toBe(false)
  await field('Client ID').setValue('desk')
  expect(canSave()).toBe(true)
  await field('Client secret').setValue('new')
  expect(canSave()).toBe(false)
})

test('a password is not kept for a token, and none of what a refresh token needs is saved with it', async () => {
  const { saved, field, signInWith, save } = await shown({ ...server, auth: 'token', renewal, secret: 'stored' })
  await signInWith('password')
  await field('Password').setValue('correct horse')
  await save()
  expect(saved).toEqual([{ mail: { ...server, auth: 'password', secret: 'correct horse' } }])
})

test('a secret in a locked keychain is not asked for again, and the hint says to unlock it', async () => {
  const { wrapper, canSave } = await shown({ ...server, auth: 'password', secret: 'unreadable' })
  expect(wrapper.text()).toContain('The system keychain does not answer: unlock it')
  expect(canSave()).toBe(true)
})

test('what keeps the server from being saved is said at its field: at once if it is wrong, once left if it is empty', async () => {
  const { wrapper, field, signInWith, canSave } = await shown()
  const reason = (name: string): string =>
    read(wrapper.get(`[id="${field(name).attributes('aria-describedby') ?? ''}"]`))
  await signInWith('refreshToken')
  for (const [name, text, problem] of [
    ['Server', 'https://mail.example.com', 'A host name such as mail.example.com.'],
    ['Port', '70000', '1 to 65535.'],
    ['User', 'u'.repeat(300), 'Too long, or with control characters.'],
    ['Token address', 'login.example', 'An address with https://, without user name, ? and #.'],
    ["Sender's address", 'desk', 'One whole e-mail address, and nothing else.'],
  ] as const) {
    expect(field(name).attributes('aria-invalid')).not.toBe('true')
    await field(name).setValue(text)
    expect([reason(name), field(name).attributes('aria-invalid')]).toEqual([problem, 'true'])
  }
  for (const name of ['Client ID', 'Refresh token']) {
    expect(reason(name)).not.toBe('This is needed.')
    await field(name).trigger('blur')
    expect(reason(name)).toBe('This is needed.')
  }
  expect(canSave()).toBe(false)
})

test('another server wants the secret again, and its field says so', async () => {
  const { wrapper, field, canSave } = await shown({ ...server, auth: 'password', secret: 'stored' })
  await field('Server').setValue('smtp.example.com')
  expect([wrapper.text().includes('This leads elsewhere now: enter it again.'), canSave()]).toEqual([true, false])
})

test('a failure is shown in the form that it belongs to', async () => {
  const { wrapper, field, save } = await shown({ ...server, auth: 'password', secret: 'stored' })
  installBridge({ 'settings.set': refuse('storage_unwritable'), 'installation.testMail': refuse('mail_not_set_up') })
  await field("Sender's address").setValue('help@example.com')
  await save()
  const alerts = (): readonly number[] => wrapper.findAll('form').map((form) => form.findAll('[role=alert]').length)
  expect(alerts()).toEqual([1, 0])
  await wrapper.findAll('form').at(1)?.trigger('submit')
  await flushPromises()
  expect(alerts()).toEqual([1, 1])
})
