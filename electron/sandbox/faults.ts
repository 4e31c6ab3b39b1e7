/**
 * Faults that a test can inject before or after an endpoint. A fault is data: its kind, the endpoint, how often it
 * acts, and numbers. The `stage` of a kind is the time when it acts: `before` the call is executed (most kinds prevent
 * the execution), or `after` (the call was executed, and only the response is affected).
 */
import { z } from 'zod'

const endpointNames = [
  'authenticate',
  'inventory',
  'countries',
  'flag',
  'devices',
  'customers',
  'customer',
  'search',
  'register',
  'topUp',
  'topUpWithProfile',
  'activate',
  'refund',
  'version',
  'history',
  'item',
  'customerCorrection',
  'profileDomains',
  'inventoryItem',
  'retailPrice',
  'connectivity',
] as const
export type EndpointName = (typeof endpointNames)[number]

export const faultKinds = {
  latency: { stage: 'before', does: 'waits `ms`, then goes on' },
  hang: { stage: 'before', does: 'takes the request and never answers' },
  dropBefore: { stage: 'before', does: 'resets the connection; nothing is executed' },
  status: {
    stage: 'before',
    does: 'answers `status` with `body` and `contentType`; nothing is executed unless `executed`',
  },
  proxyPage: { stage: 'before', does: "answers a proxy's HTML page with `status` (502)" },
  tooManyRequests: { stage: 'before', does: '429 with Retry-After: `retryAfter` (seconds or an HTTP date)' },
  tokenRevoked: { stage: 'before', does: 'revokes every token first, so that this call gets 403 {active = false}' },
  redirect: { stage: 'before', does: 'answers `status` (302) with Location: `location`' },
  loginPage: { stage: 'before', does: "answers 200 with a portal's log-in page" },
  late: { stage: 'after', does: 'executes at once, then waits `ms` before it answers' },
  hangAfter: { stage: 'after', does: 'executes and never answers' },
  dropAfter: { stage: 'after', does: 'executes, then resets the connection: the answer is lost' },
  endAfter: { stage: 'after', does: 'executes, then closes the connection in good order without an answer' },
  cut: { stage: 'after', does: 'executes, sends the head and `bytes` bytes of the body, then resets' },
  slowBody: { stage: 'after', does: 'executes, sends the body in pieces of `bytes` bytes, `ms` apart' },
  invalidJson: { stage: 'after', does: 'executes, sends the first half of the JSON as if it were whole' },
  wrongTypes: { stage: 'after', does: 'executes, sends JSON whose numbers are texts and whose texts are numbers' },
  emptyBody: { stage: 'after', does: 'executes, sends the status without a body' },
  hugeBody: { stage: 'after', does: 'executes, sends `megabytes` of JSON' },
  failAfter: { stage: 'after', does: 'executes, then answers `status` (500) with `body`' },
  crash: { stage: 'after', does: 'executes, then ends the whole sandbox process without a word' },
} as const satisfies Record<string, { stage: 'before' | 'after'; does: string }>
type FaultKind = keyof typeof faultKinds

const kinds = Object.keys(faultKinds).filter((name): name is FaultKind => name in faultKinds)

export const Fault = z.strictObject({
  endpoint: z.union([z.enum(endpointNames), z.literal('*')]),
  kind: z.enum(kinds),
  /** The number of calls that it affects, or `always` until it is removed. */
  times: z.union([z.number().int().positive(), z.literal('always')]).default(1),
  /** The number of matching calls that pass unaffected first. */
  skip: z.number().int().nonnegative().default(0),
  /** Restricts the fault to calls whose path and query contain this text. */
  where: z.string().optional(),
  ms: z.number().nonnegative().default(1000),
  bytes: z.number().int().nonnegative().default(16),
  megabytes: z.number().positive().max(512).default(20),
  status: z.number().int().min(200).max(599).optional(),
  body: z.string().optional(),
  contentType: z.string().optional(),
  location: z.string().default('http://127.0.0.1:9/elsewhere'),
  retryAfter: z.union([z.number(), z.string()]).default(1),
  executed: z.boolean().default(false),
})
export type Fault = z.infer<typeof Fault>
export type FaultInput = z.input<typeof Fault>

type FaultStage = 'before' | 'after'
type ActiveFault = { readonly fault: Fault; skip: number; left: number }

export class Faults {
  #active: ActiveFault[] = []

  set(faults: readonly Fault[]): void {
    this.#active = [
      ...this.#active,
      ...faults.map((fault) => ({ fault, skip: fault.skip, left: fault.times === 'always' ? Infinity : fault.times })),
    ]
  }

  clear(): void {
    this.#active = []
  }

  list(): (Fault & { readonly left: number | 'always' })[] {
    return this.#active.map(({ fault, left }) => ({ ...fault, left: left === Infinity ? 'always' : left }))
  }

  /** Returns the faults of a stage that affect this call, and counts each of them down. */
  takeMatching(stage: FaultStage, endpoint: EndpointName, address: string): Fault[] {
    const matching: Fault[] = []
    for (const active of this.#active) {
      const { fault } = active
      if (stageOf(fault) !== stage) continue
      if (
        (fault.endpoint !== '*' && fault.endpoint !== endpoint) ||
        (fault.where !== undefined && !address.includes(fault.where))
      )
        continue
      if (active.skip > 0) {
        active.skip -= 1
        continue
      }
      active.left -= 1
      matching.push(fault)
    }
    this.#active = this.#active.filter(({ left }) => left > 0)
    return matching
  }
}

function stageOf(fault: Fault): FaultStage {
  return fault.kind === 'status' && fault.executed ? 'after' : faultKinds[fault.kind].stage
}
