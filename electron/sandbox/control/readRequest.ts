/** Authorizes a request to the control plane by its Host, Origin and token, and reads its JSON body. */
import type { IncomingMessage } from 'node:http'
import { isAllowedHost } from '../http/host.ts'
import { readBody } from '../http/request.ts'
import { invalid, Refusal } from '../rules/refusal.ts'
import { sameSecret } from '../store/tokens.ts'

/** A request that sets many faults is long. */
const maxBytes = 1024 * 1024

/** Refuses browser pages by their Origin, other names of this machine by their Host, and any call without the token. */
export function authorize(message: IncomingMessage, token: string): void {
  if (!isAllowedHost(message.headers.host))
    throw new Refusal(403, 'host', 'The control plane answers on loopback only.')
  if (message.headers.origin !== undefined) throw new Refusal(403, 'origin', 'The control plane is not for web pages.')
  const presented = /^Bearer (\S+)$/.exec(message.headers.authorization ?? '')?.[1]
  if (presented === undefined || !sameSecret(presented, token))
    throw new Refusal(401, 'token', 'The control token is missing or wrong.')
}

export async function readJson(message: IncomingMessage): Promise<unknown> {
  const body = await readBody(message, maxBytes)
  if (body.length === 0) return {}
  if (!/^application\/json\b/i.test(message.headers['content-type'] ?? ''))
    throw new Refusal(415, 'content-type', 'The control plane takes application/json.')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw invalid('The body is not JSON.')
  }
}
