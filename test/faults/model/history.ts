/** The history of one customer. It runs each step on the model and on the sandbox, and compares both afterwards. */
import { expect } from 'vitest'
import { z } from 'zod'
import type { SandboxClient, Reply, Webhook } from './real.ts'
import { Model, type InitialState, type Item, type Order, type Profile, type Alert } from './rules.ts'

const Size = z.object({ sizeValue: z.number(), sizeUnit: z.enum(['MB', 'GB', 'TB']) })
const Price = z.object({ priceValue: z.number() }).nullable()
const ShownItem = z.object({
  uid: z.string(),
  metatag: z.string(),
  purchasePrice: Price,
  retailPrice: Price,
  salesDate: z.string(),
  balance: z.object({
    activatedAt: z.string().nullable(),
    expiresAt: z.string().nullable(),
    activationMode: z.string(),
    size: Size,
    availableBalance: Size,
  }),
})
const ShownProfile = z.object({
  uid: z.string(),
  iccid: z.string(),
  imsi: z.string(),
  activationCode: z.string(),
  state: z.string(),
  active: z.boolean(),
})
const Sold = z.object({
  status: z.literal('success'),
  activatedItem: ShownItem,
  customer: z.object({ uid: z.string() }),
  esimProfile: ShownProfile.nullable(),
})
const Entry = z.object({
  customer: z.object({ uid: z.string() }),
  totalAvailableBalance: Size,
  activatedItems: z.array(ShownItem),
  relatedEsims: z.array(ShownProfile),
})
const InspectedCustomer = z.object({
  country: z.string().nullable(),
  items: z.array(z.object({ uid: z.string(), usedBytes: z.number(), portalStatus: z.string() })),
  esims: z.array(z.object({ uid: z.string(), iccid: z.string(), installations: z.number() })),
})

const unitBytes = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 }

/** Returns the expected bytes if the shown size equals them after rounding to two digits, else the shown bytes. */
function bytesOf({ sizeValue, sizeUnit }: z.infer<typeof Size>, expected: number): number {
  const shown = sizeValue * unitBytes[sizeUnit]
  return Math.abs(shown - expected) <= 0.005001 * unitBytes[sizeUnit] ? expected : shown
}

/** Returns the expected time if the text equals it at its own precision, else the time of the text. */
function timeOf(text: string | null, expected: number | null): number | null {
  if (text === null) return null
  const shown = Date.parse(text)
  const step = text.includes('.') ? 1 : 1000
  return expected !== null && Math.floor(expected / step) === Math.floor(shown / step) ? expected : shown
}

const cents = (price: z.infer<typeof Price>): number | null =>
  price === null ? null : Math.round(price.priceValue * 100)

function status({ paidWith, refunded }: Item): string {
  if (refunded) return 'Refunded'
  return paidWith === 'credits' ? 'Purchased' : 'Activated'
}

export class History {
  readonly model: Model
  readonly real: SandboxClient
  readonly #ledgerBefore: number
  readonly #ledger: { readonly kind: string; readonly executed: boolean }[] = []
  #uid = ''
  steps = 0

  constructor(real: SandboxClient, given: InitialState, ledgerBefore: number) {
    this.real = real
    this.model = new Model(given)
    this.#ledgerBefore = ledgerBefore
  }

  /** Sends a money request and verifies that the sandbox executes or refuses it like the model. */
  async money(kind: string, path: string, body: unknown, done: boolean): Promise<Reply> {
    const reply = await this.real.call('POST', path, body)
    this.#ledger.push({ kind, executed: done })
    expect(reply.status, `${kind}: ${JSON.stringify(reply.body)}`).toSatisfy((code: number) =>
      done ? code === 200 : code >= 400 && code < 500 && code !== 403,
    )
    return reply
  }

  async buy(
    kind: 'register' | 'topUp' | 'topUpWithProfile',
    { pack, mode, metatag, expected }: Order,
  ): Promise<boolean> {
    const order: Order = { pack, mode, metatag, expected }
    const profiles = this.model.profiles.length
    const done = kind === 'register' ? this.model.register(order) : this.model.topUp(order, kind === 'topUpWithProfile')
    const body = {
      inventoryItemId: pack.id,
      metatag,
      activationMode: mode,
      ...(expected === null
        ? {}
        : { expectedPrice: { priceValue: expected.cents / 100, currencyCode: expected.currency } }),
      ...(kind === 'register' ? { userIp: '203.0.113.7', userCountry: 'DE' } : { customerUid: this.#uid }),
    }
    const path = { register: 'register', topUp: 'top-up', topUpWithProfile: 'top-up-with-profile' }[kind]
    const reply = await this.money(kind, `/service/activations/${path}`, body, done)
    if (!done) return false
    const sold = Sold.parse(reply.body)
    this.#uid = sold.customer.uid
    const item = this.model.items.at(-1)
    if (item !== undefined) item.uid = sold.activatedItem.uid
    const profile = this.model.profiles.at(-1)
    const fresh = this.model.profiles.length > profiles
    expect(sold.esimProfile !== null, `${kind} answers a profile`).toBe(fresh)
    if (fresh && profile !== undefined)
      Object.assign(profile, { uid: sold.esimProfile?.uid, iccid: sold.esimProfile?.iccid })
    return true
  }

  /** Sends a request to the control plane and verifies that the sandbox executes or refuses it like the model. */
  async control(path: string, body: unknown, done: boolean): Promise<unknown> {
    const reply = await this.real.control('POST', path, body)
    expect(reply.status === 200, `${path} ${JSON.stringify(body)}: ${JSON.stringify(reply.body)}`).toBe(done)
    return reply.body
  }

  customerPath(what: string): string {
    return `/customers/${this.#uid}/${what}`
  }

  /** Verifies that the sandbox shows the customer of the model. */
  async compare(): Promise<void> {
    this.steps += 1
    if (this.#uid === '') return
    const [entry, inspected] = await Promise.all([
      this.real.call('GET', `/service/activations/customers/${this.#uid}`),
      this.real.control('GET', `/customers/${this.#uid}`),
    ])
    expect(this.#shown(Entry.parse(entry.body), InspectedCustomer.parse(inspected.body))).toEqual(this.#wanted())
  }

  #wanted(): unknown {
    const { model } = this
    return {
      total: model.total(),
      country: model.country,
      items: model.items.map((item) => ({
        uid: item.uid,
        metatag: item.metatag,
        mode: item.mode,
        status: status(item),
        used: item.used,
        soldAt: item.soldAt,
        startedAt: item.startedAt,
        endsAt: item.startedAt === null ? model.latestStart(item) : model.endOf(item),
        size: item.pack.bytes,
        left: item.refunded ? 0 : model.left(item),
        paid: item.paidWith === 'credits' ? item.pack.price : 0,
        retail: item.pack.retail ?? item.pack.price,
      })),
      profiles: model.profiles.map(({ uid, iccid, state, replaced, installations }) => ({
        uid,
        iccid,
        state,
        active: !replaced,
        installations,
      })),
    }
  }

  #shown(entry: z.infer<typeof Entry>, inspected: z.infer<typeof InspectedCustomer>): unknown {
    const { model } = this
    return {
      total: bytesOf(entry.totalAvailableBalance, model.total()),
      country: inspected.country,
      items: entry.activatedItems.map(({ uid, metatag, balance, salesDate, purchasePrice, retailPrice }) => {
        const item = model.items.find((one) => one.uid === uid)
        const known = inspected.items.find((one) => one.uid === uid)
        const end = item === undefined ? null : item.startedAt === null ? model.latestStart(item) : model.endOf(item)
        return {
          uid,
          metatag,
          mode: balance.activationMode,
          status: known?.portalStatus,
          used: known?.usedBytes,
          soldAt: timeOf(salesDate, item?.soldAt ?? null),
          startedAt: timeOf(balance.activatedAt, item?.startedAt ?? null),
          endsAt: timeOf(balance.expiresAt, end),
          size: bytesOf(balance.size, item?.pack.bytes ?? 0),
          left: bytesOf(balance.availableBalance, item === undefined || item.refunded ? 0 : model.left(item)),
          paid: cents(purchasePrice),
          retail: cents(retailPrice),
        }
      }),
      profiles: entry.relatedEsims.map(({ uid, iccid, state, active }) => ({
        uid,
        iccid,
        state,
        active,
        installations: inspected.esims.find((one) => one.uid === uid)?.installations,
      })),
    }
  }

  /** Verifies the account, the ledger and the webhooks of the whole history. */
  async close(): Promise<void> {
    this.real.stockIs(this.model.stock)
    const [state, ledger] = await Promise.all([
      this.real.state(),
      this.real.control('GET', `/ledger?since=${this.#ledgerBefore}`),
    ])
    expect(Math.round(state.credits.amount * 100), 'credits').toBe(this.model.credits)
    const rows = z
      .object({ rows: z.array(z.object({ kind: z.string(), executed: z.boolean() })) })
      .parse(ledger.body).rows
    expect(rows, 'ledger').toEqual(this.#ledger)
    const sent = (await this.real.webhooks()).filter(({ body }) => this.#isMine(body))
    const expected = this.model.alerts.map((alert) => this.#webhook(alert))
    for (const kind of new Set([...sent, ...expected].map((one) => one.kind))) {
      const of = (list: readonly Webhook[]): readonly unknown[] =>
        list.filter((one) => one.kind === kind).map(({ body }) => body)
      expect(of(sent), `webhooks ${kind}`).toEqual(of(expected))
    }
  }

  /** Filters webhooks, because items of earlier histories still reach their 90 days. */
  #isMine({ uid, iccid }: Webhook['body']): boolean {
    return uid === this.#uid || this.model.profiles.some((profile) => profile.iccid === iccid)
  }

  #webhook(alert: Alert): Webhook {
    const uid = this.#uid
    const line = { iccid: expect.any(String), imsi: expect.any(String) }
    const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())
    switch (alert.kind) {
      case 'esimStatus':
        return { kind: alert.kind, body: { ...line, iccid: alert.profile.iccid, profileState: alert.state } }
      case 'balanceActivation':
        return {
          kind: alert.kind,
          body: { uid, activatedItem: alert.item.uid, activatedAt: iso(alert.startedAt), expiresAt: iso(alert.endsAt) },
        }
      case 'lowBalance':
        return {
          kind: alert.kind,
          body: { uid, ...line, timestamp: expect.any(String), balanceAmountInByte: alert.balance },
        }
      case 'dataConsumption':
        return {
          kind: alert.kind,
          body: {
            uid,
            ...line,
            timestamp: expect.any(String),
            configuredThresholdPercentage: alert.threshold,
            balanceAmountInByte: alert.balance,
            originalBalanceAmountInByte: alert.item.pack.bytes,
            activatedItemId: alert.item.uid,
          },
        }
      case 'countryChange':
        return { kind: alert.kind, body: { ...line, previousCountry: alert.before, newCountry: alert.after } }
    }
  }

  profileAt(place: number): Profile | undefined {
    return this.model.profiles[place % this.model.profiles.length]
  }

  itemAt(place: number): Item | undefined {
    return this.model.items[place % this.model.items.length]
  }
}
