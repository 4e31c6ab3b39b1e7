/**
 * The assumptions of the sandbox: one entry for each question that the interface marks as "not shown" and that the
 * field notes leave open, with the answer and the variant that changes it. `GET /assumptions` of the control plane
 * returns the list.
 */
import type { Variants } from './variants.ts'

type Assumption = {
  /** The section of the interface, or `notes` for the field notes. */
  readonly section: string
  readonly open: string
  readonly chosen: string
  readonly variant?: keyof Variants
}

export const assumptions: readonly Assumption[] = [
  {
    section: '1',
    open: 'automatic top-up of credits',
    chosen: 'as often as it takes to reach the threshold again, at once after a sale',
  },
  {
    section: '2.2',
    open: 'meaning of amount',
    chosen:
      'units in stock; sold first and without credits; such an item is Activated, not refundable; 0: sold from credits',
  },
  {
    section: '2.2',
    open: 'further fields of an inventory item',
    chosen: 'productId; an extendedDataPolicy of a type alone where the high speed has no limit',
    variant: 'absentObjects',
  },
  {
    section: '2.2',
    open: 'an inventory item that is not active',
    chosen: 'stays in the list, its sale is refused with 422',
  },
  {
    section: '2.2',
    open: 'test packages',
    chosen: 'price 0; without any left the sale is refused with 422; not refundable',
  },
  {
    section: '2.3',
    open: 'spelling of a country set in a path',
    chosen: 'capitals or not; any country of the worldwide set is a set of its own',
  },
  { section: '2.7', open: 'a date that is not there yet', chosen: 'null', variant: 'emptyDates' },
  {
    section: '2.7',
    open: 'unit of availableBalance',
    chosen: 'GB with two decimals, sometimes MB or TB where the size has that unit',
  },
  { section: '2.7', open: 'expiresAt of a package without an end', chosen: 'null, with balance.validityUnlimited' },
  {
    section: '2.7',
    open: 'length of a metatag',
    chosen: '500 characters, longer ones are refused with 400',
    variant: 'metatagLimit',
  },
  { section: '2.7', open: 'a changed metatag', chosen: 'none', variant: 'metatagChange' },
  {
    section: '2.7',
    open: 'retail price of an item that was sold without one',
    chosen: 'its purchase price',
    variant: 'absentObjects',
  },
  { section: '2', open: 'spelling of an instant', chosen: 'ISO 8601 with 0, 3 or 5 digits', variant: 'instants' },
  { section: '2.1', open: 'units of sizes', chosen: 'MB, GB and TB', variant: 'sizeUnits' },
  { section: '2.1', open: 'packages without a volume', chosen: 'none', variant: 'volumes' },
  { section: '2.1', open: 'currencies', chosen: 'USD, and EUR for some packages', variant: 'currency' },
  { section: '2.8', open: 'blanks and parts of an activation code', chosen: 'as in 2.8', variant: 'activationCodes' },
  {
    section: '2.8',
    open: 'spelling of INSTALLED',
    chosen: 'a quarter of the profiles have INSTALLED/ENABLED',
    variant: 'installedSpelling',
  },
  {
    section: '7',
    open: 'errors of the client library at the service',
    chosen: 'error 2600, Remote Verification failed and a device ID mismatch leave the profile RELEASED, no webhook',
  },
  { section: '2.8', open: 'a sixth installation', chosen: 'refused, the state stays RELEASED, no webhook' },
  {
    section: '3.1',
    open: 'replacing a profile',
    chosen: 'the old one becomes inactive and is hidden by only_active_profiles, a new one is RELEASED',
    variant: 'replacement',
  },
  {
    section: '3.1',
    open: 'DISABLED and ERROR',
    chosen:
      'INSTALLED to DISABLED and back; RELEASED to ERROR; DISABLED to RELEASED by removal; only an installation, ' +
      'also a failed one, and a removal send the eSIM status webhook',
    variant: 'esimStatusWebhook',
  },
  {
    section: '3.2',
    open: 'first connection with other data left',
    chosen: 'a FIRST_USE package starts only when no active one has data (3.4, rule 2)',
  },
  {
    section: '3.2',
    open: 'automatic activation',
    chosen: 'activatedAt is the due date, not the time at which the sandbox processed it',
  },
  {
    section: '3.3',
    open: 'Purchased to Activated',
    chosen: 'never happens; the status follows payment and date of sale',
  },
  {
    section: '3.4',
    open: 'use beyond all packages',
    chosen: 'no data, no error; the control plane sets how much was used',
  },
  {
    section: '3.4',
    open: 'use before the first network',
    chosen: 'the device connects in the first country of its set, with the country change webhook',
  },
  { section: '4.1', open: 'unit of expiresIn', chosen: 'seconds', variant: 'expiresIn' },
  { section: '4.1', open: 'body of authenticate', chosen: 'ignored, whatever it is' },
  { section: '4.3', open: 'token for countries, flags and devices', chosen: 'needed', variant: 'openPlaces' },
  { section: '4.6', open: 'order of the list', chosen: 'oldest first, new customers at the end', variant: 'listOrder' },
  { section: '4.6', open: 'largest page', chosen: 'none', variant: 'pageCap' },
  { section: '4.6', open: 'pages', chosen: 'page_size and page_index', variant: 'paging' },
  { section: '4.6', open: 'number of the first page', chosen: '0', variant: 'firstPage' },
  { section: '4.6', open: 'totals beside a list', chosen: 'none', variant: 'listTotals' },
  { section: '4.6', open: 'order of the items of a customer', chosen: 'that of their sale', variant: 'itemOrder' },
  { section: '4.6', open: 'envelope of the list', chosen: 'a bare array', variant: 'listEnvelope' },
  {
    section: '4.7',
    open: 'profiles of one customer',
    chosen: 'all, replaced ones too, unless only_active_profiles is true',
  },
  { section: '4.7', open: 'shape of one customer', chosen: 'an entry of the list', variant: 'customerEnvelope' },
  { section: '4.8', open: 'method of the search', chosen: 'GET and POST', variant: 'search' },
  { section: '4.8', open: 'envelope of the search', chosen: '{ customers: [...] }', variant: 'searchEnvelope' },
  {
    section: '4.8',
    open: 'parameters of the search',
    chosen: 'searchKey, searchQuery, searchMode; others are ignored',
    variant: 'searchParameters',
  },
  { section: '4.8', open: 'a search that finds nobody', chosen: 'an empty list', variant: 'searchAnswer' },
  {
    section: '4.8',
    open: 'query of the GET form',
    chosen: 'the names of the POST body, or page_size, page_index, only_active_profiles',
  },
  {
    section: '4.8',
    open: 'search without a key or mode',
    chosen: 'EMAIL, isExact; e-mails without regard to capitals',
  },
  {
    section: '4.9',
    open: 'expectedPrice',
    chosen:
      '{} and null are "not given"; a text is refused with 400; equal to a listed retail price in its currency, ' +
      'to the last digit; an item without a retail price differs',
  },
  {
    section: '4.9',
    open: 'userIp and userCountry',
    chosen: 'an empty text is accepted; a missing one is refused with 400',
  },
  {
    section: '4.9',
    open: 'several problems at once',
    chosen: 'form of the body, item, mode, price, credits, in this order; nothing is changed by a refusal',
  },
  { section: '4.11', open: 'dedicated', chosen: 'accepted, without effect' },
  {
    section: '4.9',
    open: 'other answers of a purchase, and denials with status 200',
    chosen: 'none: status, activatedItem, customer, esimProfile',
    variant: 'purchaseAnswer',
  },
  { section: '4.12', open: 'answer of activate', chosen: 'the item', variant: 'activateAnswer' },
  {
    section: '4.13',
    open: 'path of refund',
    chosen: 'without the service segment; the other is an unknown route',
    variant: 'refundPath',
  },
  { section: '4.13', open: 'answer of refund', chosen: '200 without a body', variant: 'refundAnswer' },
  {
    section: '4.13',
    open: 'a refunded item afterwards',
    chosen: 'stays in the list with status Refunded and nothing available',
    variant: 'refundResult',
  },
  {
    section: '4.13',
    open: 'when a read shows a sale, a refund or an activation',
    chosen: 'at once',
    variant: 'shownAfterReads',
  },
  {
    section: '4.14',
    open: 'client-library activations of one user',
    chosen: 'one customer a country set and user token; the first is a register, later ones are top-ups',
  },
  {
    section: '4.14',
    open: 'no activation-request address given',
    chosen: 'fails like a wrong answer: Remote Verification failed',
  },
  {
    section: '6',
    open: 'retries, signature and required answers of webhooks',
    chosen:
      'none; one attempt, ten seconds for the whole answer, redirects not followed, in order, one at a time an address',
  },
  {
    section: '6.3',
    open: 'when low balance is sent',
    chosen:
      'the data left in all active packages falls from above to at most 100 MB; ' +
      'again whenever it falls there again, such as after a top-up',
  },
  { section: '6.4', open: 'thresholds before any are set', chosen: '50, 80 and 100' },
  { section: '6', open: 'a field of another form', chosen: 'none', variant: 'webhookField' },
  { section: '6.4b', open: 'uid or customerUid', chosen: 'both are sent' },
  {
    section: '7',
    open: 'status codes',
    chosen: '400 form, 402 credits, 404 unknown, 409 state, 422 rule, 413 size, 405 method',
  },
  { section: '7', open: 'status of a refusal by a rule', chosen: '402, 409 or 422', variant: 'refusalStatus' },
  { section: '7', open: 'form of errors', chosen: 'application/problem+json', variant: 'errorForm' },
  { section: '7', open: 'unknown route', chosen: '404 as plain text, never in the form of the service' },
  { section: '8', open: 'ON_DEMAND for a single country', chosen: 'refused with 422', variant: 'onDemandElsewhere' },
  { section: '8', open: 'refunds a month', chosen: '200 in a month of UTC', variant: 'monthlyRefunds' },
  { section: '8', open: 'rate limits', chosen: 'none, only as a fault' },
  {
    section: '8',
    open: 'size of a request body',
    chosen: '64 kilobytes, larger ones get 413; a minute to come in, then 408',
  },
  { section: '8', open: 'content type of a request body', chosen: 'ignored: it is read as JSON' },
  {
    section: '9',
    open: 'path of the version',
    chosen: 'GET /{segment}/version without a token, { version }',
    variant: 'optional',
  },
  {
    section: 'notes',
    open: 'idempotency-key',
    chosen: 'written in the ledger, otherwise ignored',
    variant: 'idempotency',
  },
  {
    section: 'notes',
    open: 'end of a sales history',
    chosen: 'an instant, or the whole of a date alone',
    variant: 'historyEnd',
  },
  {
    section: 'notes',
    open: 'sales history',
    chosen:
      'a bare array in the order of the list; sort_by DATE (or SALESDATE), NAME, VOLUME, VALIDITY, PRICE, ' +
      'RETAILPRICE or SALESCHANNEL, another one is refused with 400; each item with customerUid and customer, and with ' +
      'the status that the portal shows (3.3)',
  },
  {
    section: 'notes',
    open: 'changing a retail price',
    chosen: 'the price in its currency, USD if none is given; other currencies keep theirs, null removes all',
  },
  {
    section: 'notes',
    open: 'languages of the header Locale',
    chosen: 'those of Accept-Language, by their weight; English where none is known',
  },
  {
    section: 'notes',
    open: 'connectivity',
    chosen:
      'iccid, imsi, connected, country, lastSeen; connected means installed and seen within six hours; country is that of the last network',
  },
]
