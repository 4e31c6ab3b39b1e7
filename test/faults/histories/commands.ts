/** The random commands of a history: submissions of two desks, actions in the portal, faults, jumping clocks, sleep. */
import fc from 'fast-check'
import { OperationKind } from '#shared/model/operation/operation.ts'
import type { FaultInput } from '../../support/control.ts'
import type { KillPoint } from './historyDesk.ts'

export type WireFault = Pick<FaultInput, 'kind'> & Partial<FaultInput>

const json = { contentType: 'application/json' }
/** Faults after which the request was executed or not, with different answers. */
const wireFaults: readonly WireFault[] = [
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'endAfter' },
  { kind: 'cut', bytes: 0 },
  { kind: 'cut', bytes: 9 },
  { kind: 'invalidJson' },
  { kind: 'wrongTypes' },
  { kind: 'emptyBody' },
  { kind: 'failAfter', status: 500, body: '{"message":"oops"}', ...json },
  { kind: 'status', status: 500, body: '{"message":"oops"}', ...json },
  { kind: 'status', status: 202, body: '{"status":"success"}', ...json },
  { kind: 'status', status: 422, body: '{"message":"Not today"}', ...json },
  { kind: 'status', status: 404, body: '<html></html>', contentType: 'text/html' },
  { kind: 'status', status: 408 },
  { kind: 'proxyPage' },
  { kind: 'proxyPage', status: 403 },
  { kind: 'loginPage' },
  { kind: 'redirect' },
  { kind: 'tooManyRequests', retryAfter: 3 },
  { kind: 'tokenRevoked' },
  { kind: 'tokenRevoked', times: 2 },
  { kind: 'late', ms: 5 },
  { kind: 'slowBody', ms: 1, bytes: 200 },
]
/** Faults during which the desk gives up waiting for the answer. */
const slowFaults: readonly WireFault[] = [{ kind: 'hang' }, { kind: 'hangAfter' }, { kind: 'latency', ms: 2200 }]
export const isSlow = ({ kind }: WireFault): boolean => slowFaults.some((fault) => fault.kind === kind)

const killPoints: readonly KillPoint[] = ['intent', 'sending', 'answer']
const second = 1000

const desk = fc.nat({ max: 1 })
const pick = fc.nat({ max: 99 })

const fault: fc.Arbitrary<WireFault | null> = fc.oneof(
  { weight: 400, arbitrary: fc.constant(null) },
  { weight: 800, arbitrary: fc.constantFrom(...wireFaults) },
  { weight: 1, arbitrary: fc.constantFrom(...slowFaults) },
)
const killAt: fc.Arbitrary<KillPoint | null> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...killPoints) },
)

const command = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constant('submit' as const),
      desk,
      kind: fc.constantFrom(...OperationKind.options),
      pick,
      fault,
      killAt,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('pass' as const),
      milliseconds: fc.constantFrom(0, 2 * second, 5 * second, 15 * second, 61 * second, 180 * second, 600 * second),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('jump' as const),
      milliseconds: fc.constantFrom(-86_400_000, -3_600_000, -90_000, 90_000, 3_600_000, 86_400_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('sleep' as const),
      milliseconds: fc.constantFrom(60 * second, 28_800_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('restart' as const), desk }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('portal' as const),
      act: fc.constantFrom('activate' as const, 'refund' as const, 'top-up' as const),
      pick,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('failReads' as const), times: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('revoke' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('resolve' as const), desk }) },
)
export type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

export const history = fc.array(command, { minLength: 1, maxLength: 10, size: 'max' })

/** The variants of the service in a history. */
export const dialect = fc.record({
  refundResult: fc.constantFrom('status' as const, 'removed' as const, 'unchanged' as const),
  refundAnswer: fc.constantFrom('empty' as const, 'success' as const, 'noContent' as const),
  activateAnswer: fc.constantFrom('item' as const, 'empty' as const, 'noContent' as const),
  errorForm: fc.constantFrom('problem' as const, 'message' as const, 'error' as const),
  metatagLimit: fc.constantFrom(null, 26, 40),
})
export type Dialect = typeof dialect extends fc.Arbitrary<infer T> ? T : never
