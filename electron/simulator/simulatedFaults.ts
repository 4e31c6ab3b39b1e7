/** Maps the faults that the panel offers to the faults of the sandbox. */
import type { SimulatedFault, FaultScope } from '#shared/model/simulator.ts'

interface Fault {
  readonly kind: string
  readonly endpoint: string
  readonly times: number | 'always'
  readonly status?: number
  readonly body?: string
  readonly contentType?: string
  readonly ms?: number
  readonly retryAfter?: number
}

const refusal = JSON.stringify({ type: 'about:blank', title: 'Refused', status: 422, detail: 'Refused for training.' })

const faults: Readonly<Record<SimulatedFault, Omit<Fault, 'endpoint' | 'times'>>> = {
  answerLost: { kind: 'dropAfter' },
  // The fault `cut` cannot shorten a response with an empty body, so the connection is closed without a response.
  answerCut: { kind: 'endAfter' },
  notReached: { kind: 'dropBefore' },
  noAnswer: { kind: 'hangAfter' },
  serverError: { kind: 'status', status: 500 },
  refused: { kind: 'status', status: 422, body: refusal, contentType: 'application/problem+json' },
  tooMany: { kind: 'tooManyRequests', retryAfter: 20 },
  proxyPage: { kind: 'proxyPage' },
  tokenRevoked: { kind: 'tokenRevoked' },
  slow: { kind: 'latency', ms: 5000 },
}
const names = new Map(Object.entries(faults).map(([name, { kind, status }]) => [`${kind} ${String(status)}`, name]))
const anyEndpoint = '*'

export function faultOf(name: SimulatedFault, place: FaultScope, times: number | 'always'): Fault {
  return { ...faults[name], endpoint: place === 'everything' ? anyEndpoint : place, times }
}

/** Returns the panel's name of an active fault, or the sandbox's own name. */
export const nameOfFault = ({
  kind,
  status,
}: {
  readonly kind: string
  readonly status?: number | undefined
}): string => names.get(`${kind} ${String(status)}`) ?? kind
export const scopeOf = ({ endpoint }: Pick<Fault, 'endpoint'>): string =>
  endpoint === anyEndpoint ? 'everything' : endpoint
