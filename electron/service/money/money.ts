/**
 * The paths of requests that move money (interface 4.9 to 4.13), and the sending of one. A request returns its
 * evidence, and `operations/` decides what that means. It is sent once, on a connection of its own (once.ts), follows
 * no redirect and never throws.
 */
import { DeskError } from '#shared/errors.ts'
import { WireRegister, WireTopUp, WireTopUpWithProfile } from '#shared/wire/activation.ts'
import { addressOf, pathPart } from '../http/address.ts'
import { contentTypeOf, retryAfterOf } from '../parsing/answer.ts'
import { mayBeCut, sendOnce, type OnceOptions } from '../http/once.ts'
import type { Tokens } from '../auth/tokens.ts'
import { inOrder, type DialectMemory } from '../features/dialect.ts'
import type { Evidence, ItemKind, MoneyKind, MoneyRequest, ServiceClient } from '../types.ts'

export interface MoneyOptions extends OnceOptions {
  readonly base: URL
  readonly tokens: Tokens
  readonly closed: AbortSignal
  /** Removes secrets and tokens from a body and preserves its form. */
  readonly hide: (body: string) => string
  /** Does the same for the body of a refusal, and removes the client ID as well. */
  readonly hideInRefusal: (body: string) => string
}

const bodies = { register: WireRegister, 'top-up': WireTopUp, 'top-up-with-profile': WireTopUpWithProfile }
const idempotencyKey = /^[\x21-\x7e]{1,64}$/

const unsendable = (): DeskError => new DeskError('invalid_input', 'This request can not be sent')

/**
 * The body of a purchase; the other kinds have none. Throws `invalid_input` for a body that doesn't fit the interface.
 */
function bodyOf(request: MoneyRequest): string | undefined {
  if ('itemUid' in request) return undefined
  const body = bodies[request.kind].safeParse(request.body)
  if (!body.success) throw unsendable()
  return JSON.stringify(body.data)
}

async function sendMoneyRequest(options: MoneyOptions, path: string, request: MoneyRequest): Promise<Evidence> {
  const { base, clock, tokens, closed, hide, hideInRefusal } = options
  const signal = request.signal === undefined ? closed : AbortSignal.any([closed, request.signal])
  const notSent = (error: unknown): Evidence => {
    const code = error instanceof DeskError ? error.code : null
    const cause = code === 'aborted' ? 'aborted' : code === 'invalid_input' ? 'other' : 'no_token'
    return { type: 'failure', cause, written: false, code }
  }
  let url: URL
  let token: string
  let body: string | undefined
  try {
    if (!idempotencyKey.test(request.intentId)) throw unsendable()
    body = bodyOf(request)
    url = addressOf(base, 'itemUid' in request ? path.replace('{uid}', () => pathPart(request.itemUid)) : path)
    token = await tokens.get(signal)
  } catch (error) {
    return notSent(error)
  }

  const { outcome, written } = await sendOnce(options, {
    method: 'POST',
    url,
    token,
    headers: { 'idempotency-key': request.intentId },
    ...(body === undefined ? {} : { body }),
    signal,
  })
  if (outcome.type === 'failure') return { type: 'failure', cause: outcome.cause, code: outcome.code, written }
  if (mayBeCut(outcome)) return { type: 'failure', cause: 'cut', written: true, code: null }
  const text = outcome.body.toString('utf8')
  const quotable = hideInRefusal(text)
  return {
    type: 'answer',
    status: outcome.status,
    contentType: contentTypeOf(outcome),
    body: outcome.status >= 400 ? quotable : hide(text),
    quotable,
    retryAfter: retryAfterOf(outcome, clock),
  }
}

export function createMoney(
  options: MoneyOptions & { readonly segment: string; readonly dialect: DialectMemory },
): Pick<ServiceClient, 'moneyRoutes' | 'rememberMoneyRoute' | 'sendMoney'> {
  const { segment, dialect } = options
  const itemPath = (kind: ItemKind): string => `/activations/activated-items/{uid}/${kind}`
  const refundPaths = { bare: itemPath('refund'), segment: segment + itemPath('refund') }
  /** Only a refund may have two paths, because the interface leaves its path open. */
  const moneyRoutes = (kind: MoneyKind): readonly string[] => {
    if (kind === 'refund')
      return inOrder<keyof typeof refundPaths>(['bare', 'segment'], dialect.get().refund).map(
        (place) => refundPaths[place],
      )
    return [segment + (kind === 'activate' ? itemPath(kind) : `/activations/${kind}`)]
  }

  return {
    moneyRoutes,
    rememberMoneyRoute(kind, path) {
      for (const refund of ['bare', 'segment'] as const)
        if (kind === 'refund' && path === refundPaths[refund]) dialect.learn({ refund })
    },
    async sendMoney(request) {
      const routes = moneyRoutes(request.kind)
      const path = request.path ?? routes[0]
      if (path === undefined || !routes.includes(path))
        return { type: 'failure', cause: 'other', written: false, code: 'no such route' }
      return await sendMoneyRequest(options, path, request)
    },
  }
}
