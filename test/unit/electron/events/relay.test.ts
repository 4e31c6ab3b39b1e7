/**
 * A desk reads its events from a real relay on a real database.
 *
 * @module-tag long
 */
import { createServer, request as forward } from 'node:http'
import { expect, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { erase } from '../../../../relay/commands/data.ts'
import { revoke } from '../../../../relay/commands/devices.ts'
import { reportHole } from '../../../../relay/listening.ts'
import { createSealer } from '../../../../relay/secrets.ts'
import { eventually } from '../../../support/eventually.ts'
import { withDatabase } from '../../../support/postgres.ts'
import { answerWith, poster, startTestRelay } from '../../../support/relay.ts'
import { listen } from '../service/support.ts'
import { connectDesk, startDesk } from './relaySupport.ts'
import { eventStore } from './support.ts'

const installed = (iccid: string) => ({ iccid, imsi: '260011234567890', profileState: 'INSTALLED', eid: '8904903200' })
const lowBalance = (uid: string, at: string) => ({ uid, timestamp: at, balanceAmountInByte: 1_048_576 })

test('events arrive once, with alerts, repeats and answers, and the desk reads their customers again', async () => {
  const relay = await startTestRelay()
  const desk = await startDesk(relay)
  const activation = await poster(relay, 'activationRequest')
  await answerWith(relay, 'activationRequest', 'stop')
  // The relay reads all addresses again when it gets an unknown one.
  const [status, low] = [await poster(relay, 'esimStatus'), await poster(relay, 'lowBalance')]
  await status(installed('8948010000000000001'))
  await low(lowBalance('c-1', '2026-11-22T10:00:00Z'))
  await low(lowBalance('c-1', '2026-11-22T10:00:00Z'))
  await status('not json')
  await activation({ activationId: 'a-1', userToken: 'token-of-a-user' })
  await eventually(() =>
    expect(desk.rows()).toMatchObject([
      { kind: 'activationRequest', alert: 'activationRefused', details: { outcome: 'stopped' } },
      { kind: 'lowBalance', alert: 'lowData', repeats: 1, customerUid: 'c-1' },
      { kind: 'esimStatus', alert: null, repeats: 0 },
    ]),
  )
  expect(JSON.stringify(desk.rows())).not.toMatch(/260011234567890|8904903200|token-of-a-user/)
  await eventually(() => expect(desk.reads.toSorted()).toEqual(['c-1', 'owner of 8948010000000000001']))
  await eventually(() => {
    const counts = desk.pushed.map(({ alerts }) => alerts)
    expect(counts.reduce((sum, { lowData = 0 }) => sum + lowData, 0)).toBe(1)
    expect(counts.reduce((sum, { activationRefused = 0 }) => sum + activationRefused, 0)).toBe(1)
  })
  expect(desk.status()).toMatchObject({ source: 'relay', unreadable: 1, unread: 3, relay: { name: 'Anna' } })
  expect(Object.keys(desk.status().lastReceived).toSorted()).toEqual(['activationRequest', 'esimStatus', 'lowBalance'])
})

test('the stream is up after its second event, and a restart goes on after the last record', async () => {
  const relay = await startTestRelay({ heartbeatMs: 200 })
  const status = await poster(relay, 'countryChange')
  const store = eventStore()
  const device = await connectDesk(relay)
  const first = await startDesk(relay, { store, device, heartbeatMs: 200 })
  await eventually(() => expect(first.status().relay?.state).toBe('stream'))
  await status({ iccid: '8948010000000000001', newCountry: 'FR' })
  await eventually(() => expect(first.rows()).toHaveLength(1))
  await first.close()
  await status({ iccid: '8948010000000000002', newCountry: 'DE' })
  const second = await startDesk(relay, { store, device, heartbeatMs: 200 })
  await eventually(() => expect(second.rows()).toHaveLength(2))
  expect(second.rows().map(({ repeats }) => repeats)).toEqual([0, 0])
  expect(second.status().listeningSince).not.toBeNull()
})

/** A proxy that passes answers on only once they are complete, as many do. */
async function bufferingProxy(target: string): Promise<{ readonly url: string; readonly streams: () => number }> {
  let streams = 0
  const server = createServer((incoming, response) => {
    if (incoming.url?.startsWith('/v1/stream') === true) streams += 1
    const { hostname, port } = new URL(target)
    const { method, headers, url } = incoming
    const outgoing = forward({ hostname, port, path: url, method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => void parts.push(part))
      answer.on('end', () => response.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(parts)))
      answer.on('error', () => response.destroy())
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  const port = await listen(server)
  return { url: `http://127.0.0.1:${String(port)}`, streams: () => streams }
}

test('behind a proxy that holds the stream back, long polls bring every event at once', async () => {
  const relay = await startTestRelay({ heartbeatMs: 200 })
  const proxy = await bufferingProxy(relay.url)
  const desk = await startDesk(relay, { through: proxy.url, heartbeatMs: 200 })
  const change = await poster(relay, 'countryChange')
  for (let count = 0; count < 5; count += 1) {
    const began = performance.now()
    await change({ iccid: `894801000000000000${String(count)}`, newCountry: 'FR' })
    await eventually(() => expect(desk.rows()).toHaveLength(count + 1))
    expect(performance.now() - began).toBeLessThan(2000)
  }
  await eventually(() => expect(proxy.streams()).toBeGreaterThan(0))
  expect(desk.status().relay).toMatchObject({ state: 'polling', problem: null })
})

test('a relay that is away is reported, nothing is lost, and the desk reads by itself meanwhile', async () => {
  const first = await startTestRelay()
  const desk = await startDesk(first)
  await eventually(() => expect(desk.status().relay?.state).toMatch(/stream|polling/))
  const port = new URL(first.url).port
  await first.close()
  await eventually(() =>
    expect(desk.status()).toMatchObject({
      problem: 'relay_unreachable',
      relay: { state: 'away', problem: 'relay_unreachable' },
      listeningSince: null,
    }),
  )
  const { databaseUrl, dataFolder } = first.settings
  const second = await startTestRelay({ databaseUrl, dataFolder, variables: { RELAY_PORT: port } })
  await (
    await poster(second, 'countryChange')
  )({ iccid: '8948010000000000001', newCountry: 'FR' })
  await eventually(() => expect(desk.rows()).toHaveLength(1))
  expect(desk.status()).toMatchObject({ problem: null, relay: { problem: null } })
})

test('a revoked desk stops, reports that, and sends no more requests', async () => {
  const relay = await startTestRelay({ heartbeatMs: 200 })
  const desk = await startDesk(relay, { heartbeatMs: 200 })
  await eventually(() => expect(desk.status().relay?.state).toMatch(/stream|polling/))
  await withDatabase(relay.settings.databaseUrl, (client) => revoke(client, desk.device.relay.device))
  await eventually(() =>
    expect(desk.status().relay).toMatchObject({ state: 'refused', problem: 'relay_device_refused' }),
  )
})

test('a code works once, and a relay with another address than the one entered is named', async () => {
  const relay = await startTestRelay()
  const { relay: connected } = await connectDesk(relay)
  expect(connected.name).toBe('Anna')
  const elsewhere = await startTestRelay({ variables: { RELAY_ADDRESS: 'https://relay.example' } })
  await expect(connectDesk(elsewhere)).rejects.toMatchObject({ code: 'relay_device_refused' })
  const page = `http://127.0.0.1:${String(await listen(createServer((_request, response) => response.end('<html>'))))}`
  await expect(connectDesk({ ...relay, url: page })).rejects.toMatchObject({ code: 'not_a_relay' })
  await expect(connectDesk({ ...relay, url: 'http://127.0.0.1:9' })).rejects.toMatchObject({
    code: 'relay_unreachable',
  })
})

test('holes that the relay reports are shown, and the absence of this desk is none', async () => {
  const relay = await startTestRelay()
  const store = eventStore()
  const desk = await startDesk(relay, { store })
  await desk.close()
  const from = Date.parse('2026-11-22T14:02:00Z')
  await withDatabase(relay.settings.databaseUrl, async (client) => {
    await reportHole(client as never, from, from + 480_000)
  })
  const again = await startDesk(relay, { store, device: desk.device })
  await eventually(() =>
    expect(again.status().holes).toEqual([{ from: '2026-11-22T14:02:00.000Z', to: '2026-11-22T14:10:00.000Z' }]),
  )
})

test('what the relay erases is erased here', async () => {
  const relay = await startTestRelay()
  const desk = await startDesk(relay)
  const low = await poster(relay, 'lowBalance')
  await low(lowBalance('c-1', '2026-11-22T10:00:00Z'))
  await low(lowBalance('c-2', '2026-11-22T10:00:00Z'))
  await eventually(() => expect(desk.rows()).toHaveLength(2))
  await withDatabase(relay.settings.databaseUrl, (client) => erase(client, createSealer(Buffer.alloc(32)), 'c-1'))
  await eventually(() => expect(desk.rows()).toMatchObject([{ customerUid: 'c-2' }]))
})

test('of many desks one reads a customer, and a desk that shows the customer reads it too', async () => {
  const relay = await startTestRelay()
  const open = CustomerUid.parse('c-open')
  const desks = await Promise.all(
    Array.from({ length: 8 }, (_, index) => startDesk(relay, { isOpen: (uid) => index === 0 && uid === open })),
  )
  await eventually(() => {
    for (const desk of desks) expect(desk.status().relay?.isCatchingUp).toBe(false)
  })
  const low = await poster(relay, 'lowBalance')
  await low(lowBalance('c-1', '2026-11-22T10:00:00Z'))
  await low(lowBalance('c-open', '2026-11-22T10:00:00Z'))
  await eventually(() => expect(desks[0]?.reads).toContain('c-open'))
  await eventually(() => expect(desks.flatMap(({ reads }) => reads)).toContain('c-1'))
  const all = desks.flatMap(({ reads }) => reads)
  expect(all.filter((uid) => uid === 'c-1')).toHaveLength(1)
  expect(all.filter((uid) => uid === 'c-open').length).toBeLessThanOrEqual(2)
})

test('a test event comes the whole way, and causes no event, no alert and no read', async () => {
  const relay = await startTestRelay()
  const [desk, other] = [await startDesk(relay), await startDesk(relay)]
  const outcome = await desk.session.sendTest(new AbortController().signal)
  expect(outcome.arrivedAt).not.toBeNull()
  expect(outcome.took).toBeLessThan(5000)
  await (
    await poster(relay, 'countryChange')
  )({ iccid: '8948010000000000001', newCountry: 'FR' })
  await eventually(() => expect(other.rows()).toHaveLength(1))
  expect(other.rows()).toMatchObject([{ kind: 'countryChange' }])
  expect(other.status().lastReceived).not.toHaveProperty('esimStatus')
})
