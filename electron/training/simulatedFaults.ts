/** What may go wrong in the words of the panel, and the fault of the sandbox that makes it so. */
import type { SimulatedFault, FaultScope } from '#shared/model/training.ts'

export interface Fault {
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
  // In good order: of an empty body nothing could be cut off.
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
const anywhere = '*'

export function faultOf(name: SimulatedFault, place: FaultScope, times: number | 'always'): Fault {
  return { ...faults[name], endpoint: place === 'everything' ? anywhere : place, times }
}

/** The panel's word for a fault that stands, or the sandbox's own. */
export const nameOfFault = ({
  kind,
  status,
}: {
  readonly kind: string
  readonly status?: number | undefined
}): string => names.get(`${kind} ${String(status)}`) ?? kind
export const placeOf = ({ endpoint }: Pick<Fault, 'endpoint'>): string =>
  endpoint === anywhere ? 'everything' : endpoint
