/** Remembers which optional endpoints the service has, with the date, because services get new ones. */
import type { FeatureState, ServiceFeature } from '#shared/model/serviceFeatures.ts'
import type { Clock } from '../../base/clock.ts'
import { isPage } from '../parsing/answer.ts'
import type { DialectMemory } from './dialect.ts'
import type { Exchange } from '../http/exchange.ts'

export interface FeatureMemory {
  /** Returns `unknown` also where the last observation is too old. */
  readonly state: (feature: ServiceFeature) => FeatureState
  readonly learn: (feature: ServiceFeature, there: boolean) => void
}

const day = 86_400_000
const validFor = 7 * day
/** A feature that is used all day long is not written again with each use. */
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
 * Whether an answer shows that the endpoint exists, or null where it shows neither. `certain` means that the thing in
 * the path exists, or that the path names none, so that a 404 can only concern the path.
 */
export function presenceOf(outcome: Exchange, certain: boolean): boolean | null {
  if (outcome.type === 'failure') return null
  const { status } = outcome
  if (status === 405 || status === 501) return false
  if (isPage(outcome)) return status === 404 || (status >= 200 && status < 300) ? false : null
  if (status === 404) return certain ? false : null
  return status >= 200 && status < 300 ? true : null
}
