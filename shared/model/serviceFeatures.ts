/** What a service has beside its interface (field notes), as far as it was found out. Nothing of the desk needs any of it. */
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

/** `unknown`: never asked, or so long ago that it says nothing. What changes something is known by its use alone. */
export const FeatureState = z.enum(['yes', 'no', 'unknown'])
export type FeatureState = z.infer<typeof FeatureState>

export const ServiceFeatures = z.strictObject({
  /** In the service's own words, shortened; null where it says none. */
  version: z.string().max(200).nullable(),
  features: z.record(ServiceFeature, FeatureState),
})
export type ServiceFeatures = z.infer<typeof ServiceFeatures>
