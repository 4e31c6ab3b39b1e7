/**
 * Calls another address than the service's, through the proxies and with the certificate authorities of a connection.
 * It sends no credentials of the service and follows no redirect.
 */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../log/index.ts'
import { createServerTime } from './features/serverTime.ts'
import { parseAddress } from './http/address.ts'
import { defaultLimits, type Limits } from './http/exchange.ts'
import type { Proxies } from './http/proxy.ts'
import { createReader, type Reader } from './http/reader.ts'
import { parseHere, type ListParser } from './parsing/parser.ts'
import { createTransport } from './http/transport.ts'

interface EndpointOptions {
  /** It has to be https; http is allowed for this machine alone. */
  readonly address: string
  /** PEM text of further certificate authorities. */
  readonly ca?: string | undefined
  readonly proxies?: Proxies | undefined
  readonly clock: Clock
  readonly log: Log
  readonly limits?: Limits
  /** Reads long answers; without it this thread does. */
  readonly parser?: ListParser | undefined
}

export interface Endpoint {
  /** Resolves to the answer or to the reason why there is none. */
  readonly send: Reader['send']
  readonly parser: ListParser
  /** Replaces the connections that were open while the machine slept. */
  readonly renew: () => void
  /** Ends all requests. */
  readonly close: () => Promise<void>
}

/** Throws `address_not_allowed`. */
export function createEndpoint({
  address,
  ca,
  proxies,
  clock,
  log,
  limits = defaultLimits,
  parser = parseHere,
}: EndpointOptions): Endpoint {
  const base = parseAddress(address)
  const closed = new AbortController()
  const transport = createTransport({ ca, proxies, connectLimit: limits.connect })
  const { send } = createReader({
    base,
    transport,
    limits,
    clock,
    log,
    serverTime: createServerTime(clock),
    closed: closed.signal,
    onOutcome: () => undefined,
  })
  return {
    send,
    parser,
    renew: transport.renew,
    async close() {
      closed.abort()
      await transport.destroy()
    },
  }
}
