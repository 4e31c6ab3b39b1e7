/**
 * Who may call what: every call with no token, a wrong one, an expired one, a revoked one and another connection's.
 *
 * @module-tag long
 */
import { randomUUID, sign } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createGate } from '../../../relay/access/access.ts'
import { readCommandLine } from '../../../relay/commandLine.ts'
import { runCommand } from '../../../relay/commands/run.ts'
import { invite, revoke } from '../../../relay/commands/devices.ts'
import { connectRuntime } from '../../../relay/database/database.ts'
import { createLog } from '../../../relay/log.ts'
import { ChallengeAnswer, challengeText, relayPaths } from '#shared/wire/relay.ts'
import { eventually } from '../../support/eventually.ts'
import { withDatabase } from '../../support/postgres.ts'
import {
  callRelay,
  connection,
  enrolDevice,
  makeToken,
  newKeys,
  startTestRelay,
  type TestRelay,
} from '../../support/relay.ts'

const { devices, challenges, tokens, leave, ...guarded } = relayPaths
const bodies: Readonly<Record<string, unknown>> = {
  [relayPaths.claims]: { customer: 'c', isOpen: true },
  [relayPaths.reads]: { customer: 'c', iccids: [], events: [] },
  [relayPaths.test]: { kind: 'esimStatus' },
  [relayPaths.leave]: {},
}
const queries: Readonly<Record<string, string>> = {
  [relayPaths.timeline]: '?customer=c',
  [relayPaths.listening]: '?from=2026-01-01&until=2026-01-02',
}

const callWith = (url: string, path: string, token?: string): Promise<Response> =>
  callRelay(url, path + (queries[path] ?? ''), {
    ...(token === undefined ? {} : { token }),
    ...(path in bodies ? { body: bodies[path] } : {}),
    signal: AbortSignal.timeout(30_000),
  })

test('every call is refused without a token that is valid now, and works with one', async () => {
  const relay = await startTestRelay()
  const [good, expired, revoked] = [
    await enrolDevice(relay, 'good'),
    await enrolDevice(relay, 'expired'),
    await enrolDevice(relay, 'revoked'),
  ]
  await withDatabase(relay.settings.databaseUrl, async (client) => {
    await client.query("UPDATE access_tokens SET expires_at = now() - interval '1 second' WHERE device = $1", [
      expired.id,
    ])
    await revoke(client, 'revoked')
  })
  const wrong = good.token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
  const refused = { none: undefined, wrong, expired: expired.token, revoked: revoked.token, short: 'x' }
  for (const path of [...Object.values(guarded), leave]) {
    for (const [name, token] of Object.entries(refused)) {
      const response = await callWith(relay.url, path, token)
      expect([path, name, response.status, await response.json()]).toEqual([path, name, 401, { error: 'unauthorized' }])
    }
    const response = await callWith(relay.url, path, good.token)
    await response.body?.cancel()
    expect([path, response.status]).toEqual([path, 200])
  }
})

test('an invitation works once, until it expires, and in any spelling of its letters', async () => {
  const relay = await startTestRelay()
  const code = (name: string): Promise<string> =>
    withDatabase(relay.settings.databaseUrl, (client) => invite(client, connection, name))
  const enrol = async (text: string): Promise<number> =>
    (await callRelay(relay.url, relayPaths.devices, { body: { code: text, publicKey: newKeys().publicKey } })).status
  const first = await code('Anna')
  expect(first).toMatch(/^([A-Z2-9]{5}-){3}[A-Z2-9]{5}$/)
  expect(await enrol(`${first}X`)).toBe(401)
  expect(await enrol(first.toLowerCase().replaceAll('-', ' '))).toBe(200)
  expect(await enrol(first)).toBe(401)
  const second = await code('Ben')
  await withDatabase(relay.settings.databaseUrl, (client) =>
    client.query("UPDATE invitations SET expires_at = now() - interval '1 second'"),
  )
  expect(await enrol(second)).toBe(401)
})

test('two desks that use one code at the same time do not both get in', async () => {
  const relay = await startTestRelay()
  const code = await withDatabase(relay.settings.databaseUrl, (client) => invite(client, connection, 'Anna'))
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      callRelay(relay.url, relayPaths.devices, { body: { code, publicKey: newKeys().publicKey } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test("a challenge is signed by the device's own key, for this relay, and once", async () => {
  const relay = await startTestRelay()
  const [anna, ben] = [await enrolDevice(relay, 'Anna'), await enrolDevice(relay, 'Ben')]
  expect((await makeToken(relay.url, anna.id, anna.keys)).status).toBe(200)
  expect((await makeToken(relay.url, anna.id, ben.keys)).status).toBe(401)
  expect((await makeToken(relay.url, anna.id, anna.keys, 'https://relay.example')).status).toBe(401)
  expect((await makeToken(relay.url, '00000000-0000-4000-8000-000000000000', anna.keys)).status).toBe(401)

  const asked = await callRelay(relay.url, relayPaths.challenges, { body: { device: anna.id } })
  const { challenge } = ChallengeAnswer.parse(await asked.json())
  const text = Buffer.from(challengeText(relay.url, anna.id, challenge))
  const body = { device: anna.id, challenge, signature: sign(null, text, anna.keys.privateKey).toString('base64url') }
  const other = { ...body, device: ben.id }
  expect((await callRelay(relay.url, relayPaths.tokens, { body: other })).status).toBe(401)
  expect((await callRelay(relay.url, relayPaths.tokens, { body })).status).toBe(200)
  expect((await callRelay(relay.url, relayPaths.tokens, { body })).status).toBe(401)
})

test('a revoked device gets no token any more, and a token ends within seconds', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  expect((await callWith(relay.url, relayPaths.status, device.token)).status).toBe(200)
  await withDatabase(relay.settings.databaseUrl, (client) => revoke(client, 'Anna'))
  await eventually(async () => expect((await callWith(relay.url, relayPaths.status, device.token)).status).toBe(401))
  expect((await makeToken(relay.url, device.id, device.keys)).status).toBe(401)
})

test('a token of a revoked device is refused as soon as the relay was notified', async () => {
  const relay = await startTestRelay()
  const { token } = await enrolDevice(relay)
  const log = createLog(() => undefined)
  const database = connectRuntime(relay.settings.databaseUrl, 1000, log)
  onTestFinished(database.close)
  const gate = createGate(database.read)
  expect(await gate.deviceOf(token)).toMatchObject({ name: 'Anna' })
  await withDatabase(relay.settings.databaseUrl, (client) => revoke(client, 'Anna'))
  gate.forget()
  expect(await gate.deviceOf(token)).toBeNull()
})

test('a device that leaves has no access any more, and the others keep theirs', async () => {
  const relay = await startTestRelay()
  const [anna, ben] = [await enrolDevice(relay, 'Anna'), await enrolDevice(relay, 'Ben')]
  expect(await (await callWith(relay.url, relayPaths.leave, anna.token)).json()).toEqual({ left: true })
  await eventually(async () => expect((await callWith(relay.url, relayPaths.status, anna.token)).status).toBe(401))
  expect((await makeToken(relay.url, anna.id, anna.keys)).status).toBe(401)
  expect((await callWith(relay.url, relayPaths.status, ben.token)).status).toBe(200)
  expect((await makeToken(relay.url, ben.id, ben.keys)).status).toBe(200)
})

test('guesses of one code are limited', async () => {
  const relay = await startTestRelay()
  const body = { code: 'GUESS', publicKey: newKeys().publicKey }
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => callRelay(relay.url, relayPaths.devices, { body })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('bodies that are no requests are refused', async () => {
  const relay = await startTestRelay()
  for (const path of [devices, challenges, tokens])
    for (const body of [null, {}, { code: 1 }, { device: 'x', challenge: 'y', signature: 'z' }, []])
      expect((await callRelay(relay.url, path, { body })).status).toBe(400)
  const { status } = await fetch(`${relay.url}${devices}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  expect(status).toBe(400)
})

test('wrong codes, sign-ins and tests of others at the same network address lock no desk out', async () => {
  const relay = await startTestRelay()
  const anna = await enrolDevice(relay, 'Anna')
  const code = await withDatabase(relay.settings.databaseUrl, (client) => invite(client, connection, 'Ben'))
  const publicKey = newKeys().publicKey
  /** More connections at once than that are refused by a busy system. */
  const atOnce = 100
  const statuses = async (count: number, call: (index: number) => Promise<Response>): Promise<ReadonlySet<number>> => {
    const found = new Set<number>()
    for (let sent = 0; sent < count; sent += atOnce) {
      const calls = Array.from({ length: Math.min(atOnce, count - sent) }, (_, index) => call(sent + index))
      for (const { status } of await Promise.all(calls)) found.add(status)
    }
    return found
  }
  const guesses = await statuses(60, (index) =>
    callRelay(relay.url, devices, { body: { code: `WRNG${String(index)}`.replaceAll(/[01]/g, 'X'), publicKey } }),
  )
  expect(guesses).toEqual(new Set([401]))
  const unknown = await statuses(1300, () => callRelay(relay.url, challenges, { body: { device: randomUUID() } }))
  // On a busy machine some are refused because the process is.
  expect(unknown).not.toContain(429)
  const other = await statuses(40, () => callWith(relay.url, relayPaths.test, 'x'.repeat(30)))
  expect(other).toEqual(new Set([401, 429]))
  expect((await callRelay(relay.url, devices, { body: { code, publicKey } })).status).toBe(200)
  expect((await makeToken(relay.url, anna.id, anna.keys)).status).toBe(200)
  expect((await callWith(relay.url, relayPaths.test, anna.token)).status).toBe(200)
})

test('sign-ins that fail are limited for their device alone', async () => {
  const relay = await startTestRelay()
  const [anna, ben] = [await enrolDevice(relay, 'Anna'), await enrolDevice(relay, 'Ben')]
  const signature = 'A'.repeat(86)
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, index) =>
      callRelay(relay.url, tokens, { body: { device: anna.id, challenge: String(index), signature } }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]))
  expect((await makeToken(relay.url, ben.id, ben.keys)).status).toBe(200)
})

test('a proxy that is not trusted is named at the start, in kinds and in a figure', async () => {
  const variables = { RELAY_ADDRESS: 'https://relay.example' }
  const relay = await startTestRelay({ variables })
  await withDatabase(relay.settings.databaseUrl, (client) => invite(client, connection, 'Anna'))
  const seen = async ({ settings, log, metricsUrl }: TestRelay): Promise<readonly boolean[]> => [
    log.join('').includes('"event":"proxy_not_trusted"'),
    (await runCommand(settings, readCommandLine(['kinds']))).includes('RELAY_TRUST_PROXY is not set'),
    (await (await fetch(`${metricsUrl}/metrics`)).text()).includes('\nesim_relay_untrusted_proxy 1\n'),
  ]
  expect(await seen(relay)).toEqual([true, true, true])
  const { databaseUrl } = relay.settings
  const trusted = { ...variables, RELAY_TRUST_PROXY: '10.0.0.0/8' }
  expect(await seen(await startTestRelay({ databaseUrl, variables: trusted }))).toEqual([false, false, false])
  expect(await seen(await startTestRelay({ databaseUrl }))).toEqual([false, false, false])
})

test.each([
  ['a claim', relayPaths.claims, { customer: 'c\0', isOpen: true }],
  ['the customer of a read', relayPaths.reads, { customer: 'c\0', iccids: [], events: [] }],
  ['the ICCID of a read', relayPaths.reads, { customer: 'c', iccids: ['89\0'], events: [] }],
  ['half a surrogate pair in a read', relayPaths.reads, { customer: 'c\ud800', iccids: [], events: [] }],
  ['the customer of a timeline', `${relayPaths.timeline}?customer=c%00`, undefined],
  ['the ICCID of a timeline', `${relayPaths.timeline}?iccid=89%00`, undefined],
  ['a time before the first one', `${relayPaths.listening}?from=-200000-01-01T00:00:00Z&until=2026-01-01`, undefined],
])('a value that the database refuses is a bad request: %s', async (_name, path, body) => {
  const relay = await startTestRelay()
  const { token } = await enrolDevice(relay)
  const { status } = await callRelay(relay.url, path, { token, ...(body === undefined ? {} : { body }) })
  expect(status).toBe(400)
  expect(relay.log.join('')).not.toContain('call_failed')
})
