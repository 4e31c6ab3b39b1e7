/**
 * The sandbox for the model test: a process without customers, HTTP over persistent connections, a webhook receiver.
 */
import { createServer, type Server } from 'node:http'
import { Client, type Dispatcher } from 'undici'
import { z } from 'zod'
import { startSandboxProcess, type SandboxProcess } from '../../support/sandbox.ts'
import { day, type Pack } from './rules.ts'

const Price = z.object({ priceValue: z.number(), currencyCode: z.string() })
const Inventory = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      countrySet: z.string(),
      includedCountries: z.array(z.string()),
      active: z.boolean(),
      sizeValue: z.number(),
      sizeUnit: z.enum(['MB', 'GB', 'TB']),
      validitySize: z.number(),
      validityUnit: z.enum(['days', 'years']),
      validityUnlimited: z.boolean(),
      prices: z.array(Price),
      retailPrices: z.array(Price),
    }),
  ),
})
const Stock = z.object({ items: z.array(z.object({ id: z.string(), amount: z.number() })) })
const State = z.object({
  clock: z.object({ now: z.string() }),
  credits: z.object({ amount: z.number(), refundsThisMonth: z.number() }),
  counts: z.object({ ledger: z.number() }),
})

export interface Reply {
  readonly status: number
  readonly body: unknown
}
export interface Webhook {
  readonly kind: string
  readonly body: Readonly<Record<string, unknown>>
}

const cents = (prices: readonly z.infer<typeof Price>[], currency = 'USD'): number | null => {
  const price = prices.find(({ currencyCode }) => currencyCode === currency)
  return price === undefined ? null : Math.round(price.priceValue * 100)
}

function packOf(item: z.infer<typeof Inventory>['items'][number]): Pack {
  return {
    id: item.id,
    set: item.countrySet,
    countries: item.includedCountries,
    bytes: item.sizeValue * 1024 ** { MB: 2, GB: 3, TB: 4 }[item.sizeUnit],
    validity: item.validityUnlimited ? null : item.validitySize * { days: 1, years: 365 }[item.validityUnit] * day,
    price: cents(item.prices) ?? 0,
    retail: cents(item.retailPrices),
    retailInEuro: cents(item.retailPrices, 'EUR'),
    active: item.active,
    test: cents(item.prices) === 0,
  }
}

export class SandboxClient {
  readonly #process: SandboxProcess
  readonly #service: Client
  readonly #control: Client
  readonly #receiver: Server
  #token = ''
  #webhooks: Webhook[] = []
  #stock: ReadonlyMap<string, number> | null = null
  packs: readonly Pack[] = []

  private constructor(sandbox: SandboxProcess, receiver: Server) {
    this.#process = sandbox
    this.#service = new Client(sandbox.info.baseUrl)
    this.#control = new Client(sandbox.info.controlUrl)
    this.#receiver = receiver
  }

  static async start(sets: readonly string[], thresholds: readonly number[]): Promise<SandboxClient> {
    const sandbox = await startSandboxProcess({
      customers: 0,
      seed: 1,
      variants: { tokenSeconds: 1e12, installedSpelling: 'INSTALLED' },
    })
    const receiver = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', (part: string) => (text += part))
      request.on('end', () => {
        real.#webhooks.push({
          kind: (request.url ?? '').slice(1),
          body: z.record(z.string(), z.unknown()).parse(JSON.parse(text)),
        })
        response.end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const real = new SandboxClient(sandbox, receiver)
    await real.#prepare(sets, thresholds)
    return real
  }

  async #prepare(sets: readonly string[], thresholds: readonly number[]): Promise<void> {
    const { clientId, clientSecret } = this.#process.info
    const answer = await ask(
      this.#service,
      'POST',
      '/reseller/authenticate',
      `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    )
    this.#token = `Bearer ${z.object({ accessToken: z.string() }).parse(answer.body).accessToken}`
    this.packs = Inventory.parse((await this.call('GET', '/service/products/inventory')).body)
      .items.map(packOf)
      .filter(({ set }) => sets.includes(set))
    const address = this.#receiver.address()
    const url = address !== null && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : ''
    const kinds = ['esimStatus', 'balanceActivation', 'lowBalance', 'dataConsumption', 'countryChange']
    await this.order('/webhooks', { ...Object.fromEntries(kinds.map((kind) => [kind, `${url}/${kind}`])), thresholds })
    await this.order('/clock', { mode: 'stand' })
  }

  /** Sends a request to the service. */
  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply> {
    return ask(this.#service, method, path, this.#token, body)
  }

  /** Sends a request to the control plane. */
  control(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply> {
    return ask(this.#control, method, path, `Bearer ${this.#process.info.controlToken}`, body)
  }

  /** Sends a request to the control plane that has to succeed. */
  async order(path: string, body: unknown): Promise<unknown> {
    const { status, body: answer } = await this.control('POST', path, body)
    if (status !== 200) throw new Error(`the control plane answered ${status} to ${path}: ${JSON.stringify(answer)}`)
    return answer
  }

  /** Sets the stock of packages where it differs. Afterwards the stock is unknown until `stockIs` is called. */
  async setStock(amounts: ReadonlyMap<string, number>): Promise<void> {
    const known = this.#stock ?? (await this.#readStock())
    for (const [inventoryItemId, amount] of amounts) {
      if (known.get(inventoryItemId) !== amount) await this.order('/stock', { inventoryItemId, amount })
    }
    this.#stock = null
  }

  stockIs(amounts: ReadonlyMap<string, number>): void {
    this.#stock = amounts
  }

  async #readStock(): Promise<ReadonlyMap<string, number>> {
    const { items } = Stock.parse((await this.call('GET', '/service/products/inventory')).body)
    return new Map(items.map(({ id, amount }) => [id, amount]))
  }

  async state(): Promise<z.infer<typeof State>> {
    return State.parse((await this.control('GET', '/state')).body)
  }

  /** Returns the webhooks since the last call, in their order. */
  async webhooks(): Promise<readonly Webhook[]> {
    await this.control('GET', '/webhooks/deliveries?limit=0')
    const sent = this.#webhooks
    this.#webhooks = []
    return sent
  }

  async stop(): Promise<void> {
    await Promise.all([this.#service.close(), this.#control.close()])
    await this.#process.stop()
    this.#receiver.closeAllConnections()
    await new Promise<void>((resolve) => this.#receiver.close(() => resolve()))
  }
}

async function ask(
  client: Client,
  method: Dispatcher.HttpMethod,
  path: string,
  authorization: string,
  body?: unknown,
): Promise<Reply> {
  const headers = { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const answer = await client.request({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) })
  const text = await answer.body.text()
  return { status: answer.statusCode, body: text === '' ? null : JSON.parse(text) }
}
