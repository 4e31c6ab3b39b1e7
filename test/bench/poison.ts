/**
 * Intake beside poisoned calls: how many webhooks a second the relay acknowledges while others come whose bodies and
 * answers of the app have what a database can't store, and while those others are ordinary. They take turns in one run;
 * `ESIM_DESK_BENCH_SECONDS` (10) is how long each turn lasts. Then it is measured beside webhooks that the database
 * refuses, which the relay knows of none: a constraint is added for them.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { setAnswer } from '../../relay/commands/connections.ts'
import { withBenchRelay } from './support/benchRelay.ts'
import { address, withDatabase } from './support/relayDevice.ts'
import { figure, machine, median } from './support/figures.ts'

const turnMs = Number(process.env['ESIM_DESK_BENCH_SECONDS'] ?? 10) * 1000
const turns = 5
const [ordinarySenders, otherSenders] = [24, 6]
const poison = '\\u0000\\ud800'

/** A text for the bodies and answers of the calls beside the counted ones; `refused` is refused by the database. */
const texts = { ordinary: 'no', poisoned: poison, refused: 'refused' } as const
type Beside = keyof typeof texts

const app = createServer((request, response) => {
  request.setEncoding('utf8').on('data', (body: string) => {
    const message = body.includes('poisoned') ? poison : 'no'
    response.end(`{"returnCode":"FAIL","returnMessage":"${message}"}`)
  })
})

await withBenchRelay(async ({ relay, databaseUrl }) => {
  await once(app.listen(0, '127.0.0.1'), 'listening')
  const appUrl = `http://127.0.0.1:${String((app.address() as AddressInfo).port)}/`
  const change = await address(databaseUrl, 'countryChange')
  const low = await address(databaseUrl, 'lowBalance')
  const activate = await address(databaseUrl, 'activationRequest')
  await withDatabase(databaseUrl, (client) => setAnswer(client, 'main', 'activationRequest', 'pass', appUrl))
  const pool = new Pool(relay.url, { connections: ordinarySenders + otherSenders })
  let count = 0

  const post = async (path: string, body: string): Promise<boolean> => {
    const answer = await pool.request({ path, method: 'POST', headers: { 'content-type': 'application/json' }, body })
    await answer.body.dump()
    return answer.statusCode === 200
  }
  /** Returns how many of the counted and of the other webhooks were acknowledged a second. */
  const turn = async (beside: Beside): Promise<readonly [counted: number, others: number]> => {
    let [counted, others] = [0, 0]
    const until = performance.now() + turnMs
    const repeat = async (work: () => Promise<void>): Promise<void> => {
      while (performance.now() < until) await work()
    }
    const one = async (): Promise<void> => {
      if (await post(change, `{"iccid":"${String(count++)}","newCountry":"FR"}`)) counted += 1
    }
    const other = async (): Promise<void> => {
      const id = `${beside}${String(count++)}`
      if (await post(low, `{"uid":"${id}${texts[beside]}","timestamp":"2026-01-01T00:00:00Z"}`)) others += 1
      if (beside !== 'refused' && (await post(activate, `{"activationId":"${id}"}`))) others += 1
    }
    await Promise.all([
      ...Array.from({ length: ordinarySenders }, () => repeat(one)),
      ...Array.from({ length: otherSenders }, () => repeat(other)),
    ])
    return [(counted / turnMs) * 1000, (others / turnMs) * 1000]
  }
  const compare = async (beside: Beside): Promise<void> => {
    const [ordinary, odd, others]: [number[], number[], number[]] = [[], [], []]
    await turn('ordinary')
    for (let index = 0; index < turns; index++) {
      ordinary.push((await turn('ordinary'))[0])
      const [counted, other] = await turn(beside)
      odd.push(counted)
      others.push(other)
    }
    figure({
      name: `Relay: intake beside ${beside} calls, of that beside ordinary ones`,
      value: (median(odd) / median(ordinary)) * 100,
      unit: '%',
      goal: 80,
      atLeast: true,
      note:
        `${median(odd).toFixed(0)} and ${median(ordinary).toFixed(0)} webhooks a second, ` +
        `${median(others).toFixed(0)} ${beside} ones beside them`,
    })
  }
  await compare('poisoned')
  await withDatabase(databaseUrl, (client) =>
    client.query("ALTER TABLE events ADD CHECK (customer NOT LIKE '%refused') NOT VALID"),
  )
  await compare('refused')
  await pool.close()
  app.close()
  app.closeAllConnections()
  machine()
})
