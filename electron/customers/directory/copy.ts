/**
 * The copy of a customer that the directory keeps: what the service sent, without activation codes and links.
 * A code or a link in a field where nobody expects it is taken out too, however it is written; of an eSIM profile only
 * the fields that are known to be harmless are kept, since a part of a code can't be told from other words.
 */
import { hash } from 'node:crypto'
import { findActivationCode } from '#shared/model/identifier.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'

type Esim = WireCustomerEntry['relatedEsims'][number]

const secretFields: ReadonlySet<string> = new Set([
  'activationCode',
  'appleUniversalLink',
  'installationUrl',
  'profileUrl',
  'matchingId',
  'confirmationCode',
])
const secretText = /lpa:|carddata=/i
const removed = '[removed]'
/** Encoded once more by each link that holds a link. */
const maxEncodings = 4

function isSecret(text: string): boolean {
  const plain = decoded(text, maxEncodings)
  return secretText.test(plain) || findActivationCode(plain) !== null
}

function decoded(text: string, times: number): string {
  if (times === 0 || !text.includes('%')) return text
  return decoded(
    text.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    times - 1,
  )
}

const knownOf = ({ uid, iccid, imsi, lastSeen, activatedAt, state, active, eid }: Esim): Esim => ({
  uid,
  iccid,
  imsi,
  lastSeen,
  activatedAt,
  state,
  active,
  eid,
})

/** In JSON text: whatever a code or a link can't be without, however it is written, and the names of secret fields. */
const suspicious = new RegExp(`[%$]|lpa:|carddata=|"(?:${[...secretFields].join('|')})":`, 'i')

export interface Copy {
  /** JSON. */
  readonly text: string
  /** What `readCopy` makes of the text, as far as it is indexed. */
  readonly entry: WireCustomerEntry
}

/** Most entries have their secrets where they belong: those need no look at every field, nor a reading of their copy. */
export function copyOf(received: WireCustomerEntry): Copy {
  const entry = {
    ...received,
    customer: { ...received.customer, profileUrl: undefined },
    relatedEsims: received.relatedEsims.map(knownOf),
  }
  const text = JSON.stringify(entry)
  if (!suspicious.test(text)) return { text, entry }
  const searched = JSON.stringify(entry, (key, value: unknown) => {
    if (secretFields.has(key)) return undefined
    return typeof value === 'string' && isSecret(value) ? removed : value
  })
  return { text: searched, entry: readCopy(searched) }
}

export const readCopy = (copy: string): WireCustomerEntry => WireCustomerEntry.parse(JSON.parse(copy))

export interface KeyedHash {
  readonly ofCode: (code: string) => string
  /** Tells a changed answer. */
  readonly ofEntry: (entry: WireCustomerEntry) => string
}

/** `key` is random and belongs to one directory: without it a hash can't be tried out. */
export function keyedHash(key: string): KeyedHash {
  // Nested like HMAC, by the one-shot function: an Hmac object for each customer took a quarter of a sync's time.
  const keyed = (purpose: string, text: string): string =>
    hash('sha256', `${key}${purpose}${hash('sha256', `${key}${purpose}${text}`)}`, 'base64url').slice(0, 24)
  return { ofCode: (code) => keyed('code', code), ofEntry: (entry) => keyed('entry', JSON.stringify(entry)) }
}

/** Hashes of the entry's activation codes, each once. */
export function codeHashes(entry: WireCustomerEntry, keyed: KeyedHash): readonly string[] {
  const codes = entry.relatedEsims.flatMap(
    (esim) => findActivationCode(esim.activationCode ?? '') ?? findActivationCode(esim.appleUniversalLink ?? '') ?? [],
  )
  return [...new Set(codes.map(keyed.ofCode))]
}
