import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import { createLoopbackSource, type Addresses, type PlayedApp } from '../../../../electron/events/loopback.ts'
import type { Delivery, EventSink } from '../../../../electron/events/source.ts'
import { start } from './support.ts'

const otherSink = { storeRecords: () => undefined, tested: () => undefined, onState: () => undefined }

async function receiver(store?: EventSink['store'], app?: PlayedApp) {
  const stored: Delivery[] = []
  const batches: number[] = []
  let announced: Addresses = {}
  const source = createLoopbackSource({
    clock: { now: () => start },
    forge: () => Promise.resolve(),
    app,
    announce: (addresses) => Promise.resolve(void (announced = addresses)),
  })
  const stop = await source.start(
    {
      store(deliveries, cursor) {
        store?.(deliveries, cursor)
        stored.push(...deliveries)
        batches.push(deliveries.length)
      },
      ...otherSink,
    },
    null,
    new AbortController().signal,
  )
  onTestFinished(stop)
  const address = announced.esimStatus ?? ''
  return { stored, batches, announced, address, stop }
}

const post = async (address: string, body: string): Promise<{ readonly status: number; readonly text: string }> => {
  const response = await fetch(address, { method: 'POST', body })
  return { status: response.status, text: await response.text() }
}

test('the sandbox gets an address with a token for each kind', async () => {
  const { announced } = await receiver()
  expect(Object.keys(announced).toSorted()).toEqual(WebhookKind.options.toSorted())
  for (const [kind, address] of Object.entries(announced))
    expect(address).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/in/[0-9a-f]{32}/${kind}$`))
})

test('a body is acknowledged after it was stored as it came', async () => {
  const { stored, address } = await receiver()
  expect(await post(address, '{"iccid": "89"}')).toEqual({ status: 200, text: '' })
  expect(await post(address, 'not json')).toEqual({ status: 200, text: '' })
  expect(stored).toEqual([
    { kind: 'esimStatus', body: '{"iccid": "89"}', at: start },
    { kind: 'esimStatus', body: 'not json', at: start },
  ])
})

test('a body that cannot be stored is not acknowledged', async () => {
  const { stored, address } = await receiver(() => {
    throw new DeskError('storage_full', 'The disk is full')
  })
  expect(await post(address, '{}')).toEqual({ status: 503, text: '' })
  expect(stored).toEqual([])
})

test('an installation is refused and a registration gets no e-mail address, whoever asks', async () => {
  const { stored, address } = await receiver()
  const asked = await post(address.replace('esimStatus', 'activationRequest'), '{"activationId":"a"}')
  expect(asked).toMatchObject({ status: 200, text: expect.stringContaining('"FAIL"') })
  expect(await post(address.replace('esimStatus', 'customerRegistration'), '{"uid":"c"}')).toEqual({
    status: 200,
    text: '',
  })
  expect(stored.map(({ kind }) => kind)).toEqual(['activationRequest', 'customerRegistration'])
})

test('a user whom the panel has made up is answered as its app does, and stored with that outcome', async () => {
  const app: PlayedApp = {
    approves: (token) => (token === 'yes' ? true : token === 'no' ? false : null),
    emailOf: (token) => (token === 'yes' ? 'ada@example.org' : null),
  }
  const { stored, announced } = await receiver(undefined, app)
  const ask = async (userToken: string): Promise<string> =>
    (await post(announced.activationRequest ?? '', JSON.stringify({ userToken, activationId: userToken }))).text
  expect(await ask('yes')).toBe('{"returnCode":"SUCCESS","returnMessage":null}')
  expect(await ask('no')).toBe('{"returnCode":"FAIL","returnMessage":null}')
  expect(await ask('somebody')).toContain('This desk approves nothing.')
  expect(stored.map(({ outcome }) => outcome)).toEqual(['passed', 'refused', undefined])
  const registered = await post(announced.customerRegistration ?? '', '{"userToken":"yes","uid":"c"}')
  expect(registered).toEqual({ status: 200, text: '{"email":"ada@example.org"}' })
})

test.each([
  ['another token', (address: string) => address.replace(/[0-9a-f]{32}/, 'f'.repeat(32))],
  ['a shorter token', (address: string) => address.replace(/[0-9a-f]{32}/, 'ff')],
  ['no token', (address: string) => address.replace(/\/in\/[0-9a-f]{32}/, '')],
  ['an unknown kind', (address: string) => address.replace('esimStatus', 'creditsLow')],
  ['another folder', (address: string) => address.replace('/in/', '/out/')],
])('%s is refused', async (_what, change) => {
  const { stored, address } = await receiver()
  expect(await post(change(address), '{}')).toEqual({ status: 404, text: '' })
  expect(stored).toEqual([])
})

test('another method and a body of more than 64 KB are refused', async () => {
  const { stored, address } = await receiver()
  expect((await fetch(address)).status).toBe(405)
  expect((await post(address, 'x'.repeat(64 * 1024))).status).toBe(200)
  const status = await new Promise<number>((resolve, reject) => {
    const sending = request(address, { method: 'POST' }, (response) => resolve(response.statusCode ?? 0))
    sending.on('error', reject)
    sending.end('x'.repeat(64 * 1024 + 1))
  })
  expect(status).toBe(413)
  expect(stored).toHaveLength(1)
})

test('a body that is cut off is not stored', async () => {
  const { stored, address } = await receiver()
  const { hostname, port, pathname } = new URL(address)
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"iccid"`, () =>
        socket.destroy(),
      )
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
  expect((await post(address, '{}')).status).toBe(200)
  expect(stored.map(({ body }) => body)).toEqual(['{}'])
})

test('many bodies at once are stored in few transactions, and each is acknowledged', async () => {
  const { stored, batches, address } = await receiver()
  const results = await Promise.all(Array.from({ length: 200 }, (_, index) => post(address, String(index))))
  expect(results.every(({ status }) => status === 200)).toBe(true)
  expect(new Set(stored.map(({ body }) => body)).size).toBe(200)
  expect(batches.length).toBeLessThan(100)
})

test('after the end nothing is received, and a sandbox that cannot be reached leaves no server behind', async () => {
  const { address, stop } = await receiver()
  await stop()
  await expect(post(address, '{}')).rejects.toThrow()
  let given: Addresses = {}
  const failing = createLoopbackSource({
    clock: { now: () => start },
    forge: () => Promise.resolve(),
    announce: (addresses) => {
      given = addresses
      return Promise.reject(new DeskError('sandbox_unavailable', 'The sandbox has ended'))
    },
  })
  await expect(
    failing.start({ store: () => undefined, ...otherSink }, null, new AbortController().signal),
  ).rejects.toMatchObject({ code: 'sandbox_unavailable' })
  expect(WebhookKind.options.filter((kind) => given[kind] !== undefined)).toHaveLength(WebhookKind.options.length)
  await expect(post(given.esimStatus ?? '', '{}')).rejects.toThrow()
})
