/** Checks and reads a request of the control plane: its token, Host and Origin, then a JSON object. */
import type { IncomingMessage } from 'node:http'
import { isOwnHost } from '../http/host.ts'
import { readBody } from '../http/request.ts'
import { invalid, Refusal } from '../rules/refusal.ts'
import { sameSecret } from '../store/tokens.ts'

/** Bytes: orders of many faults are long. */
const largest = 1024 * 1024

/** A browser page is refused by its Origin, another name for this machine by its Host; the token is needed besides. */
export function admit(message: IncomingMessage, token: string): void {
  if (!isOwnHost(message.headers.host)) throw new Refusal(403, 'host', 'The control plane answers on loopback only.')
  if (message.headers.origin !== undefined) throw new Refusal(403, 'origin', 'The control plane is not for web pages.')
  const given = /^Bearer (\S+)$/.exec(message.headers.authorization ?? '')?.[1]
  if (given === undefined || !sameSecret(given, token))
    throw new Refusal(401, 'token', 'The control token is missing or wrong.')
}

export async function readJson(message: IncomingMessage): Promise<unknown> {
  const body = await readBody(message, largest)
  if (body.length === 0) return {}
  if (!/^application\/json\b/i.test(message.headers['content-type'] ?? ''))
    throw new Refusal(415, 'content-type', 'The control plane takes application/json.')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw invalid('The body is not JSON.')
  }
}
