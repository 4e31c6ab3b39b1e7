/**
 * The eSIMs of a customer to which a line resolves: the one whose number it is, or, where it names the customer, all in
 * use. A line that names one eSIM never resolves to the others instead.
 */
import { esimsInUse, hidesEsims } from '#shared/model/esim/esimState.ts'
import { compact } from '#shared/model/search/identifier.ts'
import {
  findMatch,
  isNumberField,
  minLastDigits,
  understandSearch,
  type SearchName,
} from '#shared/model/search/search.ts'
import type { CustomerRow, CustomerView, EsimView } from '#shared/model/customer/views.ts'

export type EsimTarget =
  | { readonly kind: 'inUse' }
  /** The one that has each of these numbers, as a whole or as its first or last digits. */
  | { readonly kind: 'numbered'; readonly numbers: readonly string[] }
  /** The one of an activation code, which is unknown to the window. */
  | { readonly kind: 'ofCode' }

/** @param match where the search has found the text at the customer, if that is known */
export function resolveTarget(text: string, match: CustomerRow['match']): EsimTarget {
  const { whole } = understandSearch(text)
  if (whole?.kind === 'activationCode' || match?.field === 'activationCode') return { kind: 'ofCode' }
  const numbers = numbersIn(text, match)
  return numbers.length === 0 ? { kind: 'inUse' } : { kind: 'numbered', numbers }
}

function numbersIn(text: string, match: CustomerRow['match']): readonly string[] {
  const { whole, compact: digits } = understandSearch(text)
  // A reference may be the ICCID of an eSIM that the customer had before.
  if (whole?.kind === 'iccid' && (match === null || match.field === 'metatag')) return [whole.value]
  if (match !== null)
    return [match, ...(match.others ?? [])].flatMap(({ field, value, start, end }) =>
      field !== 'activationCode' && isNumberField(field) ? [compact(value.slice(start, end))] : [],
    )
  if (whole !== null) return whole.kind === 'imsi' ? [whole.value] : []
  return digits.length >= minLastDigits && /^\d+$/.test(digits) ? [digits] : []
}

const numbersOf = ({ iccid, imsi }: EsimView): readonly SearchName[] => [
  { field: 'iccid', value: iccid },
  ...(imsi === null ? [] : [{ field: 'imsi' as const, value: imsi }]),
]

/** Returns the reason if the customer has no such eSIM, or if that can't be decided. */
export function pickEsims(
  { esims, unreadable, omittedEsims }: CustomerView,
  target: EsimTarget,
): readonly EsimView[] | 'notListed' | 'whichEsim' {
  switch (target.kind) {
    case 'inUse':
      return esimsInUse(esims)
    case 'ofCode':
      if (esims.length === 0) return 'notListed'
      return esims.length === 1 && omittedEsims === 0 && !hidesEsims(unreadable) ? esims : 'whichEsim'
    case 'numbered': {
      const queries = target.numbers.map(understandSearch)
      const named = esims.filter((esim) => queries.every((query) => findMatch(numbersOf(esim), query) !== null))
      return named.length > 0 ? named : 'notListed'
    }
  }
}
