/**
 * The features of a service beyond its interface (field notes), as far as they have been detected. The desk does not
 * depend on any of them.
 */
import * as z from 'zod'

export const ServiceFeature = z.enum([
  'salesHistory',
  'oneItem',
  'connectivity',
  'profileDomains',
  'customerCorrection',
  'retailPrice',
])
export type ServiceFeature = z.infer<typeof ServiceFeature>

/**
 * `unknown`: never asked, or so long ago that it proves nothing. A feature that changes something is only known from
 * its use.
 */
export const FeatureState = z.enum(['yes', 'no', 'unknown'])
export type FeatureState = z.infer<typeof FeatureState>

export const ServiceFeatures = z.strictObject({
  /** The service's own text, shortened, or `null` if it sends none. */
  version: z.string().max(200).nullable(),
  features: z.record(ServiceFeature, FeatureState),
})
export type ServiceFeatures = z.infer<typeof ServiceFeatures>
