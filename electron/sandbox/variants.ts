/**
 * The variants of the service (field notes): behaviour that the interface leaves open, or in which services are
 * observed to differ. The control plane switches them while the sandbox runs. The defaults are the letter of the
 * interface where it speaks, and the most likely interpretation elsewhere. `docs/sandbox.md` lists them.
 */
import { z } from 'zod'
import { answerFormNames, answerForms, type AnswerFormName } from './serializers/answerForms.ts'

const pathForm = z.enum(['plain', 'segment', 'both'])
/** A list as a bare array, or as the member `customers` (`object`) or another one of an object. */
const envelope = z.enum(['array', 'object', 'items', 'content', 'data', 'results', 'twoArrays'])

/**
 * The form of an answer to a call that moves money (`serializers/answerForms.ts`), and whether the call is executed: a
 * denial is not, unless it is set to. `usual` marks what the interface or the field notes show.
 */
function answer(usual: AnswerFormName) {
  return z
    .union([
      z.enum(answerFormNames).transform((form) => ({ form, executes: undefined })),
      z.strictObject({ form: z.enum(answerFormNames), executes: z.boolean().optional() }),
    ])
    .transform(({ form, executes }) => ({ form, executes: executes ?? answerForms[form].outcome !== 'denied' }))
    .prefault(usual)
}

/**
 * How fields are sent in another JSON type: a number or a boolean as text, a text as a number (its own, else its
 * length), null, left out, or nested in an object or an array.
 */
const fieldForm = z.enum(['text', 'number', 'null', 'missing', 'nested', 'array', 'word'])
export type FieldForm = z.infer<typeof fieldForm>
/** From the path of a field in the object, such as `balance.size.sizeValue`, to its form. */
const fieldForms = z.record(z.string().max(100), fieldForm)

export const Variants = z.strictObject({
  /** The methods of search-customers. `searchRefusal` is the status that the other method gets. */
  search: z.enum(['post', 'get', 'both']).default('both'),
  searchRefusal: z.union([z.literal(404), z.literal(405), z.literal(400)]).default(405),
  searchEnvelope: envelope.default('object'),
  /**
   * The parameters of the search: searchKey with searchQuery, `named` after what is searched (`email`, `iccid`, `uid`),
   * or one for all. Other parameters get 400.
   */
  searchParameters: z.enum(['searchQuery', 'named', 'query', 'q']).default('searchQuery'),
  /** `fails` answers 500 always, `notFound` answers 404 where nobody is found. */
  searchAnswer: z.enum(['list', 'fails', 'notFound']).default('list'),
  /**
   * One customer (interface 4.7): an entry of the list, its members beside those of the customer (`flat`), the customer
   * without packages (`bare`), an array of one entry, an object with the entry as its member, an unknown route
   * (`missing`), or 405.
   */
  customerEnvelope: z
    .enum(['entry', 'flat', 'bare', 'array', 'inData', 'inCustomer', 'inResult', 'missing', 'notAllowed'])
    .default('entry'),
  /** The paths of refund and of the devices: as the interface writes them, with the service segment, or both. */
  refundPath: pathForm.default('plain'),
  devicesPath: pathForm.default('plain'),
  /**
   * `ignored` returns the whole list at once, whatever page the client requests; `refused` does so without a query, and
   * answers 400 to one; `repeats` returns the first page for every page.
   */
  paging: z.enum(['pages', 'ignored', 'refused', 'repeats']).default('pages'),
  /** The number of the first page. Where it is 1, page 0 is refused, or is the first page too (`zeroOrOne`). */
  firstPage: z.union([z.literal(0), z.literal(1), z.literal('zeroOrOne')]).default(0),
  /** The maximum number of entries in a page, applied without an error; null means no limit. */
  pageCap: z.number().int().positive().nullable().default(null),
  listEnvelope: envelope.default('array'),
  /** Whether an object around a list contains the number of entries and pages. */
  listTotals: z.boolean().default(false),
  listOrder: z.enum(['oldestFirst', 'newestFirst']).default('oldestFirst'),
  /** The order of a customer's items. `stored` is that in which the sandbox made them up. */
  itemOrder: z.enum(['sale', 'newestFirst', 'stored']).default('sale'),
  /** How a refunded item is shown afterwards. */
  refundResult: z.enum(['status', 'removed', 'emptied', 'unchanged']).default('status'),
  /** The number of reads of a customer that still show what was there before a sale, a refund or an activation. */
  shownAfterReads: z.number().int().nonnegative().default(0),
  refundAnswer: answer('empty'),
  activateAnswer: answer('item'),
  purchaseAnswer: answer('full').refine(({ form, executes }) => executes || answerForms[form].outcome !== 'accepted', {
    message: 'An accepted purchase is executed, because its answer shows what was sold.',
  }),
  errorForm: z
    .enum([
      'problem',
      'title',
      'message',
      'error',
      'errorObject',
      'errorMsg',
      'errorTexts',
      'errorObjects',
      'reason',
      'returnMessage',
      'meta',
      'text',
    ])
    .default('problem'),
  /** The status of the refusals by a rule of the service, which otherwise is 402, 409 or 422. */
  refusalStatus: z.number().int().min(400).max(499).nullable().default(null),
  /** Whether countries, flags and devices need no token. */
  openPlaces: z.boolean().default(false),
  /**
   * The actual lifetime of a token in seconds. `expiresIn` is the lifetime that the response states: the same as a
   * number (`truth`) or as a text, a word, null, none, or another number.
   */
  tokenSeconds: z.number().positive().max(1e15).default(86_400),
  expiresIn: z.union([z.enum(['truth', 'text', 'word', 'null', 'missing']), z.number()]).default('truth'),
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
  /** How a service changes the metatags of its sales. */
  metatagChange: z.enum(['none', 'upperCase', 'prefixed', 'removed']).default('none'),
  emptyMetatag: z.enum(['refused', 'accepted']).default('refused'),
  idempotency: z.enum(['ignored', 'honoured']).default('ignored'),
  onDemandElsewhere: z.enum(['refused', 'accepted']).default('refused'),
  replacement: z.enum(['newProfile', 'sameProfile']).default('newProfile'),
  /** A date that is not there yet; the years 1, 1970 and 0 are instants that mean so. */
  emptyDates: z.enum(['null', 'omitted', 'emptyString', 'year1', 'year1970', 'year0']).default('null'),
  /**
   * How instants are written: `2026-12-03T10:00:00Z`, with a blank for the T and no zone, without seconds, as the date
   * alone, in lower case, or as seconds or milliseconds since 1970.
   */
  instants: z.enum(['iso', 'blank', 'noSeconds', 'date', 'lowerCase', 'seconds', 'milliseconds']).default('iso'),
  /** Sizes of all packages in their own units, in KB or B, or with the unit in lower case. */
  sizeUnits: z.enum(['own', 'KB', 'B', 'lowerCase']).default('own'),
  /** How the sizes of all packages are written as if they were unlimited. */
  volumes: z.enum(['limited', 'minusOne', 'zero', 'unlimitedText', 'unlimitedUnit', 'unknownUnit']).default('limited'),
  /**
   * The currency of the US prices: with the code in lower case, float noise in the number, or another currency of two,
   * no or three decimals.
   */
  currency: z.enum(['usual', 'lowerCase', 'noise', 'EUR', 'JPY', 'KWD']).default('usual'),
  /** Activation codes with blanks or a line break around them, without a matching id, or with an OID after none. */
  activationCodes: z.enum(['usual', 'blanks', 'newline', 'noMatchingId', 'oid']).default('usual'),
  /** Whether an inventory item or a sold item has an object for a policy or a retail price that there is none of. */
  absentObjects: z.enum(['given', 'null', 'missing']).default('given'),
  /** The unit of an inventory item of a terabyte, which the interface has in MB or GB alone. */
  inventoryTerabytes: z.enum(['GB', 'TB']).default('GB'),
  /** The last day of a sales history whose end is a date alone: the whole day, or its first instant. */
  historyEnd: z.enum(['wholeDay', 'firstInstant']).default('wholeDay'),
  /** Which changes of an eSIM cause its webhook: installs, also failed ones, and de-installs (6.1), or every one. */
  esimStatusWebhook: z.enum(['installations', 'everyChange']).default('installations'),
  /** One field of the webhooks that is not as in the interface. */
  webhookField: z.enum(['usual', 'numbersAsText', 'timestampAsNumber', 'noUid', 'noIccid']).default('usual'),
  /** Whether a JSON body begins with a byte order mark. */
  byteOrderMark: z.boolean().default(false),
  /** Fields of items, eSIMs, customers and inventory items in another JSON type. */
  itemFields: fieldForms.default({}),
  esimFields: fieldForms.default({}),
  customerFields: fieldForms.default({}),
  inventoryFields: fieldForms.default({}),
  installedSpelling: z.enum(['mixed', 'INSTALLED', 'INSTALLED/ENABLED']).default('mixed'),
  monthlyRefunds: z.number().int().nonnegative().default(200),
  gzip: z.boolean().default(false),
  /** `hostile` puts markup, formulas and control characters into every text that a person could have written. */
  text: z.enum(['plain', 'hostile']).default('plain'),
  /** The index of one customer whose entry has wrong types in every response, or is no object at all. */
  unreadableCustomer: z.number().int().nonnegative().nullable().default(null),
  unreadableForm: z.enum(['wrongTypes', 'number', 'null']).default('wrongTypes'),
  /** The index of one package whose entry has wrong types. */
  unreadablePackage: z.number().int().nonnegative().nullable().default(null),
})
export type Variants = z.infer<typeof Variants>
export type VariantsInput = z.input<typeof Variants>
