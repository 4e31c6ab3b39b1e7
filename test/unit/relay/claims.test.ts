/**
 * Claims: one desk reads a customer again, and all desks together read at most twice a second.
 *
 * @module-tag long
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ClaimAnswer, ReadAnswer, relayPaths, TimelinePage } from '#shared/wire/relay.ts'
import { eventually } from '../../support/eventually.ts'
import { temporaryDatabase, withDatabase } from '../../support/postgres.ts'
import { callRelay, enrolDevice, poster, startTestRelay, type TestDevice } from '../../support/relay.ts'

async function claim(url: string, { token }: TestDevice, customer: string, isOpen = true): Promise<ClaimAnswer> {
  const answer = await callRelay(url, relayPaths.claims, { token, body: { customer, isOpen } })
  return ClaimAnswer.parse(await answer.json())
}

test('of many desks that claim one customer one reads it, and a read ends the claim', async () => {
  const relay = await startTestRelay()
  const desks = await Promise.all(['Anna', 'Ben', 'Cleo', 'Dan'].map((name) => enrolDevice(relay, name)))
  const answers = await Promise.all(desks.map((desk) => claim(relay.url, desk, 'c1')))
  expect(answers.map(({ reason }) => reason).toSorted()).toEqual(['claimed', 'claimed', 'claimed', 'granted'])
  const [anna] = desks
  if (anna === undefined) throw new Error('no desk')
  const post = await poster(relay, 'lowBalance')
  await post({ uid: 'c1', timestamp: '2026-01-01T00:00:00Z' })
  const [event] = await eventually(async () => {
    const records = await anna.readAll()
    expect(records).toHaveLength(1)
    return records
  })
  const id = event?.type === 'event' ? event.id : ''
  const report = { customer: 'c1', iccids: ['8901', '8901'], events: [id] }
  const read = await callRelay(relay.url, relayPaths.reads, { token: anna.token, body: report })
  expect(ReadAnswer.parse(await read.json())).toEqual({ confirmed: 1 })
  await eventually(async () => {
    const last = (await anna.readAll()).at(-1)
    expect(last).toMatchObject({ type: 'read', customer: 'c1', device: 'Anna', events: [id] })
  })
  const timeline = await callRelay(relay.url, `${relayPaths.timeline}?customer=c1`, { token: anna.token })
  expect(TimelinePage.parse(await timeline.json()).events[0]?.confirmedAt).not.toBeNull()
  await eventually(async () => expect(await claim(relay.url, anna, 'c1', false)).toMatchObject({ granted: true }))
})

test('after a read, a desk that is late with the event does not read, and one that shows the customer does', async () => {
  const relay = await startTestRelay()
  const [anna, ben] = [await enrolDevice(relay, 'Anna'), await enrolDevice(relay, 'Ben')]
  expect(await claim(relay.url, anna, 'c1', false)).toMatchObject({ granted: true })
  const report = { customer: 'c1', iccids: [], events: [] }
  await callRelay(relay.url, relayPaths.reads, { token: anna.token, body: report })
  const late = await claim(relay.url, ben, 'c1', false)
  expect(late).toMatchObject({ granted: false, reason: 'claimed' })
  expect(late.milliseconds).toBeLessThanOrEqual(1000)
  // The limit of all desks may make it wait.
  const open = await eventually(async () => {
    const answer = await claim(relay.url, ben, 'c1')
    expect(answer.reason).not.toBe('busy')
    return answer
  })
  expect(open).toMatchObject({ granted: true })
})

test('a claim that a relay of the version before granted after a reported read is respected', async () => {
  const relay = await startTestRelay()
  const [anna, ben] = [await enrolDevice(relay, 'Anna'), await enrolDevice(relay, 'Ben')]
  expect(await claim(relay.url, anna, 'c1')).toMatchObject({ granted: true })
  const report = { customer: 'c1', iccids: [], events: [] }
  await callRelay(relay.url, relayPaths.reads, { token: anna.token, body: report })
  await withDatabase(relay.settings.databaseUrl, (client) =>
    client.query(
      `INSERT INTO claims (connection, customer, device, until)
       VALUES ('main', 'c1', $1, clock_timestamp() + make_interval(secs => 30))
       ON CONFLICT (connection, customer) DO UPDATE SET device = excluded.device, until = excluded.until`,
      [anna.id],
    ),
  )
  expect(await claim(relay.url, ben, 'c1')).toMatchObject({ granted: false, reason: 'claimed' })
})

test.each([
  ['reported', 'ALTER TABLE claims DROP COLUMN reported_until'],
  ['reported_until', 'ALTER TABLE claims DROP COLUMN reported'],
])('a database whose migration 0005 added the column %s takes claims and reports', async (_column, change) => {
  const databaseUrl = await temporaryDatabase()
  await withDatabase(databaseUrl, (client) =>
    client.query(`${change}; DELETE FROM relay_migrations WHERE name > '0005_reported'`),
  )
  const relay = await startTestRelay({ databaseUrl })
  const anna = await enrolDevice(relay)
  expect(await claim(relay.url, anna, 'c1')).toMatchObject({ granted: true })
  const report = { customer: 'c1', iccids: [], events: [] }
  expect((await callRelay(relay.url, relayPaths.reads, { token: anna.token, body: report })).status).toBe(200)
})

test('an event of another customer is not confirmed', async () => {
  const relay = await startTestRelay()
  const desk = await enrolDevice(relay)
  await (
    await poster(relay, 'lowBalance')
  )({ uid: 'c2', timestamp: '2026-01-01T00:00:00Z' })
  const [event] = await eventually(async () => {
    const records = await desk.readAll()
    expect(records).toHaveLength(1)
    return records
  })
  const body = { customer: 'c1', iccids: [], events: [event?.type === 'event' ? event.id : ''] }
  const read = await callRelay(relay.url, relayPaths.reads, { token: desk.token, body })
  expect(await read.json()).toEqual({ confirmed: 0 })
})

test('all desks together read at most twice a second, whichever of two relays they ask', async () => {
  const one = await startTestRelay()
  const other = await startTestRelay({ databaseUrl: one.settings.databaseUrl })
  const desk = await enrolDevice(one)
  const granted: number[] = []
  const until = performance.now() + 2600
  const ask = async (url: string, name: string): Promise<void> => {
    for (let index = 0; performance.now() < until; index++) {
      const answer = await claim(url, desk, `${name} ${String(index)}`, false)
      if (answer.granted) granted.push(performance.now())
      else await sleep(Math.min(50, answer.milliseconds))
    }
  }
  await Promise.all([ask(one.url, 'a'), ask(one.url, 'b'), ask(other.url, 'c'), ask(other.url, 'd')])
  expect(granted.length).toBeGreaterThanOrEqual(3)
  // The interval is the database's; the answers of two grants may arrive closer to each other.
  expect(granted.length).toBeLessThanOrEqual(7)
})

test('a customer that is open in a window comes before the others', async () => {
  const relay = await startTestRelay()
  const desk = await enrolDevice(relay)
  expect(await claim(relay.url, desk, 'first', false)).toMatchObject({ granted: true })
  const open = await claim(relay.url, desk, 'open')
  expect(open).toMatchObject({ granted: false, reason: 'busy' })
  await sleep(open.milliseconds + 20)
  expect(await claim(relay.url, desk, 'background', false)).toMatchObject({ granted: false, reason: 'busy' })
  expect(await claim(relay.url, desk, 'open')).toMatchObject({ granted: true })
})
