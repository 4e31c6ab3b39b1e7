/** Finds the proxy for the service: none, one that was entered, or the one that the system reports for its address. */
import { isDirect } from '#shared/model/proxy.ts'
import type { Clock } from '../base/clock.ts'
import { proxyVariable } from '../base/proxyVariable.ts'
import type { Host } from '../host/host.ts'
import type { Log } from '../log/index.ts'
import { createProxies, ProxyError, type FindProxy, type Proxies, type ProxyServer } from '../service/index.ts'

export type ProxyCredentials = NonNullable<ProxyServer['credentials']>
export type ResolveProxy = Host['resolveProxy']

/** The form that is stored and compared: null means the system's proxy, `direct` means none. */
export function normalProxy(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return null
  return isDirect(text) ? 'direct' : new URL(text).origin
}

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }

/**
 * Returns the entries of a PAC-style answer that the desk can use, in their order. Throws `PROXY_KIND` if it can use
 * none.
 */
export function proxiesOf(answer: string): readonly (ProxyServer | null)[] {
  const entries = answer
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length === 0) return [null]
  const proxies = entries.flatMap((entry): readonly (ProxyServer | null)[] => {
    const [kind = '', place = ''] = entry.split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return [null]
    const url = URL.parse(`${schemes[kind.toUpperCase()] ?? 'none'}://${place}`)
    return url === null || url.protocol === 'none:' ? [] : [{ url, credentials: null }]
  })
  if (proxies.length === 0) throw new ProxyError('KIND')
  return proxies
}

/**
 * Finds the proxies that the system reports. Its answer has no place for credentials, so those of the proxy that the
 * environment names, with which command-line programs sign in, are taken from there.
 */
export function systemProxies(
  resolveProxy: ResolveProxy,
  environment: NodeJS.ProcessEnv,
  log: Pick<Log, 'hide'>,
): FindProxy {
  const named = namedProxy(environment)
  if (named !== null) log.hide(named.credentials.password)
  return async (target) => {
    const answer = await resolveProxy(target.href).catch((error: unknown) => {
      throw new ProxyError('UNRESOLVED', { cause: error })
    })
    return proxiesOf(answer).map((way) => (named !== null && way?.url.origin === named.url.origin ? named : way))
  }
}

type SignedProxy = ProxyServer & { readonly credentials: ProxyCredentials }

/** Returns the proxy of `https_proxy` if it has credentials. */
function namedProxy(environment: NodeJS.ProcessEnv): SignedProxy | null {
  const url = proxyVariable('https:', environment)?.url ?? null
  if (url === null || !Object.values(schemes).includes(url.protocol.slice(0, -1))) return null
  if (url.username === '' && url.password === '') return null
  const credentials = { user: percentDecoded(url.username), password: percentDecoded(url.password) }
  return { url: new URL(url.origin), credentials }
}

/** A percent sign that encodes nothing stays as it is. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Takes `setting` in the form that `normalProxy` returns. Returns undefined if no proxy is used, whatever the system
 * reports.
 */
export function proxiesFor(
  setting: string | null,
  credentials: ProxyCredentials | null,
  system: FindProxy,
  clock: Clock,
): Proxies | undefined {
  if (setting === 'direct') return undefined
  if (setting === null) return createProxies(system, clock)
  const entered: ProxyServer = { url: new URL(setting), credentials }
  return createProxies(() => Promise.resolve([entered]), clock)
}
