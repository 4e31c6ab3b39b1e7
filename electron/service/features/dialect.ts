/**
 * What the client has learnt about this service where the interface leaves it open (field notes). It is requested once,
 * stored with the connection and corrected when it stops being true.
 */
import { z } from 'zod'
import { ServiceFeature } from '#shared/model/serviceFeatures.ts'
import type { Clock } from '../../base/clock.ts'

/** `bare` means that the path has no segment of the reseller. */
const Place = z.enum(['bare', 'segment']).nullable()

const Observed = z.object({ there: z.boolean(), at: z.string() })
/** Another version of the desk may have stored features that are unknown to this one. */
const withoutUnknown = (stored: unknown): unknown =>
  Object.fromEntries(
    Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).filter(
      ([name]) => ServiceFeature.safeParse(name).success,
    ),
  )

export const Dialect = z.object({
  search: z.enum(['POST', 'GET']).nullable(),
  /** What a search is sent as: the fields of the field notes, or one field named after its kind, `query` or `q`. */
  searchBy: z.enum(['fields', 'kind', 'query', 'q']).nullable().default(null),
  devices: Place,
  refund: Place,
  paging: z.enum(['honoured', 'ignored']).nullable(),
  list: z.enum(['array', 'object']).nullable(),
  /** The number of the list's first page, or that the list is refused with any query. */
  pages: z.enum(['from0', 'from1', 'noQuery']).nullable().default(null),
  /** The way by which one customer is read with their packages. */
  customer: z.enum(['path', 'search', 'list']).nullable().default(null),
  /** Which optional endpoints the service has, and when that was observed (ISO 8601). */
  features: z.preprocess(withoutUnknown, z.partialRecord(ServiceFeature, Observed)).default({}),
})
export type Dialect = z.infer<typeof Dialect>

const unknownDialect: Dialect = {
  search: null,
  searchBy: null,
  devices: null,
  refund: null,
  paging: null,
  list: null,
  pages: null,
  customer: null,
  features: {},
}

export interface DialectMemory {
  readonly get: () => Dialect
  readonly learn: (found: Partial<Dialect>) => void
  /**
   * Whether other forms may be tried because the learnt one has stopped to fit: not within a minute of a failed try.
   */
  readonly mayRetry: (what: keyof Dialect) => boolean
  /** No form fits. */
  readonly triedInVain: (what: keyof Dialect) => void
}

const retryAfter = 60_000

export function rememberDialect(
  remembered: Dialect | undefined,
  onDialect: ((dialect: Dialect) => void) | undefined,
  clock: Pick<Clock, 'monotonic'>,
): DialectMemory {
  let dialect = remembered ?? unknownDialect
  const triedAt = new Map<string, number>()
  return {
    get: () => dialect,
    mayRetry: (what) => clock.monotonic() - (triedAt.get(what) ?? -Infinity) >= retryAfter,
    triedInVain: (what) => void triedAt.set(what, clock.monotonic()),
    learn(found) {
      const next: Dialect = { ...dialect, ...found }
      if (JSON.stringify(next) === JSON.stringify(dialect)) return
      dialect = next
      onDialect?.(next)
    },
  }
}

/** Returns the preferred choice first, then the other. */
export const inOrder = <T>(preferred: readonly [T, T], remembered: T | null): readonly [T, T] =>
  remembered === preferred[1] ? [preferred[1], preferred[0]] : preferred
