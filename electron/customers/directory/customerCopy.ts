/**
 * The copy of a customer that the directory stores: the service's answer without activation codes and links. A code or
 * a link in any other field is removed too, however it is encoded. Of an eSIM profile only fields that are known to be
 * harmless are stored, since a part of a code cannot be distinguished from other text.
 */
import { decoded, findActivationCode } from '#shared/model/search/identifier.ts'
import { withoutSecrets } from '#shared/model/customer/unreadableParts.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { secretNames } from '#shared/wire/lenient.ts'

type Esim = WireCustomerEntry['relatedEsims'][number]

const secretFields: ReadonlySet<string> = new Set(secretNames)
const secretText = /lpa:|carddata=/i
const removed = '[removed]'

function isSecret(text: string): boolean {
  const plain = decoded(text)
  return secretText.test(plain) || findActivationCode(plain) !== null
}

const harmlessFields = ({
  uid,
  iccid,
  imsi,
  lastSeen,
  activatedAt,
  state,
  active,
  eid,
  unreadableFields,
}: Esim): Esim => ({
  uid,
  iccid,
  imsi,
  lastSeen,
  activatedAt,
  state,
  active,
  eid,
  unreadableFields,
})

/** Matches JSON text that may hold a code or a link, however encoded, or the name of a secret field. */
const suspicious = new RegExp(`[%$]|lpa:|carddata=|"(?:${[...secretFields].join('|')})":`, 'i')

interface Copy {
  /** JSON. */
  readonly text: string
  /** The result of `readCopy(text)`, as far as it is indexed. */
  readonly entry: WireCustomerEntry
}

/**
 * Removes the secrets. Most entries have them only in the known fields; those entries need no check of every field and
 * no second parse.
 */
export function copyOf(received: WireCustomerEntry): Copy {
  const entry = {
    ...received,
    customer: { ...received.customer, profileUrl: undefined },
    relatedEsims: received.relatedEsims.map(harmlessFields),
    unreadableParts: received.unreadableParts?.map(withoutSecrets),
  }
  const text = JSON.stringify(entry)
  if (!suspicious.test(text)) return { text, entry }
  const cleaned = JSON.stringify(entry, (key, value: unknown) => {
    if (secretFields.has(key)) return undefined
    return typeof value === 'string' && isSecret(value) ? removed : value
  })
  return { text: cleaned, entry: WireCustomerEntry.parse(JSON.parse(cleaned)) }
}
