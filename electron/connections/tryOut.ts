/** Tests a connection: logs in and reads the inventory. It stores nothing. */
import type { RequestedService } from '../approvals/index.ts'
import {
  normalAddress,
  type CreateServiceClient,
  type Credentials,
  type FindProxy,
  type ServiceClientOptions,
} from '../service/index.ts'
import { readCaFile } from './caFile.ts'
import { normalProxy, proxiesFor, type ProxyCredentials } from './proxy.ts'
import type { Endpoint } from './secrets.ts'

export interface Trial extends Omit<Endpoint, 'id'> {
  readonly credentials: Credentials
  readonly proxyCredentials: ProxyCredentials | null
}

export type TryOut = (
  trial: Trial,
  signal: AbortSignal,
) => Promise<{ readonly took: number; readonly packages: number }>

interface TryOutOptions extends Pick<ServiceClientOptions, 'clock' | 'log'> {
  readonly createClient: CreateServiceClient
  readonly systemProxy: FindProxy
}

export function createTryOut({ createClient, systemProxy, clock, log }: TryOutOptions): TryOut {
  return async ({ address, segment, caFile, proxy, credentials, proxyCredentials }, signal) => {
    const ca = await readCaFile(caFile)
    const proxies = proxiesFor(proxy, proxyCredentials, systemProxy, clock)
    if (proxyCredentials !== null) log.hide(proxyCredentials.password)
    const started = clock.monotonic()
    const client = createClient({
      address,
      segment,
      clock,
      log,
      credentials: () => Promise.resolve(credentials),
      ...(ca === undefined ? {} : { ca }),
      ...(proxies === undefined ? {} : { proxies }),
    })
    try {
      await client.renewToken({ signal })
      const { items, unreadable } = await client.inventory({ signal })
      return { took: clock.monotonic() - started, packages: items.length + unreadable.length }
    } finally {
      await client.close()
    }
  }
}

/** The part of the endpoint that a person approves. The path is left out, because it leads to the same service. */
export function wantedServiceOf({
  address,
  proxy,
  caFile,
  linkHost,
}: Pick<Endpoint, 'address' | 'proxy' | 'caFile'> & {
  readonly linkHost?: string | null | undefined
}): RequestedService {
  return { origin: URL.parse(address)?.origin ?? address, proxy, caFile, linkHost: linkHost ?? null }
}

/** The endpoint of a connection in its stored form. Throws `address_not_allowed`. */
export const endpointOf = ({
  address,
  segment,
  caFile,
  proxy,
}: {
  readonly address: string
  readonly segment: string
  readonly caFile?: string | null | undefined
  readonly proxy?: string | null | undefined
}): Omit<Endpoint, 'id'> => ({
  address: normalAddress(address),
  segment,
  caFile: caFile || null,
  proxy: normalProxy(proxy),
})
