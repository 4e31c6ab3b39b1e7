/**
 * Serves one request of the service from its first byte to its last: route, faults before the call, token, endpoint,
 * faults after the call. An endpoint is synchronous, so that its changes happen at once or not at all.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { noRoute, notActive, text, type ApiResponse } from '../serializers/response.ts'
import { problem } from '../serializers/problem.ts'
import { loginPage, proxyPage } from '../serializers/pages.ts'
import type { Fault } from '../faults.ts'
import { Refusal } from '../rules/refusal.ts'
import type { Store } from '../store/store.ts'
import { readBody } from './request.ts'
import type { Endpoint, Routes } from './routes.ts'
import { reset, transmit } from './transmit.ts'

export async function serve(
  store: Store,
  routes: Routes,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const address = message.url ?? '/'
  const at = address.indexOf('?')
  const path = at < 0 ? address : address.slice(0, at)
  const method = message.method ?? 'GET'
  const match = routes.match(method, path, store.variants)
  const respond = (apiResponse: ApiResponse, faults: readonly Fault[] = []): Promise<void> =>
    transmit(
      {
        response,
        now: store.clock.now(),
        gzip: store.variants.gzip && /\bgzip\b/.test(message.headers['accept-encoding'] ?? ''),
        byteOrderMark: store.variants.byteOrderMark,
      },
      apiResponse,
      faults,
    )

  const name = match.found === 'endpoint' ? match.endpoint.name : match.found === 'otherMethod' ? match.name : 'unknown'
  store.requests.set(name, (store.requests.get(name) ?? 0) + 1)
  let body: Buffer
  try {
    body = await readBody(message)
  } catch (error) {
    if (!(error instanceof Refusal)) return // The client disconnected before it had sent the whole body.
    return respond(problem(store.variants.errorForm, error))
  }
  if (match.found === 'nothing') return respond(noRoute)
  if (match.found === 'otherMethod') return respond(otherMethod(store, match.name, match.allow))

  const { endpoint, params } = match
  for (const fault of store.faults.takeMatching('before', endpoint.name, address)) {
    const outcome = await applyFault(store, fault)
    if (outcome === 'hang') return
    if (outcome === 'drop') return reset(response)
    if (outcome !== 'continue') return respond(outcome)
  }
  if (!isAuthorized(store, endpoint, message)) return respond(notActive)
  const responseFaults = store.faults.takeMatching('after', endpoint.name, address)
  const result = execute(store, endpoint, {
    method,
    address,
    params,
    query: new URLSearchParams(at < 0 ? '' : address.slice(at + 1)),
    headers: message.headers,
    body,
  })
  if (responseFaults.some((fault) => fault.kind === 'crash')) process.kill(process.pid, 'SIGKILL')
  await respond(result, responseFaults)
}

function execute(store: Store, endpoint: Endpoint, request: Parameters<Endpoint['handle']>[1]): ApiResponse {
  try {
    return endpoint.handle(store, request)
  } catch (error) {
    if (error instanceof Refusal) return refusalResponse(store, error)
    return text(500, 'Internal Server Error')
  }
}

/** The statuses of refusals by a rule (`rules/refusal.ts`), not by the form of a request. */
const ruleStatuses: readonly number[] = [402, 409, 422]

function refusalResponse({ variants: { errorForm, refusalStatus } }: Store, refusal: Refusal): ApiResponse {
  const { status, code, message } = refusal
  const isRule = refusalStatus !== null && ruleStatuses.includes(status)
  return problem(errorForm, { status: isRule ? refusalStatus : status, code, message })
}

function otherMethod(store: Store, name: string, allow: string): ApiResponse {
  const status = name === 'search' ? store.variants.searchRefusal : 405
  if (status === 404) return noRoute
  const refusal =
    status === 400
      ? { status, code: 'invalid-request', message: 'The request is not valid.' }
      : { status, code: 'method-not-allowed', message: `Allowed here: ${allow}.` }
  return { ...problem(store.variants.errorForm, refusal), headers: { allow } }
}

async function applyFault(store: Store, fault: Fault): Promise<ApiResponse | 'continue' | 'hang' | 'drop'> {
  switch (fault.kind) {
    case 'latency':
      await wait(fault.ms)
      return 'continue'
    case 'tokenRevoked':
      store.tokens.revokeAll()
      return 'continue'
    case 'hang':
      return 'hang'
    case 'dropBefore':
      return 'drop'
    case 'status':
      return statusResponse(fault)
    case 'proxyPage':
      return { status: fault.status ?? 502, type: 'text/html', body: proxyPage }
    case 'loginPage':
      return { status: 200, type: 'text/html', body: loginPage }
    case 'tooManyRequests':
      return text(429, 'Too Many Requests', { 'retry-after': String(fault.retryAfter) })
    case 'redirect':
      return { status: fault.status ?? 302, type: 'text/plain', body: 'Found', headers: { location: fault.location } }
    default:
      return 'continue'
  }
}

function statusResponse(fault: Fault): ApiResponse {
  return { status: fault.status ?? 503, type: fault.contentType ?? 'text/plain', body: fault.body ?? '' }
}

function isAuthorized(store: Store, endpoint: Endpoint, message: IncomingMessage): boolean {
  if (endpoint.access === 'open' || endpoint.access === 'basic') return true
  if (endpoint.access === 'places' && store.variants.openPlaces) return true
  const token = /^Bearer +(\S+)$/i.exec(message.headers.authorization ?? '')?.[1]
  return token !== undefined && store.tokens.isActive(token, store.clock.now())
}
