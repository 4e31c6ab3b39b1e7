/**
 * The client of one reseller service (interface.md), composed of its parts: connections, token, reads and money.
 * Credentials and tokens stay inside of it: no message, log line or address contains one.
 */
import { DeskError } from '#shared/errors.ts'
import { WireAuthentication } from '#shared/wire/authentication.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log/index.ts'
import { addressOf, parseAddress, pathPart } from './address.ts'
import { answerBytes, maxTokenLength } from './answerLimits.ts'
import { refusesToken, successJson, type ResponseContext } from './answer.ts'
import { createCapabilities } from './capabilities.ts'
import { createCustomers } from './customers.ts'
import { rememberDialect, type Dialect } from './dialect.ts'
import { reasonOf } from './parseList.ts'
import { defaultLimits, type Exchange, type Limits } from './exchange.ts'
import { createFeatureMemory } from './features.ts'
import { createHealthWatch, type Health } from './health.ts'
import { createRedactor } from './redactor.ts'
import { sendMoneyRequest } from './money.ts'
import { createMoneyRoutes } from './moneyRoutes.ts'
import { createExtras } from './extras.ts'
import { parseHere, type ListParser } from './parser.ts'
import { createCatalog } from './countries.ts'
import type { FindProxy } from './proxy.ts'
import { createReader } from './reader.ts'
import { createServerTime } from './serverTime.ts'
import { createTokens, type Credentials } from './tokens.ts'
import { createTransport } from './transport.ts'
import type { Evidence, MoneyRequest, ServiceClient } from './types.ts'
import { createVersion } from './version.ts'
import { createWrites } from './write.ts'

export interface ServiceClientOptions {
  readonly address: string
  readonly segment: string
  /** Called for each token request. */
  readonly credentials: () => Promise<Credentials>
  /** PEM text of further certificate authorities. */
  readonly ca?: string
  /** Finds the proxy for addresses beyond this machine. Without it the client uses no proxy. */
  readonly findProxy?: FindProxy
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

const basic = ({ clientId, clientSecret }: Credentials): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64')}`

export const createServiceClient: CreateServiceClient = (options) => {
  const { clock, log, limits = defaultLimits } = options
  const base = parseAddress(options.address)
  const segment = `/${pathPart(options.segment)}`
  addressOf(base, segment)
  const closed = new AbortController()
  const transport = createTransport({ ca: options.ca, findProxy: options.findProxy, connectLimit: limits.connect })
  const serverTime = createServerTime(clock)
  const dialect = rememberDialect(options.remembered, options.onDialect)
  const health = createHealthWatch((seen) => options.onHealth?.(seen))
  const redactor = createRedactor(log.hide)
  const reader = createReader({
    base,
    transport,
    limits,
    clock,
    serverTime,
    log,
    closed: closed.signal,
    onOutcome: health.onOutcome,
  })
  const sends = new Set<Promise<unknown>>()

  const contextOf = (what: string, mayBeMissing = false): ResponseContext => ({
    what,
    clock,
    mayBeMissing,
    hide: redactor.redact,
  })

  /**
   * Requests a token (interface 4.1 and 5). Every 401 or 403 that isn't an HTML page means that the credentials are
   * wrong.
   */
  const authenticate = async (credentials: Credentials): Promise<WireAuthentication> => {
    const what = 'authenticate'
    redactor.credentials(credentials, basic(credentials).slice('Basic '.length))
    const outcome = await reader.send(
      { what, method: 'POST', path: '/reseller/authenticate', maxBytes: answerBytes.token },
      basic(credentials),
    )
    const context = contextOf(what)
    if (refusesToken(outcome))
      throw new DeskError('credentials_rejected', 'The service rejected the credentials', {
        status: outcome.type === 'answer' ? outcome.status : null,
      })
    const answer = WireAuthentication.safeParse(tokenJson(outcome, context))
    if (!answer.success)
      throw new DeskError('not_this_service', 'The answer is not a token', { reason: reasonOf(answer.error) })
    if (answer.data.accessToken.length > maxTokenLength)
      throw new DeskError('token_too_long', 'The access token is too long', { limit: maxTokenLength })
    redactor.token(answer.data.accessToken)
    return answer.data
  }

  const tokens = createTokens({
    clock,
    credentials: options.credentials,
    authenticate: (credentials) => health.token(authenticate(credentials)),
  })
  const ask = (request: Parameters<typeof reader.ask>[0]): ReturnType<typeof reader.ask> => reader.ask(request, tokens)
  const resources = { segment, ask, contextOf, dialect, parser: options.parser ?? parseHere }
  const catalog = createCatalog({ ...resources, log })
  const customers = createCustomers(resources)

  /**
   * Every read reports that the service works or rejects the credentials. The reader reports an unreachable service.
   */
  const reading =
    <Arguments extends readonly unknown[], Result>(read: (...args: Arguments) => Promise<Result>) =>
    (...args: Arguments): Promise<Result> =>
      health.read(read(...args))

  const sending = {
    base,
    transport,
    limits,
    clock,
    serverTime,
    tokens,
    closed: closed.signal,
    hide: redactor.values,
    hideInRefusal: redactor.refusal,
    onOutcome: health.onOutcome,
  }
  const memory = createFeatureMemory(dialect, clock)
  const version = createVersion({ segment, contextOf, send: (request) => reader.send(request) })
  const extras = createExtras({ ...resources, memory })
  const capabilities = createCapabilities({ ...resources, memory, clock, version })
  const writes = createWrites({ ...sending, segment, contextOf, memory })
  const routes = createMoneyRoutes(segment, dialect)
  const sendOnce = async (request: MoneyRequest): Promise<Evidence> => {
    const route = routes.moneyRoutes(request.kind)[request.route]
    if (route === undefined) return { type: 'failure', cause: 'other', written: false, code: 'no such route' }
    return sendMoneyRequest(sending, route, request)
  }

  /** The client waits for requests that may change something at the service before it closes. */
  const awaited = <T>(send: Promise<T>): Promise<T> => {
    sends.add(send)
    void send.then(
      () => sends.delete(send),
      () => sends.delete(send),
    )
    return send
  }

  return {
    inventory: reading(catalog.inventory),
    countries: reading(catalog.countries),
    flag: reading(catalog.flag),
    devices: reading(catalog.devices),
    version,
    customersPage: reading(customers.customersPage),
    customer: reading(customers.customer),
    searchCustomers: reading(customers.searchCustomers),
    salesHistory: reading(extras.salesHistory),
    connectivity: reading(extras.connectivity),
    // Its reads report by themselves, and where it sends no request there is nothing to report.
    capabilities,
    correctCustomer: (...change) => awaited(writes.correctCustomer(...change)),
    changeInventoryItem: (...change) => awaited(writes.changeInventoryItem(...change)),
    ...routes,
    sendMoney: (request) => awaited(sendOnce(request)),
    renewToken: async (read) => void (await tokens.renew(read?.signal)),
    prepareMoney: (read) => tokens.ensureLife(2 * limits.total, read?.signal),
    now: serverTime.now,
    onResume() {
      tokens.drop()
      transport.renew()
    },
    async close() {
      closed.abort()
      await Promise.allSettled(sends)
      await transport.destroy()
    },
  }
}

/**
 * A server that answers `authenticate` with anything but JSON is not the service (interface 4.1). A 403 with another
 * text rejects the credentials, too.
 */
function tokenJson(outcome: Exchange, context: ResponseContext): unknown {
  try {
    return successJson(outcome, context)
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    if (error.code === 'service_refused' && error.details['status'] === 403)
      throw new DeskError('credentials_rejected', 'The service rejected the credentials', error.details)
    if (error.code === 'unreadable_answer')
      throw new DeskError('not_this_service', 'The answer is not a token', error.details)
    throw error
  }
}
