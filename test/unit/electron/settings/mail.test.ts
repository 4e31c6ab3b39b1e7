/** The mail server's settings, and its secret, which is never shown again. */
import Database from 'better-sqlite3-multiple-ciphers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contract } from '#shared/contract.ts'
import { isSameAddress, MailAddress, needsUtf8, transmittedAddress, type MailServer } from '#shared/model/mail.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { createSettings } from '../../../../electron/settings/index.ts'
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

async function fresh(keychain = memoryKeychain()) {
  const work = new Database(':memory:')
  const settings = createSettings({
    file: `${await temporaryFolder()}/settings.json`,
    work,
    keychain,
    approvals: approveAll,
    clock: systemClock,
    osUser: 'ada',
    version: '1',
    host: 'chromium',
    language: { ofSystem: () => 'en', choose: () => undefined },
  })
  return { settings, keychain, work }
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
  const { settings } = await fresh(keychain)
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
