/** Values that the database refuses: they hold nothing up, and what has them is named in the feed. */
import { createServer } from 'node:http'
import Database from 'better-sqlite3-multiple-ciphers'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSpool } from '../../../relay/ingest/spool.ts'
import { newId, type Delivery } from '../../../relay/ingest/delivery.ts'
import { createSealer } from '../../../relay/secrets.ts'
import { eventually } from '../../support/eventually.ts'
import { withDatabase } from '../../support/postgres.ts'
import { answerWith, enrolDevice, poster, startTestRelay, testSettings } from '../../support/relay.ts'
import { testKey } from '../../support/relayProcess.ts'
import { listen } from '../electron/service/support.ts'

const low = (uid: string): object => ({ uid, timestamp: '2026-01-01T00:00:00Z' })

const figure = async (metricsUrl: string, name: string): Promise<number> => {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text()
  return Number(new RegExp(`^esim_relay_${name} (\\d+)$`, 'm').exec(text)?.[1])
}

test("characters in the app's answer that the database can't store hold up neither it nor others", async () => {
  const app = createServer((_request, response) =>
    response.end('{"returnCode":"FA\\u0000IL","returnMessage":"no \\u0000 and half of \\ud83d"}'),
  )
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const [activation, lowBalance] = [await poster(relay, 'activationRequest'), await poster(relay, 'lowBalance')]
  await answerWith(relay, 'activationRequest', 'pass', `http://127.0.0.1:${String(await listen(app))}/`)
  // Until the relay has been notified of the app, it refuses by itself, and an activation gets one answer for ever.
  await eventually(async () =>
    expect(await (await activation({ activationId: String(Math.random()) })).text()).toContain('half of'),
  )
  const count = 40
  const sent = Array.from({ length: count }, async (_, index) => {
    const answers = [
      await lowBalance(low(`c${String(index)}`)),
      await activation({ activationId: `a${String(index)}` }),
    ]
    for (const { status } of answers) expect(status).toBe(200)
  })
  await Promise.all(sent)
  await eventually(async () => {
    const records = await device.readAll()
    expect(records.filter(({ type }) => type === 'unreadable')).toEqual([])
    expect(records.filter((record) => record.type === 'event' && record.kind === 'lowBalance')).toHaveLength(count)
    const answers = records.filter((record) => record.type === 'answer' && record.outcome === 'refused')
    expect(answers).toHaveLength(count + 1)
    expect(answers[0]).toMatchObject({ returnCode: 'FA�IL', returnMessage: 'no � and half of �' })
  })
  expect(relay.log.join('')).not.toMatch(/"(22P05|22021|22P02)"/)
})

test('of a batch, what the database refuses is named as unreadable and counted, and the others are events', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  await withDatabase(relay.settings.databaseUrl, (client) =>
    client.query("ALTER TABLE events ADD CHECK (customer <> 'refused')"),
  )
  const post = await poster(relay, 'lowBalance')
  const customers = Array.from({ length: 60 }, (_, index) => (index % 20 === 7 ? 'refused' : `c${String(index)}`))
  const answers = await Promise.all(customers.map((uid) => post(low(uid))))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  await eventually(async () => {
    const types = (await device.readAll()).map(({ type }) => type)
    expect(types.filter((type) => type === 'event')).toHaveLength(57)
    expect(types.filter((type) => type === 'unreadable')).toHaveLength(3)
  })
  expect(await figure(relay.metricsUrl, 'unreadable_total')).toBe(3)
  expect(relay.log.join('')).toContain('"event":"value_refused","kind":"lowBalance","code":"23514"')
})

test('a uid that is too long for an index is no uid', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'lowBalance')
  const random = Array.from({ length: 1000 }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000)))
  for (const body of [low(random.join('')), low('c2')]) expect((await post(body)).status).toBe(200)
  await eventually(async () => {
    const records = await device.readAll()
    expect(records).toMatchObject([{ type: 'unreadable' }, { type: 'event', customer: 'c2' }])
  })
  expect(relay.log.join('')).not.toContain('value_refused')
})

function delivery(uid: string): Delivery {
  const receivedAt = Date.now()
  const head = { connection: 'main', kind: 'lowBalance', isTest: false, answer: null } as const
  return { ...head, id: newId(receivedAt), receivedAt, body: Buffer.from(JSON.stringify(low(uid))) }
}

test('what waits in the spool with another key, and what an earlier version had set aside, is named in the feed', async () => {
  const { databaseUrl, dataFolder } = await testSettings()
  const other = openSpool(dataFolder, 10, createSealer(Buffer.alloc(32, 2)))
  other.append([delivery('lost')])
  other.close()
  const own = openSpool(dataFolder, 10, createSealer(Buffer.from(testKey, 'hex')))
  own.append([delivery('c1'), delivery('c2')])
  own.quarantine(own.first(2)[1]?.place ?? 0)
  own.close()
  const file = new Database(join(dataFolder, 'spool.db'))
  file.exec("INSERT INTO deliveries (head, key_id, body) VALUES ('no JSON', '', x'')")
  file.close()
  const relay = await startTestRelay({ databaseUrl, dataFolder })
  await poster(relay, 'lowBalance')
  const device = await enrolDevice(relay)
  await eventually(async () => {
    const records = (await device.readAll()).filter(({ type }) => type !== 'hole')
    expect(records).toMatchObject([
      { type: 'unreadable', kind: 'lowBalance' },
      { type: 'event', customer: 'c1' },
      { type: 'event', customer: 'c2' },
    ])
  })
  expect(await figure(relay.metricsUrl, 'set_aside_total')).toBe(1)
  await withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query('SELECT DISTINCT key_id FROM receipts')
    expect(rows).toHaveLength(2)
  })
})
