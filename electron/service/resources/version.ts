/**
 * Reads the version that the service reports (interface 9; it needs no token by the field notes). Its shape isn't
 * specified, so every shape is accepted.
 */
import { z } from 'zod'
import { contentTypeOf, isPage, jsonOf, successOf, type ResponseContext } from '../parsing/answer.ts'
import { answerBytes } from '../http/answerLimits.ts'
import type { Exchange } from '../http/exchange.ts'
import type { ReadRequest } from '../http/reader.ts'
import type { Read } from '../types.ts'

interface VersionOptions {
  readonly segment: string
  /** Sends without a token. */
  readonly send: (request: ReadRequest) => Promise<Exchange>
  readonly contextOf: (what: string) => ResponseContext
}

const maxLength = 200
const Named = z.looseObject({ version: z.union([z.string(), z.number()]) })

/** A service that requires a token or another method has no version that the desk could show. */
const absent = new Set([401, 403, 404, 405, 501])

function textOfVersion(json: unknown): string {
  const named = Named.safeParse(json)
  if (named.success) return String(named.data.version)
  return typeof json === 'string' ? json : JSON.stringify(json)
}

export function createVersion({ segment, send, contextOf }: VersionOptions): (read?: Read) => Promise<string | null> {
  return async (read) => {
    const what = 'version'
    const outcome = await send({
      what,
      path: `${segment}/version`,
      accept: 'application/json, text/plain',
      maxBytes: answerBytes.version,
      signal: read?.signal,
    })
    if (outcome.type === 'answer' && (absent.has(outcome.status) || isPage(outcome))) return null
    const context = contextOf(what)
    const answer = successOf(outcome, context)
    const json = jsonOf(answer)
    if (json === undefined && /^(image|audio|video|font)\/|octet-stream/.test(contentTypeOf(answer) ?? '')) return null
    const text = json === undefined ? answer.body.toString('utf8') : textOfVersion(json)
    return (
      context
        .hide(text)
        .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim()
        .slice(0, maxLength) || null
    )
  }
}
