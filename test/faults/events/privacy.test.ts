/** Canaries in every field that identifies a person: none is in a dump of the database, the spool, logs or figures. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../../relay/postgres/server.ts'
import { eventually } from '../../support/eventually.ts'
import { withDatabase } from '../../support/postgres.ts'
import { answerWith, enrolDevice, poster, startTestRelay } from '../../support/relay.ts'

const secret = (name: string): string => `${name}${randomBytes(8).toString('hex')}`

test('no e-mail address, IMSI, EID or activation code is in a dump, the spool, the log or the figures', async () => {
  const canaries = {
    email: `${secret('mail')}@example.org`,
    imsi: secret('imsi'),
    eid: secret('eid'),
    code: `LPA:1$smdp.example$${secret('code')}`,
  }
  const app = createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ email: canaries.email })))
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void app.close())
  const relay = await startTestRelay({ variables: { RELAY_DATABASE_TIMEOUT_MS: '300' } })
  const { databaseUrl, dataFolder } = relay.settings
  const device = await enrolDevice(relay)
  const personal = { imsi: canaries.imsi, eid: canaries.eid, email: canaries.email, activationCode: canaries.code }
  const posts = {
    esim: await poster(relay, 'esimStatus'),
    low: await poster(relay, 'lowBalance'),
    registration: await poster(relay, 'customerRegistration'),
    activation: await poster(relay, 'activationRequest'),
  }
  const url = `http://127.0.0.1:${String((app.address() as AddressInfo).port)}/`
  await answerWith(relay, 'customerRegistration', 'pass', url)
  await answerWith(relay, 'activationRequest', 'pass', url)
  const postAll = async (round: string): Promise<void> => {
    await posts.esim({ iccid: round, profileState: 'INSTALLED', ...personal })
    await posts.low({ uid: round, timestamp: round, ...personal })
    await posts.low(JSON.stringify(personal))
    await posts.low(canaries.email + canaries.imsi)
    await posts.registration({ uid: round, userToken: canaries.email, ...personal })
    await posts.activation({ activationId: round, userToken: canaries.email, ...personal })
  }
  const files = async (): Promise<string> => {
    const names = await readdir(dataFolder)
    return (await Promise.all(names.map((name) => readFile(join(dataFolder, name), 'latin1')))).join('')
  }
  await eventually(async () => {
    const answer = await posts.registration({ uid: 'first', userToken: canaries.email })
    expect(await answer.json()).toEqual({ email: canaries.email })
  })
  await postAll('one')
  let spooled = ''
  await withDatabase(databaseUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtextextended('esim_relay_log', 0))")
    await postAll('two')
    expect(await (await fetch(`${relay.metricsUrl}/metrics`)).text()).toMatch(/esim_relay_spool_depth [1-9]/)
    spooled = await files()
  })
  await eventually(async () => {
    const uids = (await device.readAll()).map((record) => (record.type === 'event' ? record.customer : null))
    expect(uids.filter((uid) => uid === 'two')).toHaveLength(2)
  })
  const { stdout: dump } = await promisify(execFile)(findProgram('pg_dump'), ['--inserts', databaseUrl], {
    maxBuffer: 2 ** 28,
  })
  const figures = await (await fetch(`${relay.metricsUrl}/metrics`)).text()
  // Bytes are written in hexadecimal.
  const bytes = [...dump.matchAll(/'\\x([0-9a-f]*)'/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  )
  expect(dump).toContain('INSTALLED')
  expect(bytes.length).toBeGreaterThan(10)
  const places = { dump, bytes: bytes.join('\n'), spooled, files: await files(), log: relay.log.join(''), figures }
  for (const [place, text] of Object.entries(places))
    for (const [name, canary] of Object.entries(canaries))
      expect([place, name, text.includes(canary)]).toEqual([place, name, false])
})
