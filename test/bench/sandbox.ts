/**
 * Measures the sandbox as `npm run sandbox` starts it: its launch, a million customers in one response, single calls
 * with 20,000 customers that were all changed, and the delay of a webhook.
 */
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client, type Dispatcher } from 'undici'
import { z } from 'zod'
import { figure, machine, median, percentile } from './support/figures.ts'
import { runSandboxScript, type RunningScript } from './support/sandboxScript.ts'

const launches = 15
const customers = 20_000
const callsOfAKind = 1000
const warmUp = 100
const maxBytes = 1e9

/** Times of one kind of call in milliseconds: wall time (p99), and the sandbox's processor time for one call. */
interface Kind {
  readonly name: string
  readonly p99: number
  readonly processor: number
}

const Token = z.object({ accessToken: z.string() })
const Inventory = z.object({
  items: z.array(
    z.object({ id: z.string(), name: z.string(), amount: z.number(), active: z.boolean(), countrySet: z.string() }),
  ),
})
const Entries = z.array(
  z.object({
    customer: z.object({ uid: z.string(), email: z.string().nullable() }),
    activatedItems: z.array(z.object({ uid: z.string(), balance: z.object({ activatedAt: z.string().nullable() }) })),
    relatedEsims: z.array(z.object({ iccid: z.string(), state: z.string() })),
  }),
)
type Call = readonly [method: Dispatcher.HttpMethod, path: string, body?: unknown]

async function authorize({ baseUrl, clientId, clientSecret }: RunningScript['info']): Promise<string> {
  const answer = await fetch(`${baseUrl}/reseller/authenticate`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
  })
  return `Bearer ${Token.parse(await answer.json()).accessToken}`
}

async function request(
  client: Client,
  authorization: string,
  [method, path, body]: Call,
): Promise<{ readonly text: string }> {
  const headers = { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const answer = await client.request({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${method} ${path} was answered with ${answer.statusCode}: ${text}`)
  return { text }
}

/**
 * Returns milliseconds. It discards the response while it arrives, because storing it would make this process collect
 * garbage, which is not the sandbox's time.
 */
async function timeCall(client: Client, authorization: string, [method, path, body]: Call): Promise<number> {
  const startedAt = performance.now()
  const headers = { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const answer = await client.request({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) })
  await answer.body.dump({ limit: maxBytes })
  if (answer.statusCode !== 200) throw new Error(`${method} ${path} was answered with ${answer.statusCode}`)
  return performance.now() - startedAt
}

async function timeLaunches(): Promise<void> {
  const times: number[] = []
  const processor: number[] = []
  for (let count = 0; count <= launches; count++) {
    const sandbox = await runSandboxScript([])
    // The first launch fills the caches of the disk and of the compiler.
    if (count > 0) times.push(sandbox.ready)
    if (count > 0) processor.push(sandbox.processorTime() * 1000)
    await sandbox.stop()
  }
  figure({
    name: 'Sandbox: launch of its script until it serves, median',
    value: median(times),
    unit: 'ms',
    goal: 300,
    note:
      `${times.length} launches, slowest ${Math.max(...times).toFixed(0)} ms; processor time of the ` +
      `sandbox's own process ${median(processor).toFixed(0)} ms`,
  })
}

async function streamAMillion(): Promise<void> {
  const sandbox = await runSandboxScript(['--customers', '1000000'])
  const { info } = sandbox
  const reader = fileURLToPath(new URL('support/drain.ts', import.meta.url))
  const before = sandbox.processorTime()
  const path = `/${info.segment}/activations/customers?page_size=1000000&only_active_profiles=false`
  const { stdout } = await promisify(execFile)(process.execPath, [reader, info.baseUrl, await authorize(info), path])
  const { bytes, milliseconds, complete } = z
    .object({ bytes: z.number(), milliseconds: z.number(), complete: z.literal(true) })
    .parse(JSON.parse(stdout))
  const used = sandbox.processorTime() - before
  const megabytes = bytes / 1e6
  figure({
    name: 'Sandbox: 1,000,000 customers in one response',
    value: megabytes / used,
    unit: 'MB for a second of one processor',
    goal: 100,
    atLeast: true,
    note: `${megabytes.toFixed(0)} MB${complete ? '' : ', cut off'}; by the clock ${(megabytes / (milliseconds / 1000)).toFixed(0)} MB/s`,
  })
  figure({ name: 'Sandbox: peak resident memory with that', value: sandbox.peakMemory(), unit: 'MB', goal: 150 })
  await sandbox.stop()
}

/** Changes each customer once; returns all of them. */
async function touchAll(client: Client, authorization: string, segment: string): Promise<z.infer<typeof Entries>> {
  const all = Entries.parse(
    JSON.parse(
      (await request(client, authorization, ['GET', `/${segment}/activations/customers?page_size=${customers}`])).text,
    ),
  )
  const workers = Array.from({ length: 8 }, async (_, worker) => {
    for (let at = worker; at < all.length; at += 8)
      await request(client, authorization, [
        'PUT',
        `/${segment}/activations/customers/${all[at]?.customer.uid}`,
        { countryOfResidence: 'FR' },
      ])
  })
  await Promise.all(workers)
  return all
}

async function timeCalls(sandbox: RunningScript): Promise<void> {
  const { info } = sandbox
  const client = new Client(info.baseUrl, { pipelining: 1 })
  const authorization = await authorize(info)
  const all = await touchAll(client, authorization, info.segment)
  const at = (index: number) => all[(index * 7919) % all.length] ?? all[0]
  const waiting = all.flatMap(({ activatedItems }) =>
    activatedItems.filter(({ balance }) => balance.activatedAt === null).map(({ uid }) => uid),
  )
  const packs = Inventory.parse(
    JSON.parse((await request(client, authorization, ['GET', `/${info.segment}/products/inventory`])).text),
  ).items
  const pack = packs.find(({ active, amount, countrySet }) => active && amount === 0 && countrySet === 'EUROPE')?.id
  const controlPost = { inventoryItemId: pack, metatag: 'bench', userIp: '', userCountry: '' }
  const Sold = z.object({ customer: z.object({ uid: z.string() }) })
  const sold: string[] = []
  for (let count = 0; count < 50; count++)
    sold.push(
      Sold.parse(
        JSON.parse(
          (await request(client, authorization, ['POST', `/${info.segment}/activations/register`, controlPost])).text,
        ),
      ).customer.uid,
    )
  const activations = `/${info.segment}/activations`
  const search = (searchKey: string, searchQuery: unknown, searchMode = 'isExact'): Call => [
    'POST',
    `${activations}/search-customers`,
    { searchKey, searchQuery, searchMode, pageSize: 50, pageIndex: 0 },
  ]
  const kinds: Readonly<Record<string, (index: number) => Call>> = {
    'one customer': (index) => ['GET', `${activations}/customers/${at(index)?.customer.uid}`],
    'a page of 50': (index) => ['GET', `${activations}/customers?page_size=50&page_index=${index % 400}`],
    'search by uid': (index) => search('UID', at(index)?.customer.uid),
    'search by ICCID': (index) => search('ICCID', at(index)?.relatedEsims[0]?.iccid ?? '8900000000000000000'),
    'search by e-mail': (index) => search('EMAIL', at(index)?.customer.email ?? 'nobody@example.com'),
    'search in e-mails': (index) => search('EMAIL', `nobody-${index}`, 'contains'),
    inventory: () => ['GET', `/${info.segment}/products/inventory`],
    countries: () => ['GET', `/${info.segment}/esim/countries/WWW`],
    flag: () => ['GET', `/${info.segment}/esim/countries/FR/flag`],
    devices: () => ['GET', '/esim/device/esim-capable'],
    register: () => ['POST', `${activations}/register`, controlPost],
    'top-up': (index) => ['POST', `${activations}/top-up`, { ...controlPost, customerUid: sold[index % sold.length] }],
    activate: (index) => ['POST', `${activations}/activated-items/${waiting[index]}/activate`],
    refund: (index) => ['POST', `/activations/activated-items/${waiting[waiting.length - 1 - index]}/refund`],
  }
  await fetch(`${info.controlUrl}/credits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${info.controlToken}`, 'content-type': 'application/json' },
    body: '{"amount":1000000}',
  })
  await fetch(`${info.controlUrl}/variants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${info.controlToken}`, 'content-type': 'application/json' },
    body: '{"monthlyRefunds":1000000}',
  })
  const slowest: Kind[] = []
  for (const [name, call] of Object.entries(kinds)) {
    const times: number[] = []
    const before = sandbox.processorTime()
    for (let index = 0; index < warmUp + callsOfAKind; index++) {
      const took = await timeCall(client, authorization, call(index))
      if (index >= warmUp) times.push(took)
    }
    const processor = ((sandbox.processorTime() - before) * 1000) / (warmUp + callsOfAKind)
    slowest.push({ name, p99: percentile(times, 99), processor })
  }
  slowest.sort((a, b) => b.p99 - a.p99)
  const describe = ({ name, p99, processor }: Kind): string => `${name} ${p99.toFixed(1)} (${processor.toFixed(2)})`
  figure({
    name: `Sandbox: the slowest kind of call with ${customers.toLocaleString('en')} changed customers, p99`,
    value: slowest[0]?.p99 ?? Number.NaN,
    unit: 'ms',
    goal: 5,
    note: `${callsOfAKind} calls each, by the clock, and the processor time of one: ${slowest.map(describe).join(', ')}`,
  })
  await client.close()
  await timeWebhooks(
    sandbox,
    all.flatMap(({ relatedEsims }) =>
      relatedEsims.filter(({ state }) => state === 'RELEASED').map(({ iccid }) => iccid),
    ),
  )
}

/** Measures the time from the request that causes a webhook to its receipt, response and network included. */
async function timeWebhooks({ info }: RunningScript, iccids: readonly string[]): Promise<void> {
  let arrived: (at: number) => void = () => undefined
  const receiver = createServer((request, response) => {
    arrived(performance.now())
    request.resume().on('end', () => response.end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  const client = new Client(info.controlUrl)
  const controlPost = (path: string, body: unknown): Promise<unknown> =>
    request(client, `Bearer ${info.controlToken}`, ['POST', path, body])
  await controlPost('/webhooks', {
    esimStatus: `http://127.0.0.1:${address !== null && typeof address === 'object' ? String(address.port) : ''}/`,
  })
  const times: number[] = []
  for (const iccid of iccids.slice(0, 1000)) {
    const startedAt = performance.now()
    const received = new Promise<number>((resolve) => (arrived = resolve))
    await controlPost(`/esims/${iccid}/install`, {})
    times.push((await received) - startedAt)
  }
  figure({
    name: 'Sandbox: request for an installation until its webhook is received, p99',
    value: percentile(times, 99),
    unit: 'ms',
    goal: 50,
    note: `${times.length} webhooks, median ${median(times).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms`,
  })
  await client.close()
  receiver.closeAllConnections()
  receiver.close()
}

await timeLaunches()
await streamAMillion()
const sandbox = await runSandboxScript(['--customers', String(customers)])
try {
  await timeCalls(sandbox)
} finally {
  await sandbox.stop()
}
machine()
