/**
 * Reading: long poll and stream have the same records and the same cursor.
 *
 * @module-tag long
 */
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { renewFeed } from '../../../relay/commands/data.ts'
import { revoke } from '../../../relay/commands/devices.ts'
import { FeedPage, relayPaths, TimelinePage } from '#shared/wire/relay.ts'
import { eventually } from '../../support/eventually.ts'
import { withDatabase } from '../../support/postgres.ts'
import { callRelay, enrolDevice, poster, startTestRelay, type TestDevice } from '../../support/relay.ts'

const change = (iccid: string): object => ({ iccid, previousCountry: null, newCountry: 'FR' })

/** Reads a stream message by message. */
async function openStream(
  url: string,
  { token }: TestDevice,
  after: number,
): Promise<AsyncIterator<{ name: string; page: FeedPage }, void>> {
  const stop = new AbortController()
  const response = await callRelay(url, `${relayPaths.stream}?after=${String(after)}`, { token, signal: stop.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const { body } = response
  if (body === null) throw new Error('no body')
  return (async function* () {
    let text = ''
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      text += part
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const [, name = ''] = /^event: (.*)$/m.exec(text.slice(0, end)) ?? []
        const [, data = ''] = /^data: (.*)$/m.exec(text.slice(0, end)) ?? []
        text = text.slice(end + 2)
        yield { name, page: FeedPage.parse(JSON.parse(data)) }
      }
    }
  })()
}

test('a long poll waits for a record and returns it at once', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'countryChange')
  const { next } = await device.read(0)
  const began = performance.now()
  const waiting = device.read(next, 25)
  await post(change('1'))
  const page = await waiting
  expect(page.records).toMatchObject([{ type: 'event', iccid: '1' }])
  expect(performance.now() - began).toBeLessThan(20_000)
  expect((await device.read(page.next)).records).toEqual([])
})

test('a long poll without a record ends after its time with the same cursor', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const { next } = await device.read(0)
  expect(await device.read(next, 0.2)).toMatchObject({ records: [], next, more: false })
})

test('a stream begins after its cursor, goes on with what comes, and sends heartbeats between', async () => {
  const relay = await startTestRelay({ heartbeatMs: 200 })
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'countryChange')
  await post(change('1'))
  const [first] = await eventually(async () => {
    const records = await device.readAll()
    expect(records).toHaveLength(1)
    return records
  })
  await post(change('2'))
  const stream = await openStream(relay.url, device, first?.seq ?? 0)
  const iccids: (string | null)[] = []
  const names = new Set<string>()
  for (let posted = false; iccids.length < 2 || !names.has('heartbeat');) {
    const result = await stream.next()
    if (result.done === true) throw new Error('The stream has ended')
    const { value } = result
    names.add(value.name)
    iccids.push(...value.page.records.map((record) => (record.type === 'event' ? record.iccid : '')))
    if (!posted && value.name === 'heartbeat') {
      posted = true
      await post(change('3'))
    }
  }
  expect(iccids).toEqual(['2', '3'])
  await stream.return?.()
})

test('a desk that reads nothing of its answer does not keep the relay from ending', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  // The head of a request whose rest never comes.
  const { hostname, port } = new URL(relay.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write(
    `POST /v1/claims HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${device.token}\r\ncontent-length: 9\r\n\r\n`,
  )
  await new Promise((resolve) => socket.once('connect', resolve))
  await device.read(0)
  const began = performance.now()
  await relay.close()
  expect(performance.now() - began).toBeLessThan(6000)
})

test('a revoked device is refused, and its stream ends', async () => {
  const relay = await startTestRelay({ heartbeatMs: 200 })
  const device = await enrolDevice(relay)
  const stream = await openStream(relay.url, device, 0)
  await stream.next()
  await withDatabase(relay.settings.databaseUrl, (client) => revoke(client, device.id.slice(0, 8)))
  let ended = false
  while (!ended) ended = (await stream.next()).done === true
  const { status } = await callRelay(relay.url, relayPaths.status, { token: device.token })
  expect(status).toBe(401)
})

test('pages have a limit, and the next one begins where the last one ended', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'countryChange')
  await Promise.all(Array.from({ length: 25 }, (_, index) => post(change(String(index)))))
  await eventually(async () => expect(await device.readAll()).toHaveLength(25))
  const seqs: number[] = []
  let cursor = 0
  for (let more = true; more;) {
    const path = `${relayPaths.feed}?limit=7&after=${String(cursor)}`
    const page = FeedPage.parse(await (await callRelay(relay.url, path, { token: device.token })).json())
    seqs.push(...page.records.map(({ seq }) => seq))
    ;({ next: cursor, more } = page)
  }
  expect(seqs).toHaveLength(25)
  expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other))
})

test('a relay that has just started serves what was written before it', async () => {
  const first = await startTestRelay()
  const device = await enrolDevice(first)
  await (
    await poster(first, 'countryChange')
  )(change('1'))
  await first.close()
  const second = await startTestRelay({ databaseUrl: first.settings.databaseUrl })
  await (
    await poster(second, 'countryChange')
  )(change('2'))
  const { token } = device
  await eventually(async () => {
    const page = FeedPage.parse(await (await callRelay(second.url, relayPaths.feed, { token })).json())
    const events = page.records.filter(({ type }) => type === 'event')
    expect(events).toMatchObject([{ iccid: '1' }, { iccid: '2' }])
  })
})

test('two relays on one database feed the desks of both', async () => {
  const one = await startTestRelay()
  const other = await startTestRelay({ databaseUrl: one.settings.databaseUrl })
  const device = await enrolDevice(one)
  const { next } = await device.read(0)
  const waiting = device.read(next, 25)
  await (
    await poster(other, 'countryChange')
  )(change('1'))
  expect((await waiting).records).toMatchObject([{ iccid: '1' }])
})

test('a desk sees its own connection alone', async () => {
  const relay = await startTestRelay()
  const [own, foreign] = [await enrolDevice(relay), await enrolDevice(relay, 'Ben', 'other')]
  await (
    await poster(relay, 'countryChange')
  )(change('1'))
  await eventually(async () => expect(await own.readAll()).toHaveLength(1))
  expect(await foreign.readAll()).toEqual([])
})

test('a cursor of another feed, or from beyond the end, is refused', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const { feed } = await device.read(0)
  const read = async (query: string, url = relay.url): Promise<number> =>
    (await callRelay(url, `${relayPaths.feed}?${query}`, { token: device.token })).status
  expect(await read(`feed=${feed}&after=0`)).toBe(200)
  expect(await read('feed=other&after=0')).toBe(410)
  expect(await read('after=1000')).toBe(410)
  expect(await read('after=-1')).toBe(400)
  await relay.close()
  await withDatabase(relay.settings.databaseUrl, renewFeed)
  const restored = await startTestRelay({ databaseUrl: relay.settings.databaseUrl })
  await eventually(async () => expect(await read(`feed=${feed}&after=0`, restored.url)).toBe(410))
})

test('the timeline of a customer has the events of its eSIMs too, the newest first, page by page', async () => {
  const relay = await startTestRelay()
  const { token } = await enrolDevice(relay)
  const country = await poster(relay, 'countryChange')
  const low = await poster(relay, 'lowBalance')
  // Before anybody knows whose the eSIM is.
  await country(change('1'))
  await sleep(2)
  for (const day of ['01', '02', '03']) {
    await low({ uid: 'c1', iccid: '1', timestamp: `2026-01-${day}T00:00:00Z` })
    await sleep(2)
  }
  await country({ ...change('1'), newCountry: 'DE' })
  await low({ uid: 'c2', iccid: '2', timestamp: '2026-01-04T00:00:00Z' })
  const read = async (query: string): Promise<TimelinePage> =>
    TimelinePage.parse(await (await callRelay(relay.url, `${relayPaths.timeline}?${query}`, { token })).json())
  const first = await read('customer=c1&limit=2')
  const second = await read(`customer=c1&limit=9&before=${first.next ?? ''}`)
  const events = [...first.events, ...second.events]
  expect(events.map(({ kind }) => kind)).toEqual([
    'countryChange',
    'lowBalance',
    'lowBalance',
    'lowBalance',
    'countryChange',
  ])
  expect(second.next).toBeNull()
  expect((await read('iccid=2')).events).toMatchObject([{ customer: 'c2' }])
  for (const query of ['', 'customer=c1&iccid=1', 'customer=c1&before=x'])
    expect((await callRelay(relay.url, `${relayPaths.timeline}?${query}`, { token })).status).toBe(400)
})
