/**
 * Texts that a service quotes in its refusals are neither in `desk.log` nor in the reasons that the journal stores. The
 * tests use a real client, the real bridge and the real log file, with responses that contain everything that a service
 * knows of the desk and a customer.
 */
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { createBridge } from '../../electron/bridge/index.ts'
import { systemClock } from '../../electron/base/clock.ts'
import { createConnections } from '../../electron/connections/index.ts'
import { createLog, type Log } from '../../electron/log/index.ts'
import { classify } from '../../electron/operations/send/classify.ts'
import { createServiceClient, ProxyError } from '../../electron/service/index.ts'
import { idleHandlers } from '../support/idleHandlers.ts'
import { approveAll } from '../support/approvals.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const canaries = {
  clientId: 'shop-canary-client',
  clientSecret: 'canary-secret/+1',
  token: 'canary.token-of~the_service',
  proxyPassword: 'canary proxy "password"',
  matchingId: 'K2CANARY0X7Q9ZT4B1LM8W',
  email: 'ada.canary@customer.example',
  iccid: '8948010000098765432',
} as const
const activationCode = `LPA:1$smdp.canary.example$${canaries.matchingId}`
const basic = Buffer.from(`${canaries.clientId}:${canaries.clientSecret}`).toString('base64')

/** The values themselves, and their forms in addresses and JSON. */
const traces = [...Object.values(canaries), basic, 'smdp.canary'].flatMap((value) => [
  value,
  encodeURIComponent(value),
  JSON.stringify(value).slice(1, -1),
])
const foundIn = (text: string): readonly string[] => traces.filter((trace) => text.includes(trace))

const sentence = [
  `client ${canaries.clientId} with ${canaries.clientSecret} (${basic})`,
  `Bearer ${canaries.token}`,
  `token ${canaries.token}`,
  `behind ${canaries.proxyPassword}`,
  canaries.matchingId,
  activationCode,
  encodeURIComponent(activationCode),
  `<${canaries.email}>`,
  encodeURIComponent(canaries.email),
  canaries.iccid,
  `https://links.example/?carddata=${activationCode}`,
].join(', ')

const forms = {
  'application/problem+json': JSON.stringify({ title: sentence, detail: sentence }),
  'application/json': JSON.stringify({ message: sentence, error: sentence }),
  'text/plain': sentence,
} as const

/** Issues a token, and refuses every other request with a different status and form. */
async function quotingService(): Promise<string> {
  const answers = [400, 401, 403, 404, 409, 422, 429, 500, 302, 200].flatMap((status) =>
    Object.entries(forms).map(([type, body]) => ({ status, type, body })),
  )
  let requestCount = 0
  const server = createServer((request, response) => {
    if (request.url === '/reseller/authenticate') {
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ accessToken: canaries.token, expiresIn: 3600 }))
      return
    }
    const { status, type, body } = answers[requestCount++ % answers.length] ?? {
      status: 500,
      type: 'text/plain',
      body: '',
    }
    response.writeHead(status, { 'content-type': type, location: `/${encodeURIComponent(sentence)}` }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` // a TCP server's address has this form
}

async function logFile(): Promise<{
  readonly log: Log
  readonly text: () => Promise<string>
  readonly folder: string
}> {
  const folder = await temporaryFolder()
  const file = join(folder, 'desk.log')
  return { log: createLog({ file, level: 'debug' }), text: () => readFile(file, 'utf8'), folder }
}

const Envelope = z.object({ ok: z.boolean() })

test('failed reads, failed connection tests and direct log lines leave no canary in desk.log', async () => {
  const address = await quotingService()
  const { log, text, folder } = await logFile()
  const unused = (): Promise<never> => Promise.reject(new Error('Not in this test'))
  const connections = createConnections({
    approvals: approveAll,
    file: join(folder, 'profiles.json'),
    keychain: {
      state: () => Promise.resolve('session'),
      get: () => Promise.resolve(null),
      set: () => Promise.resolve('session'),
      remove: () => Promise.resolve(),
    },
    clock: systemClock,
    log,
    emit: () => undefined,
    startSandboxProcess: unused,
    deleteFiles: unused,
    resolveProxy: () => Promise.resolve('DIRECT'),
  })
  onTestFinished(() => connections.close())
  const { clientId, clientSecret, proxyPassword } = canaries
  const client = createServiceClient({
    address,
    segment: 'service',
    clock: systemClock,
    log,
    credentials: () => Promise.resolve({ clientId, clientSecret }),
  })
  onTestFinished(() => client.close())
  const uid = CustomerUid.parse('c-1')
  const read = async (): Promise<never> => {
    await client.customer(uid)
    throw new Error(`Was answered for ${canaries.email}`)
  }
  const origin = 'app://desk'
  const bridge = createBridge({
    handlers: {
      ...idleHandlers,
      connections: connections.handlers,
      customers: { ...idleHandlers.customers, get: read },
    },
    origin,
    log,
  })
  const ask = async (op: string, input: unknown): Promise<void> => {
    const answer = Envelope.parse(
      JSON.parse(await bridge.answer({ isMainFrame: true, origin, text: JSON.stringify({ op, input }) })),
    )
    expect(answer.ok).toBe(false)
  }
  for (let time = 0; time < 30; time += 1) await ask('customers.get', { uid })
  const trial = {
    address,
    segment: 'service',
    clientId,
    clientSecret,
    proxy: 'http://proxy.example:3128',
    proxyUser: 'canary',
    proxyPassword,
  }
  for (let time = 0; time < 30; time += 1) await ask('connections.test', trial)
  log.warn('An error that quotes', {
    error: new Error(`${sentence}\n    at ${sentence}`),
    cause: new ProxyError('STATUS_407'),
  })
  log.warn('A line that quotes', {
    text: sentence,
    nested: JSON.stringify({ detail: sentence, password: canaries.proxyPassword }),
  })
  const written = await text()
  expect(written.match(/A call was refused or failed/g)?.length).toBeGreaterThan(40)
  expect(foundIn(written)).toEqual([])
})

test('the reason that the journal stores for a refused operation contains no canary', async () => {
  const address = await quotingService()
  const { log } = await logFile()
  const { clientId, clientSecret } = canaries
  const client = createServiceClient({
    address,
    segment: 'service',
    clock: systemClock,
    log,
    credentials: () => Promise.resolve({ clientId, clientSecret }),
  })
  onTestFinished(() => client.close())
  log.hide(canaries.proxyPassword)
  const target = { kind: 'refund', itemUid: ItemUid.parse('i-1'), customerUid: null, severalRoutes: true } as const
  const reasons: (string | null)[] = []
  for (let time = 0; time < 30; time += 1) {
    const evidence = await client.sendMoney({
      kind: 'refund',
      itemUid: ItemUid.parse('i-1'),
      intentId: `intent-${String(time)}`,
    })
    reasons.push(classify(target, evidence).reason)
  }
  expect(reasons.filter((reason) => reason?.includes('client') === true).length).toBeGreaterThan(5)
  expect(foundIn(reasons.join('\n')).filter((trace) => !trace.includes('proxy'))).toEqual([])
})
