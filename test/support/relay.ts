/** A relay in this process on a database of its own, and a device that reads from it. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { startRelay, type Relay, type RelayOptions } from '../../relay/index.ts'
import { addAddress, setAnswer } from '../../relay/commands/connections.ts'
import { invite } from '../../relay/commands/devices.ts'
import { createLog } from '../../relay/log.ts'
import { readSettings, type RelaySettings } from '../../relay/settings.ts'
import {
  ChallengeAnswer,
  challengeText,
  EnrolAnswer,
  FeedPage,
  relayPaths,
  TokenAnswer,
  type AnswerMode,
} from '#shared/wire/relay.ts'
import type { WebhookKind } from '#shared/wire/webhookKind.ts'
import { temporaryDatabase, withDatabase } from './postgres.ts'
import { testKey } from './relayProcess.ts'
import { temporaryFolder } from './temporaryFolder.ts'

export const connection = 'main'

export interface TestRelay extends Relay {
  readonly settings: RelaySettings
  /** The lines of the log. */
  readonly log: readonly string[]
}

export interface TestRelayOptions extends RelayOptions {
  readonly databaseUrl?: string
  readonly dataFolder?: string
  readonly variables?: Readonly<Record<string, string>>
}

/** Settings of a relay on free ports. All relays of the tests have one key, unless a test gives another one. */
export async function testSettings(options: TestRelayOptions = {}): Promise<RelaySettings> {
  return readSettings({
    RELAY_PORT: '0',
    RELAY_METRICS_PORT: '0',
    RELAY_KEY: testKey,
    DATABASE_URL: options.databaseUrl ?? (await temporaryDatabase()),
    RELAY_DATA: options.dataFolder ?? (await temporaryFolder()),
    ...options.variables,
  })
}

/** Starts a relay, which the end of the test closes unless the test has. */
export async function startTestRelay(options: TestRelayOptions = {}): Promise<TestRelay> {
  const settings = await testSettings(options)
  const log: string[] = []
  const relay = await startRelay(
    settings,
    createLog((line) => void log.push(line)),
    options,
  )
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => (closing ??= relay.close())
  onTestFinished(close)
  return { ...relay, close, settings, log }
}

/** Makes an address for a kind and returns the function that posts to it. */
export async function poster(
  relay: Pick<TestRelay, 'url' | 'settings'>,
  kind: WebhookKind,
): Promise<(body: unknown) => Promise<Response>> {
  const url = await address(relay, kind)
  return (body) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
}

export async function address(
  { url, settings }: Pick<TestRelay, 'url' | 'settings'>,
  kind: WebhookKind,
): Promise<string> {
  const token = await withDatabase(settings.databaseUrl, (client) => addAddress(client, connection, kind))
  return `${url}/in/${token}`
}

export const answerWith = (
  { settings }: Pick<TestRelay, 'settings'>,
  kind: WebhookKind,
  mode: AnswerMode,
  forwardTo: string | null = null,
): Promise<void> => withDatabase(settings.databaseUrl, (client) => setAnswer(client, connection, kind, mode, forwardTo))

/** Whether webhooks go into the database and not into the spool, and desks can read them. */
export async function isCaughtUp({ metricsUrl }: Pick<TestRelay, 'metricsUrl'>): Promise<boolean> {
  const [webhooks, desks] = await Promise.all([fetch(`${metricsUrl}/ready`), fetch(`${metricsUrl}/ready/desks`)])
  const { spooling } = (await webhooks.json()) as { readonly spooling: boolean }
  return webhooks.ok && desks.ok && !spooling
}

export interface DeviceKeys {
  readonly publicKey: string
  readonly privateKey: KeyObject
}

export function newKeys(): DeviceKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url'),
    privateKey,
  }
}

/** Calls the relay as a desk does. */
export function callRelay(
  url: string,
  path: string,
  { token, body, signal }: { readonly token?: string; readonly body?: unknown; readonly signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  })
}

export interface TestDevice {
  readonly id: string
  readonly keys: DeviceKeys
  readonly token: string
  /** Reads one page of the feed. */
  readonly read: (after: number, wait?: number) => Promise<FeedPage>
  /** Reads all records after a cursor. */
  readonly readAll: (after?: number) => Promise<FeedPage['records']>
}

export async function makeToken(url: string, id: string, keys: DeviceKeys, origin = url): Promise<Response> {
  const asked = await callRelay(url, relayPaths.challenges, { body: { device: id } })
  if (!asked.ok) return asked
  const { challenge } = ChallengeAnswer.parse(await asked.json())
  const signature = sign(null, Buffer.from(challengeText(origin, id, challenge)), keys.privateKey).toString('base64url')
  return await callRelay(url, relayPaths.tokens, { body: { device: id, challenge, signature } })
}

export async function enrolDevice(
  { url, settings }: Pick<TestRelay, 'url' | 'settings'>,
  name = 'Anna',
  of = connection,
): Promise<TestDevice> {
  const code = await withDatabase(settings.databaseUrl, (client) => invite(client, of, name))
  const keys = newKeys()
  const answer = await callRelay(url, relayPaths.devices, { body: { code, publicKey: keys.publicKey } })
  const { device: id } = EnrolAnswer.parse(await answer.json())
  const { token } = TokenAnswer.parse(await (await makeToken(url, id, keys)).json())
  const read = async (after: number, wait = 0): Promise<FeedPage> => {
    const path = `${relayPaths.feed}?after=${String(after)}&wait=${String(wait)}`
    return FeedPage.parse(await (await callRelay(url, path, { token })).json())
  }
  const readAll = async (after = 0): Promise<FeedPage['records']> => {
    const page = await read(after)
    return page.more ? [...page.records, ...(await readAll(page.next))] : page.records
  }
  return { id, keys, token, read, readAll }
}
