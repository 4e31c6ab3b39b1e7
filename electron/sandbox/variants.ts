/**
 * The dialects of the service (field notes): what the interface leaves open and what services are seen to do
 * differently. All are switched at the control plane while the sandbox runs; the defaults are the likeliest reading.
 */
import { z } from 'zod'

const either = z.enum(['plain', 'segment', 'both'])

export const Variants = z.strictObject({
  /** Method of search-customers, and the status that the other method gets. */
  search: z.enum(['post', 'get', 'both']).default('post'),
  searchRefusal: z.union([z.literal(404), z.literal(405), z.literal(400)]).default(405),
  searchEnvelope: z.enum(['object', 'array']).default('object'),
  /** Path of refund and of the devices: as the interface writes it, with the service segment, or both. */
  refundPath: either.default('plain'),
  devicesPath: either.default('plain'),
  /** `ignored`: the whole list at once, whatever is asked. */
  paging: z.enum(['pages', 'ignored']).default('pages'),
  /** The most entries of a page, silently; null: no limit. */
  pageCap: z.number().int().positive().nullable().default(null),
  listEnvelope: z.enum(['array', 'object']).default('array'),
  listOrder: z.enum(['oldestFirst', 'newestFirst']).default('oldestFirst'),
  /** How a refunded item looks afterwards, and what the call answers. */
  refundResult: z.enum(['status', 'removed', 'emptied', 'unchanged']).default('status'),
  refundBody: z.enum(['empty', 'json', 'noContent']).default('empty'),
  activateBody: z.enum(['item', 'empty', 'noContent']).default('item'),
  errorForm: z.enum(['problem', 'message', 'error', 'text']).default('problem'),
  /** Countries, flags and devices without a token. */
  openPlaces: z.boolean().default(false),
  /** Real lifetime of a token in seconds, and what the answer says of it (`truth`: the same). */
  tokenSeconds: z.number().positive().max(1e15).default(86_400),
  expiresIn: z.union([z.literal('truth'), z.literal('missing'), z.number()]).default('truth'),
  /** Optional endpoints that this service has. */
  optional: z
    .array(
      z.enum([
        'history',
        'item',
        'customerCorrection',
        'profileDomains',
        'inventoryItem',
        'retailPrice',
        'connectivity',
        'version',
      ]),
    )
    .default([
      'history',
      'item',
      'customerCorrection',
      'profileDomains',
      'inventoryItem',
      'retailPrice',
      'connectivity',
      'version',
    ]),
  /** Characters of a metatag that are stored; the rest is cut silently. */
  metatagLimit: z.number().int().nonnegative().nullable().default(null),
  idempotency: z.enum(['ignored', 'honoured']).default('ignored'),
  onDemandElsewhere: z.enum(['refused', 'accepted']).default('refused'),
  replacement: z.enum(['newProfile', 'sameProfile']).default('newProfile'),
  emptyDates: z.enum(['null', 'omitted', 'emptyString']).default('null'),
  installedSpelling: z.enum(['mixed', 'INSTALLED', 'INSTALLED/ENABLED']).default('mixed'),
  monthlyRefunds: z.number().int().nonnegative().default(200),
  gzip: z.boolean().default(false),
  /** `hostile`: markup, formulas and control characters in every text that a person could have written. */
  text: z.enum(['plain', 'hostile']).default('plain'),
  /** Index of one customer whose entry has wrong types, wherever it is answered. */
  unreadableCustomer: z.number().int().nonnegative().nullable().default(null),
  /** Index of one package whose entry has wrong types. */
  unreadablePackage: z.number().int().nonnegative().nullable().default(null),
})
export type Variants = z.infer<typeof Variants>
export type VariantChoice = z.input<typeof Variants>
