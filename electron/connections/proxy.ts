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

/** The first entry of a PAC-style answer that this desk can use. Throws `PROXY_KIND` where it can use none. */
export function chosenOf(answer: string): ProxyServer | null {
  const entries = answer.split(';').map((entry) => entry.trim()).filter((entry) => entry !== '')
  for (const entry of entries) {
    const [kind = '', place = ''] = entry.split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return null
    const url = URL.parse(`${schemes[kind.toUpperCase()] ?? 'none'}://${place}`)
    if (url !== null && url.protocol !== 'none:') return { url, credentials: null }
  }
  if (entries.length === 0) return null
  throw new ProxyError('KIND')
}

/** `setting` as `normalProxy` gives it. Undefined: there is none, whatever the system says. */
export function findProxyOf(setting: string | null, credentials: ProxyCredentials | null, resolveProxy: ResolveProxy): FindProxy | undefined {
  if (setting === 'direct') return undefined
  if (setting === null) {
    return async (target) => {
      const answer = await resolveProxy(target.href).catch((error: unknown) => {
        throw new ProxyError('UNRESOLVED', { cause: error })
      })
      return chosenOf(answer)
    }
  }
  const typed: ProxyServer = { url: new URL(setting), credentials }
  return () => Promise.resolve(typed)
}
