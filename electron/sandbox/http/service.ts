/**
 * One request of the service from its first byte to its last: route, faults before, token, endpoint, faults after.
 * An endpoint runs without a pause, so that what it changes is changed at once or not at all.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { noRoute, notActive, text, type Answer } from '../serializers/response.ts'
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
  const answerWith = (answer: Answer, faults: readonly Fault[] = []): Promise<void> =>
    transmit(
      {
        response,
        now: store.clock.now(),
        gzip: store.variants.gzip && /\bgzip\b/.test(message.headers['accept-encoding'] ?? ''),
      },
      answer,
      faults,
    )

  const name = match.found === 'endpoint' ? match.endpoint.name : match.found === 'otherMethod' ? match.name : 'unknown'
  store.requests.set(name, (store.requests.get(name) ?? 0) + 1)
  let body: Buffer
  try {
    body = await readBody(message)
  } catch (error) {
    if (!(error instanceof Refusal)) return // the client went away in the middle of its body
    return answerWith(problem(store.variants.errorForm, error))
  }
  if (match.found === 'nothing') return answerWith(noRoute)
  if (match.found === 'otherMethod') return answerWith(otherMethod(store, match.name, match.allow))

  const { endpoint, params } = match
  for (const fault of store.faults.meet('before', endpoint.name, address)) {
    const outcome = await before(store, fault)
    if (outcome === 'hang') return
    if (outcome === 'drop') return reset(response)
    if (outcome !== 'go on') return answerWith(outcome)
  }
  if (!mayCall(store, endpoint, message)) return answerWith(notActive)
  const after = store.faults.meet('after', endpoint.name, address)
  const answer = execute(store, endpoint, {
    method,
    address,
    params,
    query: new URLSearchParams(at < 0 ? '' : address.slice(at + 1)),
    headers: message.headers,
    body,
  })
  if (after.some((fault) => fault.kind === 'crash')) process.kill(process.pid, 'SIGKILL')
  await answerWith(answer, after)
}

function execute(store: Store, endpoint: Endpoint, request: Parameters<Endpoint['answer']>[1]): Answer {
  try {
    return endpoint.answer(store, request)
  } catch (error) {
    if (error instanceof Refusal) return problem(store.variants.errorForm, error)
    return text(500, 'Internal Server Error')
  }
}

function otherMethod(store: Store, name: string, allow: string): Answer {
  const status = name === 'search' ? store.variants.searchRefusal : 405
  if (status === 404) return noRoute
  const refusal =
    status === 400
      ? { status, code: 'invalid-request', message: 'The request is not understood.' }
      : { status, code: 'method-not-allowed', message: `Allowed here: ${allow}.` }
  return { ...problem(store.variants.errorForm, refusal), headers: { allow } }
}

async function before(store: Store, fault: Fault): Promise<Answer | 'go on' | 'hang' | 'drop'> {
  switch (fault.kind) {
    case 'latency':
      await wait(fault.ms)
      return 'go on'
    case 'tokenRevoked':
      store.tokens.revokeAll()
      return 'go on'
    case 'hang':
      return 'hang'
    case 'dropBefore':
      return 'drop'
    case 'status':
      return statusAnswer(fault)
    case 'proxyPage':
      return { status: fault.status ?? 502, type: 'text/html', body: proxyPage }
    case 'loginPage':
      return { status: 200, type: 'text/html', body: loginPage }
    case 'tooManyRequests':
      return text(429, 'Too Many Requests', { 'retry-after': String(fault.retryAfter) })
    case 'redirect':
      return { status: fault.status ?? 302, type: 'text/plain', body: 'Found', headers: { location: fault.location } }
    default:
      return 'go on'
  }
}

function statusAnswer(fault: Fault): Answer {
  return { status: fault.status ?? 503, type: fault.contentType ?? 'text/plain', body: fault.body ?? '' }
}

function mayCall(store: Store, endpoint: Endpoint, message: IncomingMessage): boolean {
  if (endpoint.access === 'open' || endpoint.access === 'basic') return true
  if (endpoint.access === 'places' && store.variants.openPlaces) return true
  const token = /^Bearer +(\S+)$/i.exec(message.headers.authorization ?? '')?.[1]
  return token !== undefined && store.tokens.isActive(token, store.clock.now())
}
