/**
 * The variants of the service (field notes): behaviour that the interface leaves open, or in which services are
 * observed to differ. The control plane switches them while the sandbox runs. The defaults are the most likely
 * interpretation.
 */
import { z } from 'zod'

const pathForm = z.enum(['plain', 'segment', 'both'])

export const Variants = z.strictObject({
  /** The method of search-customers. `searchRefusal` is the status that the other method gets. */
  search: z.enum(['post', 'get', 'both']).default('post'),
  searchRefusal: z.union([z.literal(404), z.literal(405), z.literal(400)]).default(405),
  searchEnvelope: z.enum(['object', 'array']).default('object'),
  /** The paths of refund and of the devices: as the interface writes them, with the service segment, or both. */
  refundPath: pathForm.default('plain'),
  devicesPath: pathForm.default('plain'),
  /** `ignored` returns the whole list at once, whatever page the client requests. */
  paging: z.enum(['pages', 'ignored']).default('pages'),
  /** The maximum number of entries in a page, applied without an error; null means no limit. */
  pageCap: z.number().int().positive().nullable().default(null),
  listEnvelope: z.enum(['array', 'object']).default('array'),
  listOrder: z.enum(['oldestFirst', 'newestFirst']).default('oldestFirst'),
  /** How a refunded item is shown afterwards. `refundBody` is the body of the response to the refund. */
  refundResult: z.enum(['status', 'removed', 'emptied', 'unchanged']).default('status'),
  refundBody: z.enum(['empty', 'json', 'noContent']).default('empty'),
  activateBody: z.enum(['item', 'empty', 'noContent']).default('item'),
  errorForm: z.enum(['problem', 'message', 'error', 'text']).default('problem'),
  /** Whether countries, flags and devices need no token. */
  openPlaces: z.boolean().default(false),
  /**
   * The actual lifetime of a token in seconds. `expiresIn` is the lifetime that the response states (`truth`: the
   * same).
   */
  tokenSeconds: z.number().positive().max(1e15).default(86_400),
  expiresIn: z.union([z.literal('truth'), z.literal('missing'), z.number()]).default('truth'),
  /** The optional endpoints that this service has. */
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
  /** The number of characters of a metatag that are stored; the rest is cut off without an error. */
  metatagLimit: z.number().int().nonnegative().nullable().default(null),
  idempotency: z.enum(['ignored', 'honoured']).default('ignored'),
  onDemandElsewhere: z.enum(['refused', 'accepted']).default('refused'),
  replacement: z.enum(['newProfile', 'sameProfile']).default('newProfile'),
  emptyDates: z.enum(['null', 'omitted', 'emptyString']).default('null'),
  installedSpelling: z.enum(['mixed', 'INSTALLED', 'INSTALLED/ENABLED']).default('mixed'),
  monthlyRefunds: z.number().int().nonnegative().default(200),
  gzip: z.boolean().default(false),
  /** `hostile` puts markup, formulas and control characters into every text that a person could have written. */
  text: z.enum(['plain', 'hostile']).default('plain'),
  /** The index of one customer whose entry has wrong types in every response. */
  unreadableCustomer: z.number().int().nonnegative().nullable().default(null),
  /** The index of one package whose entry has wrong types. */
  unreadablePackage: z.number().int().nonnegative().nullable().default(null),
})
export type Variants = z.infer<typeof Variants>
export type VariantsInput = z.input<typeof Variants>
