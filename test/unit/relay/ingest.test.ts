/**
 * What the service posts: stored, read, compared and acknowledged.
 *
 * @module-tag long
 */
import { expect, test } from 'vitest'
import { readCommandLine } from '../../../relay/commandLine.ts'
import { runCommand } from '../../../relay/commands/run.ts'
import { setEnabled } from '../../../relay/commands/connections.ts'
import { eventually } from '../../support/eventually.ts'
import { withDatabase } from '../../support/postgres.ts'
import { address, connection, enrolDevice, poster, startTestRelay } from '../../support/relay.ts'

const status = (iccid: string, profileState = 'INSTALLED'): object => ({ iccid, imsi: '901', profileState, eid: '89' })

test('a webhook of every kind is acknowledged and becomes a record of the feed, in the order of its arrival', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const bodies = {
    esimStatus: status('8901'),
    balanceActivation: { uid: 'c1', activatedItem: 'i1', activatedAt: '2026-01-01T00:00:00Z', expiresAt: null },
    lowBalance: { uid: 'c1', iccid: '8901', imsi: '901', timestamp: '2026-01-02T00:00:00Z', balanceAmountInByte: 9 },
    dataConsumption: {
      uid: 'c1',
      iccid: '8901',
      timestamp: '2026-01-02T00:00:00Z',
      configuredThresholdPercentage: 99.5,
      balanceAmountInByte: 5,
      originalBalanceAmountInByte: 1000,
      activatedItemId: 'i1',
    },
    countryChange: { imsi: '901', iccid: '8901', previousCountry: null, newCountry: 'FR' },
    customerRegistration: { userToken: 'u@example.org', customerUid: 'c1' },
  } as const
  for (const kind of ['esimStatus', 'balanceActivation', 'lowBalance', 'dataConsumption', 'countryChange'] as const) {
    const response = await (await poster(relay, kind))(bodies[kind])
    expect([kind, response.status]).toEqual([kind, 200])
  }
  expect((await (await poster(relay, 'customerRegistration'))(bodies.customerRegistration)).status).toBe(503)
  const records = await eventually(async () => {
    const read = await device.readAll()
    expect(read).toHaveLength(7)
    return read
  })
  expect(records).toMatchObject([
    { type: 'event', kind: 'esimStatus', iccid: '8901', customer: null, details: { profileState: 'INSTALLED' } },
    { kind: 'balanceActivation', customer: 'c1', item: 'i1', details: { expiresAt: null } },
    { kind: 'lowBalance', customer: 'c1', details: { balanceAmountInByte: 9 } },
    { kind: 'dataConsumption', item: 'i1', details: { configuredThresholdPercentage: 99.5 } },
    // Whose the eSIM is has been learnt from the events before.
    { kind: 'countryChange', customer: 'c1', details: { previousCountry: null, newCountry: 'FR' } },
    { kind: 'customerRegistration', customer: 'c1' },
    { type: 'answer', kind: 'customerRegistration', outcome: 'notOurs' },
  ])
  const seqs = records.map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other))
  expect(JSON.stringify(records)).not.toContain('u@example.org')
})

test('a body that can not be read is acknowledged, kept encrypted, and reported', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'lowBalance')
  const bodies = ['{', '', '[]', '"text"', '{"uid":{}}', '{"balanceAmountInByte":1}']
  for (const body of bodies) expect((await post(body)).status).toBe(200)
  await eventually(async () => {
    const records = await device.readAll()
    expect(records.map(({ type }) => type)).toEqual(bodies.map(() => 'unreadable'))
  })
  const { rows } = await withDatabase(relay.settings.databaseUrl, (client) =>
    client.query('SELECT count(*)::int AS kept FROM receipts WHERE NOT readable'),
  )
  expect(rows).toEqual([{ kept: bodies.length }])
})

test('a body with an odd field is a hint as long as it names a customer or an eSIM', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'lowBalance')
  const bodies = [
    '{"uid":7}',
    '{"uid":"c1","balanceAmountInByte":"many"}',
    '{"uid":"c2","timestamp":1795167600000,"balanceAmountInByte":"104857600"}',
    '{"iccid":8943108165000712344,"timestamp":"2026-11-20T10:00:00Z"}',
  ]
  for (const body of bodies) expect((await post(body)).status).toBe(200)
  const none = { customer: null, iccid: null, details: { timestamp: null, balanceAmountInByte: null } }
  await eventually(async () => {
    expect(await device.readAll()).toMatchObject([
      { ...none, type: 'event', customer: '7' },
      { ...none, type: 'event', customer: 'c1' },
      {
        type: 'event',
        customer: 'c2',
        details: { timestamp: '2026-11-20T09:40:00.000Z', balanceAmountInByte: 104857600 },
      },
      { type: 'event', customer: null, iccid: '8943108165000712344' },
    ])
  })
})

test('texts that the database can not store do not hold up the others', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'esimStatus')
  expect((await post('{"iccid":"89\\u0000","profileState":"\\ud800"}')).status).toBe(200)
  expect((await post(status('8902'))).status).toBe(200)
  await eventually(async () => expect(await device.readAll()).toHaveLength(2))
})

test('an event with an id or a time is a repeat for ever; one without is a repeat of an equal one before it', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const low = await poster(relay, 'lowBalance')
  const esim = await poster(relay, 'esimStatus')
  const alert = { uid: 'c1', timestamp: '2026-01-02T00:00:00Z', balanceAmountInByte: 5 }
  await low(alert)
  await low({ ...alert, balanceAmountInByte: 4 })
  await low({ ...alert, timestamp: '2026-01-03T00:00:00Z' })
  await esim(status('1'))
  await esim(status('1'))
  await esim(status('2'))
  await esim(status('1', 'RELEASED'))
  await esim(status('1'))
  await Promise.all([esim(status('3')), esim(status('3')), esim(status('3'))])
  const records = await eventually(async () => {
    const read = await device.readAll()
    expect(read).toHaveLength(11)
    return read
  })
  const ids = records.map((record) => (record.type === 'event' ? record.id : ''))
  const repeats = records.map((record) => (record.type === 'event' ? record.repeatOf : ''))
  expect(repeats).toEqual([null, ids[0], null, null, ids[3], null, null, null, null, ids[8], ids[8]])
})

test('an equal eSIM status after ten minutes is a new one', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'esimStatus')
  await post(status('1'))
  await withDatabase(relay.settings.databaseUrl, (client) =>
    client.query("UPDATE events SET received_at = received_at - interval '10 minutes'"),
  )
  await post(status('1'))
  await eventually(async () => expect(await device.readAll()).toMatchObject([{ repeatOf: null }, { repeatOf: null }]))
})

test('an unknown address, a body that is too long and a kind that is off are distinguished', async () => {
  const relay = await startTestRelay()
  expect((await fetch(`${relay.url}/in/unknown`, { method: 'POST', body: '{}' })).status).toBe(404)
  const post = await poster(relay, 'esimStatus')
  expect((await post(`"${'x'.repeat(65 * 1024)}"`)).status).toBe(413)
  await withDatabase(relay.settings.databaseUrl, (client) => setEnabled(client, connection, 'esimStatus', false))
  await eventually(async () => {
    const metrics = await (await fetch(`${relay.metricsUrl}/metrics`)).text()
    expect((await post(status('1'))).status).toBe(200)
    expect(metrics).toMatch(/esim_relay_received_total\{kind="esimStatus",outcome="off"\} [1-9]/)
  })
})

test('a body is taken whatever content type it claims, also without one', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const url = await address(relay, 'esimStatus')
  for (const [index, type] of ['text/plain', 'application/json; charset=utf-8', 'x/y', ''].entries()) {
    const body = Buffer.from(JSON.stringify(status(String(index))))
    const headers = type === '' ? {} : { 'content-type': type }
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
  }
  await eventually(async () => expect(await device.readAll()).toHaveLength(4))
})

test('two addresses of a kind work at a time, and the third ends the first', async () => {
  const relay = await startTestRelay()
  const posts = [await poster(relay, 'esimStatus'), await poster(relay, 'esimStatus')]
  for (const post of posts) expect((await post(status('1'))).status).toBe(200)
  const third = await poster(relay, 'esimStatus')
  expect((await third(status('1'))).status).toBe(200)
  await eventually(async () => expect((await posts[0]?.(status('1')))?.status).toBe(404))
  expect((await posts[1]?.(status('1')))?.status).toBe(200)
  const figures = await (await fetch(`${relay.metricsUrl}/metrics`)).text()
  expect(figures).toMatch(/esim_relay_received_total\{kind="esimStatus",outcome="ended"\} [1-9]/)
  expect(relay.log.join('')).toContain('"event":"ended_address_called","kind":"esimStatus"')
  await eventually(async () => {
    const printed = await runCommand(relay.settings, readCommandLine(['addresses', 'esimStatus']))
    expect(printed.match(/last received \d{4}-/g)).toHaveLength(2)
  })
})

test('more webhooks a second than an address may have are refused and counted as too many', async () => {
  const relay = await startTestRelay({ variables: { RELAY_RATE: '5' } })
  const [limited, other] = [await poster(relay, 'esimStatus'), await poster(relay, 'countryChange')]
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => limited(status(String(index)))))
  const statuses = answers.map((answer) => answer.status)
  expect(statuses.filter((code) => code === 200).length).toBeGreaterThanOrEqual(5)
  expect(statuses.filter((code) => code === 429).length).toBeGreaterThan(0)
  expect((await other({ iccid: '1', newCountry: 'FR' })).status).toBe(200)
})
