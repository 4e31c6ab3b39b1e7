/** The mail server's settings, and its secret, which is never shown again. */
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3-multiple-ciphers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contract } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import {
  isSameAddress,
  MailAddress,
  needsUtf8,
  TokenRenewal,
  transmittedAddress,
  type MailServer,
} from '#shared/model/mail.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { createSettings, type TokenAnswer, type TokenRequest } from '../../../../electron/settings/index.ts'
import { call, lockableKeychain, memoryKeychain } from '../connections/support.ts'
import { thrownBy } from '../service/support.ts'
import { approveAll } from '../../../support/approvals.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const server: MailServer = {
  host: 'mail.example.com',
  port: 587,
  security: 'starttls',
  user: 'desk@example.com',
  auth: 'password',
  from: 'desk@example.com',
  caFile: null,
}

/** `answers`: what the token endpoint says, one after the other. */
async function fresh({
  answers = [],
  keychain = memoryKeychain(),
}: {
  readonly answers?: readonly (TokenAnswer | DeskError)[]
  readonly keychain?: ReturnType<typeof memoryKeychain>
} = {}) {
  const asked: TokenRequest[] = []
  const clock = { ...systemClock, now: () => 1_000_000_000_000 + time.slept, monotonic: () => time.passed }
  const time = { slept: 0, passed: 0 }
  const work = new Database(':memory:')
  const settings = createSettings({
    file: `${await temporaryFolder()}/settings.json`,
    work,
    keychain,
    approvals: approveAll,
    clock,
    requestMailToken: (request) => {
      const answer = answers[asked.length]
      asked.push(request)
      if (answer === undefined) throw new Error('one request too many')
      return answer instanceof DeskError ? Promise.reject(answer) : Promise.resolve(answer)
    },
    osUser: 'ada',
    version: '1',
    host: 'chromium',
    language: { ofSystem: () => 'en', choose: () => undefined },
  })
  return { settings, keychain, work, asked, time }
}

it('keeps the secret in the keychain and shows only that there is one', async () => {
  const { settings, keychain, work } = await fresh()
  const view = contract.settings.set.output.parse(
    await settings.handlers.set({ mail: { ...server, secret: 'correct horse' } }, call),
  )
  expect(view.mail).toEqual({ ...server, secret: 'stored' })
  expect(JSON.stringify(view)).not.toContain('horse')
  expect(work.serialize().toString('latin1')).not.toContain('horse')
  expect([...keychain.kept.values()].join()).toContain('correct horse')
  expect(await settings.mail()).toEqual({ server, secret: 'correct horse' })
})

it('changes the sender without the secret, and asks for the secret if the server or the user changes', async () => {
  const { settings } = await fresh()
  await settings.handlers.set({ mail: { ...server, secret: 'correct horse' } }, call)
  await settings.handlers.set({ mail: { ...server, from: 'help@example.com' } }, call)
  expect(await settings.mail()).toMatchObject({ server: { from: 'help@example.com' }, secret: 'correct horse' })
  for (const change of [
    { host: 'evil.example.net' },
    { user: 'eve@example.com' },
    { port: 2525 },
    { caFile: '/etc/own.pem' },
  ]) {
    expect(await thrownBy(settings.handlers.set({ mail: { ...server, ...change } }, call))).toMatchObject({
      code: 'secret_missing',
    })
  }
  expect(await settings.mail()).toMatchObject({ server: { host: 'mail.example.com' } })
})

it('forgets server and secret', async () => {
  const { settings, keychain } = await fresh()
  await settings.handlers.set({ mail: { ...server, secret: 'correct horse' } }, call)
  expect((await settings.handlers.set({ mail: null }, call)).mail).toBeNull()
  expect(await settings.mail()).toBeNull()
  expect(keychain.kept.size).toBe(0)
})

it('is not missing, and can be neither stored nor removed, while the keychain is locked', async () => {
  const keychain = lockableKeychain(false)
  const { settings } = await fresh({ keychain })
  await settings.handlers.set({ mail: { ...server, secret: 'correct horse' } }, call)
  keychain.lock(true)
  expect((await settings.handlers.get(undefined, call)).mail).toEqual({ ...server, secret: 'unreadable' })
  for (const mail of [{ ...server, secret: 'another' }, { ...server, host: 'mail.example.net' }, null])
    expect(await thrownBy(settings.handlers.set({ mail }, call))).toMatchObject({ code: 'keychain_unavailable' })
  keychain.lock(false)
  expect(await settings.mail()).toEqual({ server, secret: 'correct horse' })
})

it('takes no address that could begin a header or name a second recipient', () => {
  const broken = fc
    .tuple(
      fc.emailAddress(),
      fc.constantFrom('\r\n', '\n', '\r', '\0', ',', ';', ' ', '<', '>', '"', '\u2028', '\t'),
      fc.constantFrom('Bcc: eve@example.net', 'eve@example.net', '', 'x'),
    )
    .chain(([address, stray, more]) =>
      fc.nat(address.length).map((at) => address.slice(0, at) + stray + more + address.slice(at)),
    )
  fc.assert(
    fc.property(broken, (address) => {
      // A blank around the whole is none of it.
      if (address.trim() !== address) return
      expect(MailAddress.safeParse(address).success).toBe(false)
    }),
    { numRuns: 500 },
  )
  expect(MailAddress.parse(" ada.o'neil+travel@mail.example.org ")).toBe("ada.o'neil+travel@mail.example.org")
})

it.each([
  ['anna@bücher.example', 'anna@xn--bcher-kva.example', false],
  ['zoë@mail.example', 'zoë@mail.example', true],
  ['Zoë@Bücher.example', 'Zoë@xn--bcher-kva.example', true],
  ['анна@почта.example', 'анна@xn--80a1acny.example', true],
  ['ada@Example.org', 'ada@Example.org', false],
])('takes %s as it is, and transmits it as %s', (typed, transmitted, isUtf8) => {
  expect(MailAddress.parse(typed)).toBe(typed)
  expect([transmittedAddress(typed), needsUtf8(typed)]).toEqual([transmitted, isUtf8])
  expect(isSameAddress(typed, transmitted.toUpperCase())).toBe(true)
})

it('takes no domain that has no form for transmission', () => {
  const long = `${'ü'.repeat(63)}.example`
  for (const domain of ['', '.example', 'bücher..example', 'bü cher.example', 'bücher.example.', long])
    expect([domain, MailAddress.safeParse(`anna@${domain}`).success]).toEqual([domain, false])
  for (const local of ['', 'an\u200bna', 'an\u202ena', 'an\u2028na', 'anna\u00a0b', '\ud800'])
    expect([local, MailAddress.safeParse(`${local}@mail.example`).success]).toEqual([local, false])
})

it('reads a server as an earlier version stored it, with its secret', async () => {
  const { settings, work } = await fresh()
  await settings.handlers.set({ mail: { ...server, secret: 'correct horse' } }, call)
  work.prepare(`UPDATE settings SET value = json_remove(value, '$.caFile') WHERE name = 'mail'`).run()
  expect(await settings.mail()).toEqual({ server, secret: 'correct horse' })
})

const renewal = { address: 'https://login.example/token', clientId: 'desk' }
const renewed: MailServer = { ...server, auth: 'token', renewal }
const change = { ...renewed, secret: 'refresh token', clientSecret: 'client secret' }
const answer = (accessToken: string, more: Partial<TokenAnswer> = {}): TokenAnswer => ({
  accessToken,
  expiresIn: 3600,
  refreshToken: null,
  ...more,
})
const minute = 60_000

it('keeps a refresh token and the client secret in the keychain alone, and asks for an access token with them', async () => {
  const { settings, keychain, work, asked } = await fresh({ answers: [answer('access')] })
  const view = contract.settings.set.output.parse(await settings.handlers.set({ mail: change }, call))
  expect(view.mail).toEqual({ ...renewed, secret: 'stored' })
  expect(`${JSON.stringify(view)} ${work.serialize().toString('latin1')}`).not.toMatch(/refresh token|client secret/)
  expect(await settings.mail()).toMatchObject({ server: renewed, secret: 'access' })
  expect(asked).toEqual([{ renewal, caFile: null, refreshToken: 'refresh token', clientSecret: 'client secret' }])
  expect([...keychain.kept.values()].join()).not.toContain('access')
})

it.each([
  ['an hour', 3600, 54, 56],
  ['a minute', 60, 0.4, 0.6],
  ['a time that the provider does not say', null, 4, 6],
])('renews an access token of %s before it ends, also after a sleep', async (_life, expiresIn, good, late) => {
  const answers = ['one', 'two', 'three'].map((token) => answer(token, { expiresIn }))
  const { settings, time } = await fresh({ answers })
  await settings.handlers.set({ mail: change }, call)
  const token = async () => (await settings.mail())?.secret
  expect(await token()).toBe('one')
  time.passed = good * minute
  expect(await token()).toBe('one')
  time.passed = late * minute
  expect(await token()).toBe('two')
  // The clock of the process stands still while the machine sleeps.
  time.slept = late * minute
  expect(await token()).toBe('three')
})

it('asks once for mails that begin at once, and again once the server has refused the token', async () => {
  const { settings, asked } = await fresh({ answers: [answer('one'), answer('two')] })
  await settings.handlers.set({ mail: change }, call)
  const [first, second] = await Promise.all([settings.mail(), settings.mail()])
  expect([first?.secret, second?.secret, asked.length]).toEqual(['one', 'one', 1])
  first?.onRefused?.()
  expect((await settings.mail())?.secret).toBe('two')
})

it('stores a refresh token that replaces the one before, and goes on with it if the keychain is locked', async () => {
  const answers = [
    answer('one', { refreshToken: 'second' }),
    answer('two', { refreshToken: 'third' }),
    answer('three'),
    answer('four'),
  ]
  const keychain = memoryKeychain()
  let isLocked = false
  const set: typeof keychain.set = (name, secret) =>
    isLocked ? Promise.reject(new Error('locked')) : keychain.set(name, secret)
  const { settings, asked } = await fresh({ answers, keychain: { ...keychain, set } })
  await settings.handlers.set({ mail: change }, call)
  const next = async (): Promise<void> => (await settings.mail())?.onRefused?.()
  await next()
  expect([...keychain.kept.values()].join()).toMatch(/"second".*client secret/)
  isLocked = true
  await next()
  await next()
  expect(asked.map(({ refreshToken }) => refreshToken)).toEqual(['refresh token', 'second', 'third'])
  expect([...keychain.kept.values()].join()).toContain('"second"')
  isLocked = false
  await settings.mail()
  expect([...keychain.kept.values()].join()).toMatch(/"third".*client secret/)
})

it.each([
  ['another secret', { ...renewed, secret: 'entered meanwhile' }, ['entered meanwhile']],
  ['no server', null, []],
] as const)('does not undo a change to %s by a refresh token that arrives meanwhile', async (_what, mail, kept) => {
  const keychain = memoryKeychain()
  let changing = null as Promise<unknown> | null
  /** The person changes it while the desk looks whether the secret is still the same. */
  const get: typeof keychain.get = async (name) => {
    const secret = await keychain.get(name)
    if (asked.length > 0 && changing === null) {
      changing = settings.handlers.set({ mail }, call)
      await setImmediate()
    }
    return secret
  }
  const { settings, asked } = await fresh({
    answers: [answer('one', { refreshToken: 'second' })],
    keychain: { ...keychain, get },
  })
  await settings.handlers.set({ mail: change }, call)
  await settings.mail()
  await changing
  const secrets = [...keychain.kept.values()].map((text) => (JSON.parse(text) as { secret: string }).secret)
  expect(secrets).toEqual(kept)
})

it('reports why there is no access token, and tries it with the next mail again', async () => {
  const refused = new DeskError('mail_token_refused', 'no')
  const { settings } = await fresh({ answers: [refused, answer('one')] })
  await settings.handlers.set({ mail: change }, call)
  expect(await thrownBy(settings.mail())).toMatchObject({ code: 'mail_token_refused' })
  expect((await settings.mail())?.secret).toBe('one')
})

it('sends a refresh token to no other endpoint or client, and takes no client secret without it', async () => {
  const { settings, asked } = await fresh({ answers: [answer('one'), answer('two')] })
  await settings.handlers.set({ mail: change }, call)
  for (const other of [
    { ...renewed, renewal: { ...renewal, address: 'https://evil.example/token' } },
    { ...renewed, renewal: { ...renewal, clientId: 'eve' } },
    server,
    { ...renewed, clientSecret: 'another' },
  ])
    expect(await thrownBy(settings.handlers.set({ mail: other }, call))).toMatchObject({ code: 'secret_missing' })
  expect((await settings.mail())?.secret).toBe('one')
  await settings.handlers.set({ mail: { ...renewed, secret: 'another refresh token' } }, call)
  expect((await settings.mail())?.secret).toBe('two')
  expect(asked.at(-1)).toEqual({
    renewal,
    caFile: null,
    refreshToken: 'another refresh token',
    clientSecret: undefined,
  })
})

it.each([
  ['http://login.example/token', false],
  ['https://user@login.example/token', false],
  ['https://login.example/token?secret=1', false],
  ['https://login.example/token#x', false],
  ['login.example/token', false],
  ['https://login.example/tenant/oauth2/v2.0/token', true],
])('takes %s as the address for tokens: %s', (address, isTaken) => {
  expect(TokenRenewal.safeParse({ address, clientId: 'desk' }).success).toBe(isTaken)
})
