/**
 * The two calls of the client library that want an answer: passed through, stopped, or not answered here.
 *
 * @module-tag long
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { withDatabase } from '../../support/postgres.ts'
import { answerWith, enrolDevice, poster, startTestRelay } from '../../support/relay.ts'

interface App {
  readonly url: string
  readonly bodies: string[]
}

/** The server of the reseller's app. */
async function startApp(reply: (body: string) => { status: number; body: string; delay?: number }): Promise<App> {
  const bodies: string[] = []
  const server = createServer((request: IncomingMessage, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      bodies.push(body)
      const { status, body: text, delay = 0 } = reply(body)
      setTimeout(() => response.writeHead(status, { 'content-type': 'application/json; x=1' }).end(text), delay)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/approve`, bodies }
}

const request = (activationId: string): object => ({
  inventoryItemId: 'p',
  userToken: 'user@example.org',
  metaTag: 'm',
  activationId,
})

test('an address that is not the relay to answer refuses, and so does the switch for incidents', async () => {
  const relay = await startTestRelay()
  const post = await poster(relay, 'activationRequest')
  const code = async (): Promise<unknown> => await (await post(request(String(Math.random())))).json()
  expect(await code()).toMatchObject({ returnCode: 'FAIL' })
  await answerWith(relay, 'activationRequest', 'stop')
  await eventually(async () =>
    expect(await code()).toEqual({ returnCode: 'FAIL', returnMessage: 'Installations are stopped.' }),
  )
})

test("the app's answer is passed on as it is, and its refusal gets into the feed with its words", async () => {
  const app = await startApp(() => ({
    status: 200,
    body: '{ "returnCode": "FAIL",  "returnMessage":"unknown token" }',
  }))
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'activationRequest')
  await answerWith(relay, 'activationRequest', 'pass', app.url)
  const answer = await post(request('a1'))
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'application/json; x=1',
    '{ "returnCode": "FAIL",  "returnMessage":"unknown token" }',
  ])
  expect(JSON.parse(app.bodies[0] ?? '')).toEqual(request('a1'))
  await eventually(async () =>
    expect(await device.readAll()).toMatchObject([
      { type: 'event', kind: 'activationRequest', details: { activationId: 'a1', metaTag: 'm' } },
      { type: 'answer', outcome: 'refused', status: 200, returnCode: 'FAIL', returnMessage: 'unknown token' },
    ]),
  )
})

test('an activation gets one answer for ever, asked at once, later, and at another relay', async () => {
  let count = 0
  const app = await startApp(() => ({
    status: 200,
    body: `{"returnCode":"SUCCESS","n":${String(++count)}}`,
    delay: 100,
  }))
  const relay = await startTestRelay()
  const post = await poster(relay, 'activationRequest')
  await answerWith(relay, 'activationRequest', 'pass', app.url)
  const other = await startTestRelay({ databaseUrl: relay.settings.databaseUrl })
  const atOther = await poster(other, 'activationRequest')
  const answers = await Promise.all([
    post(request('a')),
    post(request('a')),
    atOther(request('a')),
    atOther(request('a')),
  ])
  await answerWith(relay, 'activationRequest', 'stop')
  await sleep(2500)
  const texts = await Promise.all([...answers, await post(request('a'))].map((answer) => answer.text()))
  expect(new Set(texts)).toEqual(new Set(['{"returnCode":"SUCCESS","n":1}']))
  expect(app.bodies).toHaveLength(1)
  expect(await (await post(request('b'))).json()).toMatchObject({ returnCode: 'FAIL' })
})

test('an app that answers late, or not at all, is a refusal within three seconds', async () => {
  const app = await startApp(() => ({ status: 200, body: '{"returnCode":"SUCCESS"}', delay: 5000 }))
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'activationRequest')
  await answerWith(relay, 'activationRequest', 'pass', app.url)
  const began = performance.now()
  expect(await (await post(request('late'))).json()).toMatchObject({ returnCode: 'FAIL' })
  expect(performance.now() - began).toBeLessThan(3000)
  await answerWith(relay, 'activationRequest', 'pass', 'http://127.0.0.1:1/')
  await eventually(async () => {
    await post(request(`down ${String(Math.random())}`))
    const outcomes = (await device.readAll()).map((record) => (record.type === 'answer' ? record.outcome : null))
    expect(outcomes).toContain('late')
    expect(outcomes).toContain('unreachable')
  })
})

test('an activation whose relay ended before it answered is refused, once and for ever', async () => {
  const app = await startApp(() => ({ status: 200, body: '{"returnCode":"SUCCESS"}' }))
  const relay = await startTestRelay()
  const post = await poster(relay, 'activationRequest')
  await answerWith(relay, 'activationRequest', 'pass', app.url)
  await withDatabase(relay.settings.databaseUrl, (client) =>
    client.query(
      "INSERT INTO answers (connection, activation_hash) VALUES ('main', sha256(convert_to('orphaned', 'UTF8')))",
    ),
  )
  for (let time = 0; time < 2; time++)
    expect(await (await post(request('orphaned'))).json()).toMatchObject({ returnCode: 'FAIL' })
  expect(app.bodies).toEqual([])
})

test('the e-mail address in the answer to a registration is passed on and stored nowhere', async () => {
  const app = await startApp(() => ({ status: 200, body: '{"email":"anna@example.org"}' }))
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  await answerWith(relay, 'customerRegistration', 'pass', app.url)
  const answer = await (await poster(relay, 'customerRegistration'))({ userToken: 'user@example.org', uid: 'c1' })
  expect(await answer.json()).toEqual({ email: 'anna@example.org' })
  const records = await eventually(async () => {
    const read = await device.readAll()
    expect(read).toMatchObject([{ type: 'event' }, { type: 'answer', outcome: 'passed', status: 200 }])
    return read
  })
  expect(JSON.stringify(records)).not.toContain('@example.org')
})

test('calls are passed over https alone, except on this machine', async () => {
  const relay = await startTestRelay()
  await poster(relay, 'activationRequest')
  for (const url of ['http://app.example/', 'ftp://app.example/', 'https://user@app.example/', 'app', null])
    await expect(answerWith(relay, 'activationRequest', 'pass', url)).rejects.toThrow('needs an https address')
  await expect(answerWith(relay, 'esimStatus', 'stop')).rejects.toThrow('Nothing is answered')
})
