/**
 * The client of one reseller service (interface.md), composed of its parts: connections, token, reads and money.
 * Credentials and tokens stay inside of it: no message, log line or address contains one.
 */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../log/index.ts'
import { addressOf, parseAddress, pathPart } from './http/address.ts'
import type { ResponseContext } from './parsing/answer.ts'
import { createAuthentication } from './auth/authentication.ts'
import { createCapabilities } from './features/capabilities.ts'
import { createMoney } from './money/money.ts'
import { createWrites } from './money/write.ts'
import { createCustomers } from './resources/customers.ts'
import { rememberDialect, type Dialect } from './features/dialect.ts'
import { defaultLimits, type Limits } from './http/exchange.ts'
import { createFeatureMemory } from './features/features.ts'
import { createHealthWatch, type Health } from './features/health.ts'
import { createRedactor } from './auth/redactor.ts'
import { createExtras } from './resources/extras.ts'
import { parseHere, type ListParser } from './parsing/parser.ts'
import { createCatalog } from './resources/countries.ts'
import type { Proxies } from './http/proxy.ts'
import { createReader } from './http/reader.ts'
import { createServerTime } from './features/serverTime.ts'
import { createTokens, type Credentials } from './auth/tokens.ts'
import { createTransport } from './http/transport.ts'
import type { ServiceClient } from './types.ts'
import { createVersion } from './resources/version.ts'

export interface ServiceClientOptions {
  readonly address: string
  readonly segment: string
  /** Called for each token request. */
  readonly credentials: () => Promise<Credentials>
  /** PEM text of further certificate authorities. */
  readonly ca?: string
  /** The way to addresses beyond this machine. Without it the client uses no proxy. */
  readonly proxies?: Proxies
  readonly clock: Clock
  readonly log: Log
  readonly remembered?: Dialect
  readonly onDialect?: (dialect: Dialect) => void
  /** Called whenever the outcomes of calls change the state of the service. */
  readonly onHealth?: (health: Health) => void
  readonly limits?: Limits
  /** Parses large answers. By default they are parsed on the calling thread. */
  readonly parser?: ListParser
}

export type CreateServiceClient = (options: ServiceClientOptions) => ServiceClient

/** What the reads and the changes of one service share. */
type Core = ReturnType<typeof createCore>

function createCore(options: ServiceClientOptions) {
  const { clock, log, limits = defaultLimits } = options
  const base = parseAddress(options.address)
  const segment = `/${pathPart(options.segment)}`
  addressOf(base, segment)
  const closed = new AbortController()
  const transport = createTransport({ ca: options.ca, proxies: options.proxies, connectLimit: limits.connect })
  const serverTime = createServerTime(clock)
  const dialect = rememberDialect(options.remembered, options.onDialect, clock)
  const health = createHealthWatch((seen) => options.onHealth?.(seen))
  const redactor = createRedactor(log.hide)
  const common = { base, transport, limits, clock, serverTime, closed: closed.signal, onOutcome: health.onOutcome }
  const reader = createReader({ ...common, log })

  const contextOf = (what: string, mayBeMissing = false): ResponseContext => ({
    what,
    clock,
    mayBeMissing,
    hide: redactor.redact,
  })

  const authenticate = createAuthentication({ reader, redactor, contextOf })
  const tokens = createTokens({
    clock,
    credentials: options.credentials,
    authenticate: (credentials) => health.token(authenticate(credentials)),
  })
  return { common, segment, closed, dialect, health, redactor, reader, contextOf, tokens }
}

type Reads = Pick<
  ServiceClient,
  | 'inventory'
  | 'countries'
  | 'flag'
  | 'devices'
  | 'version'
  | 'customersPage'
  | 'customer'
  | 'readCustomer'
  | 'searchCustomers'
  | 'salesHistory'
  | 'connectivity'
  | 'capabilities'
>

function createReads(
  { segment, dialect, health, reader, contextOf, tokens }: Core,
  memory: ReturnType<typeof createFeatureMemory>,
  { clock, log, parser = parseHere }: ServiceClientOptions,
): Reads {
  const ask = (request: Parameters<typeof reader.ask>[0]): ReturnType<typeof reader.ask> => reader.ask(request, tokens)
  const resources = { segment, ask, contextOf, dialect, parser }
  const catalog = createCatalog({ ...resources, log })
  const customers = createCustomers(resources)
  const version = createVersion({ segment, contextOf, send: (request) => reader.send(request) })
  const extras = createExtras({ ...resources, memory })

  /**
   * Every read reports that the service works or rejects the credentials. The reader reports an unreachable service.
   */
  const reading =
    <Arguments extends readonly unknown[], Result>(read: (...args: Arguments) => Promise<Result>) =>
    (...args: Arguments): Promise<Result> =>
      health.read(read(...args))

  return {
    inventory: reading(catalog.inventory),
    countries: reading(catalog.countries),
    flag: reading(catalog.flag),
    devices: reading(catalog.devices),
    version,
    customersPage: reading(customers.customersPage),
    readCustomer: reading(customers.readCustomer),
    customer: reading(async (uid, read) => (await customers.readCustomer(uid, read)).entry),
    searchCustomers: reading(customers.searchCustomers),
    salesHistory: reading(extras.salesHistory),
    connectivity: reading(extras.connectivity),
    // Its reads report by themselves, and where it sends no request there is nothing to report.
    capabilities: createCapabilities({ ...resources, memory, clock, version }),
  }
}

interface Changes extends Pick<ServiceClient, 'correctCustomer' | 'moneyRoutes' | 'rememberMoneyRoute' | 'sendMoney'> {
  /** Resolves when no request that changes something is pending, so that the client can close. */
  readonly settled: () => Promise<void>
}

function createChanges(
  { common, segment, dialect, redactor, contextOf, tokens }: Core,
  memory: ReturnType<typeof createFeatureMemory>,
): Changes {
  const options = { ...common, tokens, segment, hide: redactor.values, hideInRefusal: redactor.refusal }
  const writes = createWrites({ ...options, contextOf, memory })
  const money = createMoney({ ...options, dialect })
  const pending = new Set<Promise<unknown>>()

  const changing =
    <Arguments extends readonly unknown[], Result>(send: (...args: Arguments) => Promise<Result>) =>
    (...args: Arguments): Promise<Result> => {
      const request = send(...args)
      const forget = (): void => void pending.delete(request)
      pending.add(request)
      request.then(forget, forget)
      return request
    }

  return {
    ...money,
    correctCustomer: changing(writes.correctCustomer),
    sendMoney: changing(money.sendMoney),
    settled: async () => void (await Promise.allSettled(pending)),
  }
}

export const createServiceClient: CreateServiceClient = (options) => {
  const core = createCore(options)
  const { common, closed, dialect, tokens } = core
  const { limits, transport, serverTime } = common
  const memory = createFeatureMemory(dialect, options.clock)
  const { settled, ...changes } = createChanges(core, memory)

  return {
    ...createReads(core, memory, options),
    ...changes,
    renewToken: async (read) => void (await tokens.renew(read?.signal)),
    prepareMoney: (read) => tokens.ensureLife(2 * limits.total, read?.signal),
    now: serverTime.now,
    reportedTime: serverTime.reported,
    onResume() {
      tokens.drop()
      transport.renew()
    },
    async close() {
      closed.abort()
      await settled()
      await transport.destroy()
    },
  }
}
