/**
 * Nobody sends a webhook again, so each one that is refused is inside a hole and counted.
 *
 * @module-tag long
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { relayPaths, type FeedPage } from '#shared/wire/relay.ts'
import { eventually } from '../../support/eventually.ts'
import { withDatabase } from '../../support/postgres.ts'
import {
  address,
  callRelay,
  enrolDevice,
  poster,
  startTestRelay,
  type TestDevice,
  type TestRelay,
} from '../../support/relay.ts'

const change = (index: number, more = ''): object => ({ iccid: String(index), newCountry: 'FR', more })

interface Refusal {
  readonly sent: number
  readonly answered: number
}

async function refuse(post: () => Promise<Response>): Promise<readonly [status: number, refusal: Refusal]> {
  const sent = Date.now()
  const { status } = await post()
  return [status, { sent, answered: Date.now() }]
}

const isInside = (records: FeedPage['records'], { sent, answered }: Refusal): boolean =>
  records.some(
    (record) => record.type === 'hole' && Date.parse(record.from) <= answered && Date.parse(record.until) >= sent,
  )

async function expectHoles(device: TestDevice, refusals: readonly Refusal[]): Promise<void> {
  await eventually(async () => {
    const records = await device.readAll()
    expect(refusals.filter((refusal) => !isInside(records, refusal))).toEqual([])
  })
}

async function refusedIn({ metricsUrl }: TestRelay): Promise<number> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text()
  return Number(/^esim_relay_received_total\{kind="countryChange",outcome="refused"\} (\d+)$/m.exec(text)?.[1])
}

test('webhooks above the rate of an address are inside a hole and counted', async () => {
  const relay = await startTestRelay({ variables: { RELAY_RATE: '5' } })
  const [device, post] = [await enrolDevice(relay), await poster(relay, 'countryChange')]
  const sent = await Promise.all(Array.from({ length: 35 }, (_, index) => refuse(() => post(change(index)))))
  const refusals = sent.filter(([status]) => status === 429).map(([, refusal]) => refusal)
  expect(refusals.length).toBeGreaterThan(5)
  await expectHoles(device, refusals)
  expect(await refusedIn(relay)).toBe(refusals.length)
  const holes = (await device.readAll()).filter(({ type }) => type === 'hole')
  expect(holes.length).toBeLessThanOrEqual(2)
})

test('a webhook that is too long is inside a hole and counted, and one for an unknown address is not', async () => {
  const relay = await startTestRelay()
  const [device, post] = [await enrolDevice(relay), await poster(relay, 'countryChange')]
  expect((await fetch(`${relay.url}/in/unknown`, { method: 'POST', body: '{}' })).status).toBe(404)
  const [status, refusal] = await refuse(() => post(change(1, 'x'.repeat(65 * 1024))))
  expect(status).toBe(413)
  await expectHoles(device, [refusal])
  expect(await refusedIn(relay)).toBe(1)
})

test.each(['known', 'looked up'])(
  'a sender that hangs up before its webhook is complete leaves a hole, also while its address is %s',
  async (state) => {
    const relay = await startTestRelay()
    const [device, url] = [await enrolDevice(relay), new URL(await address(relay, 'countryChange'))]
    if (state === 'known') expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(200)
    const sent = Date.now()
    const socket = connect(Number(url.port), url.hostname)
    socket.write(`POST ${url.pathname} HTTP/1.1\r\nhost: relay\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n`)
    await once(socket, 'data')
    socket.destroy()
    await expectHoles(device, [{ sent, answered: Date.now() }])
    expect(await refusedIn(relay)).toBe(1)
  },
)

test('webhooks are taken while the process is too busy for desks', async () => {
  const relay = await startTestRelay()
  const [device, post] = [await enrolDevice(relay), await poster(relay, 'countryChange')]
  expect((await post(change(0))).status).toBe(200)
  const statuses = await eventually(async () => {
    // The process does nothing else for longer than it bears. The mean of the delays is taken after each time, and only
    // in the second one there is no short delay of before.
    for (let time = 0; time < 2; time++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000)
      await sleep(1)
    }
    const [desk, ...webhooks] = await Promise.all([
      callRelay(relay.url, relayPaths.status, { token: device.token }),
      ...[1, 2, 3, 4, 5].map((index) => post(change(index))),
    ])
    expect(desk.status).toBe(503)
    return webhooks.map(({ status }) => status)
  })
  expect(statuses).toEqual([200, 200, 200, 200, 200])
})

test('a refusal that a relay could not report before it ended is reported by the next one', async () => {
  const variables = { RELAY_DATABASE_TIMEOUT_MS: '200', RELAY_SPOOL_MEGABYTES: '1' }
  const relay = await startTestRelay({ variables })
  const { databaseUrl, dataFolder } = relay.settings
  const [device, post] = [await enrolDevice(relay), await poster(relay, 'countryChange')]
  const refusal = await withDatabase(databaseUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtextextended('esim_relay_log', 0))")
    for (let index = 0; ; index++) {
      const [status, refused] = await refuse(() => post(change(index, 'x'.repeat(30_000))))
      if (status === 200) continue
      expect(status).toBe(503)
      const closing = relay.close()
      await sleep(300)
      await client.query("SELECT pg_advisory_unlock(hashtextextended('esim_relay_log', 0))")
      await closing
      return refused
    }
  })
  const next = await startTestRelay({ databaseUrl, dataFolder, variables })
  await eventually(async () => {
    const answer = await callRelay(next.url, `${relayPaths.feed}?limit=1000`, { token: device.token })
    const { records } = (await answer.json()) as FeedPage
    expect(isInside(records, refusal)).toBe(true)
  })
})
