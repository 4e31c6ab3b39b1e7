/** A desk's device and an address of the service for measuring a relay. */
import { generateKeyPairSync, sign } from 'node:crypto'
import pg from 'pg'
import { addAddress } from '../../../relay/commands/connections.ts'
import { invite } from '../../../relay/commands/devices.ts'
import { ChallengeAnswer, challengeText, EnrolAnswer, relayPaths, TokenAnswer } from '../../../shared/wire/relay.ts'
import type { WebhookKind } from '../../../shared/wire/webhookKind.ts'

export async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes an address for a kind of webhook and returns its path. */
export const address = (databaseUrl: string, kind: WebhookKind = 'countryChange'): Promise<string> =>
  withDatabase(databaseUrl, async (client) => `/in/${await addAddress(client, 'main', kind)}`)

async function post(url: string, body: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return await answer.json()
}

/** Connects a device and returns its token. */
export async function enrol(url: string, databaseUrl: string): Promise<string> {
  const code = await withDatabase(databaseUrl, (client) => invite(client, 'main', 'bench'))
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
  const { device } = EnrolAnswer.parse(await post(url + relayPaths.devices, { code, publicKey: raw }))
  const { challenge } = ChallengeAnswer.parse(await post(url + relayPaths.challenges, { device }))
  const signature = sign(null, Buffer.from(challengeText(url, device, challenge)), privateKey).toString('base64url')
  return TokenAnswer.parse(await post(url + relayPaths.tokens, { device, challenge, signature })).token
}
