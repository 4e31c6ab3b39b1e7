/** The calls of a relay whose answers a test decides. */
import { expect, test } from 'vitest'
import { relayPaths } from '#shared/wire/relay.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { createRelayClient } from '../../../../electron/events/relay/client.ts'
import { newDeviceKeys } from '../../../../electron/events/relay/keys.ts'
import type { Answer, Endpoint } from '../../../../electron/service/index.ts'
import { silentLog } from '../storage/support.ts'

const answer = (status: number, json: unknown): Answer => ({
  type: 'answer',
  status,
  headers: new Map([['content-type', 'application/json']]),
  body: Buffer.from(JSON.stringify(json)),
})

const clientOf = (send: Endpoint['send']) =>
  createRelayClient({
    endpoint: { send },
    address: 'https://relay.example',
    device: 'device-1',
    privateKey: newDeviceKeys().privateKey,
    clock: systemClock,
    log: silentLog,
  })

test('a claim that is aborted does not wait for the first sign-in', async () => {
  const paths: string[] = []
  const client = clientOf(({ path }) => {
    paths.push(path)
    return new Promise(() => undefined)
  })
  const limit = new AbortController()
  const claim = client.claim('c-1', false, limit.signal)
  limit.abort()
  await expect(claim).rejects.toMatchObject({ code: 'aborted' })
  expect(paths).toEqual([relayPaths.challenges])
})

test('a claim that is aborted does not wait for the sign-in after its token was refused', async () => {
  const limit = new AbortController()
  const expiresAt = '2026-11-22T10:00:00.000Z'
  let isRefused = false
  const client = clientOf(({ path }) => {
    if (path === relayPaths.tokens)
      return Promise.resolve(answer(200, { token: 'a token of a relay that is long enough', expiresAt }))
    if (path === relayPaths.claims) {
      isRefused = true
      return Promise.resolve(answer(401, { error: 'unauthorized' }))
    }
    if (!isRefused) return Promise.resolve(answer(200, { challenge: 'challenge', expiresAt }))
    limit.abort()
    return new Promise(() => undefined)
  })
  await expect(client.claim('c-1', false, limit.signal)).rejects.toMatchObject({ code: 'aborted' })
})
