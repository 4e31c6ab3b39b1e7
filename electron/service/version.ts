/** What the service says of its own version (interface 9; field notes: no token). Its shape is not known, so any is taken. */
import { z } from 'zod'
import { contentTypeOf, isPage, jsonOf, successOf, type Judged } from './answer.ts'
import { answerBytes } from './answerLimits.ts'
import type { Exchange } from './exchange.ts'
import type { ReadRequest } from './reader.ts'
import type { Read } from './types.ts'

export interface VersionOptions {
  readonly segment: string
  /** Without a token. */
  readonly send: (request: ReadRequest) => Promise<Exchange>
  readonly context: (what: string) => Judged
}

const longest = 200
const Named = z.looseObject({ version: z.union([z.string(), z.number()]) })

/** Who wants a token for it, or another method, has no version that this desk could show. */
const absent = new Set([401, 403, 404, 405, 501])

function told(json: unknown): string {
  const named = Named.safeParse(json)
  if (named.success) return String(named.data.version)
  return typeof json === 'string' ? json : JSON.stringify(json)
}

export function createVersion({ segment, send, context }: VersionOptions): (read?: Read) => Promise<string | null> {
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
    const judged = context(what)
    const answer = successOf(outcome, judged)
    const json = jsonOf(answer)
    if (json === undefined && /^(image|audio|video|font)\/|octet-stream/.test(contentTypeOf(answer) ?? '')) return null
    const text = json === undefined ? answer.body.toString('utf8') : told(json)
    return (
      judged
        .hide(text)
        .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim()
        .slice(0, longest) || null
    )
  }
}
