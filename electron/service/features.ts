/** Which optional endpoints the service has: remembered with the date, because services get new ones. */
import type { FeatureState, ServiceFeature } from '#shared/model/serviceFeatures.ts'
import type { Clock } from '../clock.ts'
import { isPage } from './answer.ts'
import type { DialectMemory } from './dialect.ts'
import type { Exchange } from './exchange.ts'

export interface FeatureMemory {
  /** `unknown` also where it was seen too long ago. */
  readonly state: (feature: ServiceFeature) => FeatureState
  readonly learn: (feature: ServiceFeature, there: boolean) => void
}

const day = 86_400_000
const validFor = 7 * day
/** What is used all day long need not be written down each time. */
const writtenAgainAfter = day

export function createFeatureMemory(dialect: DialectMemory, clock: Clock): FeatureMemory {
  const ageOf = (at: string): number => Math.abs(clock.now() - Date.parse(at))
  return {
    state(feature) {
      const seen = dialect.get().features[feature]
      if (seen === undefined || !(ageOf(seen.at) < validFor)) return 'unknown'
      return seen.there ? 'yes' : 'no'
    },
    learn(feature, there) {
      const { features } = dialect.get()
      const seen = features[feature]
      if (seen?.there === there && ageOf(seen.at) < writtenAgainAfter) return
      dialect.learn({ features: { ...features, [feature]: { there, at: new Date(clock.now()).toISOString() } } })
    },
  }
}

/**
 * Whether an answer shows that the endpoint is there; null where it does not tell. `certain`: what the path names exists,
 * or it names nothing, so that a 404 can only mean the path.
 */
export function presenceOf(outcome: Exchange, certain: boolean): boolean | null {
  if (outcome.type === 'failure') return null
  const { status } = outcome
  if (status === 405 || status === 501) return false
  if (isPage(outcome)) return status === 404 || (status >= 200 && status < 300) ? false : null
  if (status === 404) return certain ? false : null
  return status >= 200 && status < 300 ? true : null
}
