/** The calls of a relay whose answers a test decides. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { relayPaths, StatusAnswer } from '#shared/wire/relay.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { createRelayClient, pageRecords } from '../../../../electron/events/relay/client.ts'
import { newDeviceKeys } from '../../../../electron/events/relay/keys.ts'
import { type Answer, type Endpoint, parseHere } from '../../../../electron/service/index.ts'
import { silentLog } from '../storage/support.ts'

const answer = (status: number, json: unknown): Answer => ({
  type: 'answer',
  status,
  headers: new Map([['content-type', 'application/json']]),
  body: Buffer.from(JSON.stringify(json)),
})

const clientOf = (send: Endpoint['send']) =>
  createRelayClient({
    endpoint: { send, parser: parseHere },
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

const signedIn =
  (send: Endpoint['send']): Endpoint['send'] =>
  (request, authorization) => {
    const expiresAt = '2026-11-22T10:00:00.000Z'
    if (request.path === relayPaths.challenges)
      return Promise.resolve(answer(200, { challenge: 'challenge', expiresAt }))
    if (request.path === relayPaths.tokens)
      return Promise.resolve(answer(200, { token: 'a token of a relay that is long enough', expiresAt }))
    return send(request, authorization)
  }
const start = { feed: null, after: 0 }
const { signal } = new AbortController()
const holes = (count: number): unknown[] =>
  Array.from({ length: count }, (_, at) => ({ type: 'hole', seq: at + 1, at: 'now', from: 'then', until: 'now' }))
const page = (records: readonly unknown[]) => answer(200, { feed: 'feed', records, next: 1, more: false })

test('a page has as many records as were asked for, and is refused with more', async () => {
  const pages = [page(holes(pageRecords)), page(holes(pageRecords + 1))]
  const client = clientOf(signedIn(() => Promise.resolve(pages.shift() ?? page([]))))
  expect((await client.page(start, 0, signal)).records).toHaveLength(pageRecords)
  await expect(client.page(start, 0, signal)).rejects.toMatchObject({ code: 'not_a_relay' })
})

test('after a page that is too large fewer records are asked for, until one has fitted', async () => {
  const limits: (string | undefined)[] = []
  const client = clientOf(
    signedIn(({ query }) => {
      limits.push(query?.['limit'])
      return Promise.resolve(
        limits.length < 3 ? { type: 'failure', cause: 'too_large', code: null, headReceived: true } : page(holes(1)),
      )
    }),
  )
  for (let call = 0; call < 4; call += 1) await client.page(start, 0, signal).catch(() => undefined)
  expect(limits).toEqual(['500', '50', '5', '500'])
})

test('an answer with thousands of values is refused before it is read by its schema', async () => {
  const status = {
    feed: 'feed',
    connection: 'shop',
    last: 1,
    spooling: false,
    kinds: Array.from({ length: 2000 }, () => []),
  }
  const client = clientOf(signedIn(() => Promise.resolve(answer(200, status))))
  const parse = vi.spyOn(StatusAnswer, 'safeParse')
  onTestFinished(() => parse.mockRestore())
  await expect(client.check(signal)).rejects.toMatchObject({ code: 'not_a_relay' })
  expect(parse).not.toHaveBeenCalled()
})
