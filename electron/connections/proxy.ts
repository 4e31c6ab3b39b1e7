/** Which proxy leads to the service: none, one that was typed, or whatever the system says for its address. */
import { isDirect } from '#shared/model/proxy.ts'
import type { Host } from '../host/host.ts'
import { ProxyError, type FindProxy, type ProxyServer } from '../service/index.ts'

export type ProxyCredentials = NonNullable<ProxyServer['credentials']>
export type ResolveProxy = Host['resolveProxy']

/** As it is kept and compared: null is the system's, `direct` none. */
export function normalProxy(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return null
  return isDirect(text) ? 'direct' : new URL(text).origin
}

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }

/** The entries of a PAC-style answer that this desk can use, in their order. Throws `PROXY_KIND` where it can use none. */
export function waysOf(answer: string): readonly (ProxyServer | null)[] {
  const entries = answer
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length === 0) return [null]
  const ways = entries.flatMap((entry): readonly (ProxyServer | null)[] => {
    const [kind = '', place = ''] = entry.split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return [null]
    const url = URL.parse(`${schemes[kind.toUpperCase()] ?? 'none'}://${place}`)
    return url === null || url.protocol === 'none:' ? [] : [{ url, credentials: null }]
  })
  if (ways.length === 0) throw new ProxyError('KIND')
  return ways
}

/** `setting` as `normalProxy` gives it. Undefined: there is none, whatever the system says. */
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
      return waysOf(answer)
    }
  }
  const typed: ProxyServer = { url: new URL(setting), credentials }
  return () => Promise.resolve([typed])
}
