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
])
export type ServiceFeature = z.infer<typeof ServiceFeature>

/**
 * `unknown`: never tried, or so long ago that it proves nothing. A feature that changes something is only known from
 * its use.
 */
export const FeatureState = z.enum(['yes', 'no', 'unknown'])
export type FeatureState = z.infer<typeof FeatureState>

const place = z.enum(['bare', 'segment']).nullable()

/**
 * The forms in which this service takes and gives what the interface leaves open, as far as they were learnt: `null`
 * is not known yet.
 */
export const ServiceForms = z.strictObject({
  /** How one customer is read with their packages. */
  customer: z.enum(['path', 'search', 'list']).nullable(),
  list: z.enum(['array', 'object']).nullable(),
  /** How pages of the list are requested. `same`: the answer is the same for every page. */
  pages: z.enum(['from0', 'from1', 'noQuery', 'same']).nullable(),
  search: z.enum(['POST', 'GET']).nullable(),
  /** What a search is sent as: several fields, or one that is named after its kind, `query` or `q`. */
  searchBy: z.enum(['fields', 'kind', 'query', 'q']).nullable(),
  /** Whether the path has the reseller's segment. */
  refund: place,
  devices: place,
})
export type ServiceForms = z.infer<typeof ServiceForms>

export const ServiceFeatures = z.strictObject({
  /** The service's own text, shortened, or `null` if it sends none. */
  version: z.string().max(200).nullable(),
  features: z.record(ServiceFeature, FeatureState),
  forms: ServiceForms,
})
export type ServiceFeatures = z.infer<typeof ServiceFeatures>
