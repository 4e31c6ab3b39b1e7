/**
 * What the client has learnt about this service where the interface leaves it open (field notes). It is asked once,
 * stored with the connection and corrected when it stops being true.
 */
import { z } from 'zod'
import { ServiceFeature } from '#shared/model/serviceFeatures.ts'

/** `bare` means that the path has no segment of the reseller. */
const Place = z.enum(['bare', 'segment']).nullable()

export const Dialect = z.object({
  search: z.enum(['POST', 'GET']).nullable(),
  devices: Place,
  refund: Place,
  paging: z.enum(['honoured', 'ignored']).nullable(),
  list: z.enum(['array', 'object']).nullable(),
  /** The way by which one customer is read with their packages. */
  customer: z.enum(['path', 'search', 'list']).nullable().default(null),
  /** Which optional endpoints the service has, and when that was observed (ISO 8601). */
  features: z.partialRecord(ServiceFeature, z.object({ there: z.boolean(), at: z.string() })).default({}),
})
export type Dialect = z.infer<typeof Dialect>

const unknownDialect: Dialect = {
  search: null,
  devices: null,
  refund: null,
  paging: null,
  list: null,
  customer: null,
  features: {},
}

export interface DialectMemory {
  readonly get: () => Dialect
  readonly learn: (found: Partial<Dialect>) => void
}

export function rememberDialect(
  remembered: Dialect | undefined,
  onDialect: ((dialect: Dialect) => void) | undefined,
): DialectMemory {
  let dialect = remembered ?? unknownDialect
  return {
    get: () => dialect,
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
