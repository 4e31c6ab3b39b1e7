/** Finds the proxy for the service: none, one that was entered, or the one that the system reports for its address. */
import { isDirect } from '#shared/model/proxy.ts'
import type { Host } from '../host/host.ts'
import { ProxyError, type FindProxy, type ProxyServer } from '../service/index.ts'

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
 * Takes `setting` in the form that `normalProxy` returns. Returns undefined if no proxy is used, whatever the system
 * reports.
 */
export function findProxyOf(
  setting: string | null,
  credentials: ProxyCredentials | null,
  resolveProxy: ResolveProxy,
): FindProxy | undefined {
  if (setting === 'direct') return undefined
  if (setting === null) {
    return async (target) => {
      const answer = await resolveProxy(target.href).catch((error: unknown) => {
        throw new ProxyError('UNRESOLVED', { cause: error })
      })
      return proxiesOf(answer)
    }
  }
  const entered: ProxyServer = { url: new URL(setting), credentials }
  return () => Promise.resolve([entered])
}
