/**
 * Faults that can be put before or behind an endpoint. They are data: a kind, the endpoint, how often, and numbers.
 * `stage` says where a kind acts: before the call is executed (it is not), or after (it is, only the answer suffers).
 */
import { z } from 'zod'

export const endpointNames = [
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
  failAfter: { stage: 'after', does: 'executes, then says `status` (500) with `body`' },
  crash: { stage: 'after', does: 'executes, then ends the whole sandbox process without a word' },
} as const satisfies Record<string, { stage: 'before' | 'after'; does: string }>
export type FaultKind = keyof typeof faultKinds

const kinds = Object.keys(faultKinds).filter((name): name is FaultKind => name in faultKinds)

export const Fault = z.strictObject({
  endpoint: z.union([z.enum(endpointNames), z.literal('*')]),
  kind: z.enum(kinds),
  /** How many calls it meets; `always` until it is taken away. */
  times: z.union([z.number().int().positive(), z.literal('always')]).default(1),
  /** Calls that pass first. */
  skip: z.number().int().nonnegative().default(0),
  /** Only calls whose address (path and query) holds this text. */
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
export type FaultOrder = z.input<typeof Fault>

export type FaultStage = 'before' | 'after'
type Standing = { readonly fault: Fault; skip: number; left: number }

export class Faults {
  #standing: Standing[] = []

  set(faults: readonly Fault[]): void {
    this.#standing = [
      ...this.#standing,
      ...faults.map((fault) => ({ fault, skip: fault.skip, left: fault.times === 'always' ? Infinity : fault.times })),
    ]
  }

  clear(): void {
    this.#standing = []
  }

  list(): (Fault & { readonly left: number | 'always' })[] {
    return this.#standing.map(({ fault, left }) => ({ ...fault, left: left === Infinity ? 'always' : left }))
  }

  /** The faults of a stage that meet this call, counted down. */
  meet(stage: FaultStage, endpoint: EndpointName, address: string): Fault[] {
    const met: Fault[] = []
    for (const standing of this.#standing) {
      const { fault } = standing
      if (stageOf(fault) !== stage) continue
      if (
        (fault.endpoint !== '*' && fault.endpoint !== endpoint) ||
        (fault.where !== undefined && !address.includes(fault.where))
      )
        continue
      if (standing.skip > 0) {
        standing.skip -= 1
        continue
      }
      standing.left -= 1
      met.push(fault)
    }
    this.#standing = this.#standing.filter(({ left }) => left > 0)
    return met
  }
}

function stageOf(fault: Fault): FaultStage {
  return fault.kind === 'status' && fault.executed ? 'after' : faultKinds[fault.kind].stage
}
