/** The names of a customer as the directory indexes them. */
import { comparable, isNumberField, type SearchName } from '#shared/model/search/search.ts'

/** The first character of an indexed name, which is its field. They are stored on the disk: never renumber them. */
export const nameFields = {
  /** The uid of a customer that is spelled otherwise in the search, as a JSON text. */
  exactUid: 0,
  /** That uid as it is spelled in the search. `customerUid` has the others, and so a uid has one customer there. */
  foldedUid: 'f',
  email: 1,
  customerUid: 2,
  itemUid: 3,
  metatag: 4,
  iccid: 5,
  imsi: 6,
  /** Reversed, so that last digits become a prefix. */
  iccidReversed: 7,
  imsiReversed: 8,
  /** A keyed hash: the code itself is not in the directory. */
  activationCode: 9,
} as const
export type NameField = keyof typeof nameFields

/** A name as it is indexed: a character for its field, and its value. */
export type Name = string

export const nameOf = (field: NameField, value: string): Name => `${nameFields[field]}${value}`

/**
 * All names of one customer as three texts of marked lines, so that a scan over many customers only searches for a few
 * characters.
 */
export interface SearchText {
  readonly words: string
  readonly uids: string
  readonly numbers: string
}

/** A line begins with the mark of its field and ends with a line feed. Folded texts hold no control characters. */
export const marks: Readonly<Record<SearchName['field'], string>> = {
  email: '\u0001',
  metatag: '\u0002',
  customerUid: '\u0003',
  itemUid: '\u0004',
  iccid: '\u0005',
  imsi: '\u0006',
}
/** Where the lines of a field are. */
export const columns: Readonly<Record<SearchName['field'], keyof SearchText>> = {
  email: 'words',
  metatag: 'words',
  customerUid: 'uids',
  itemUid: 'uids',
  iccid: 'numbers',
  imsi: 'numbers',
}

const digits = /^\d*$/

function reversed(text: string): string {
  if (!digits.test(text)) return Array.from(text).reverse().join('')
  let backwards = ''
  for (let at = text.length - 1; at >= 0; at -= 1) backwards += text.charAt(at)
  return backwards
}

/** The name by which the customer of a uid is found. */
export const nameOfUid = (uid: string): Name =>
  comparable({ field: 'customerUid', value: uid }) === uid
    ? nameOf('customerUid', uid)
    : nameOf('exactUid', JSON.stringify(uid))

/**
 * @param uid the uid of the customer as the service sent it
 * @param compared names in the form in which they are compared
 */
export function indexedNames(uid: string, compared: readonly SearchName[], codes: readonly string[]): readonly Name[] {
  const names: Name[] = []
  const isFolded = !compared.some(({ field, value }) => field === 'customerUid' && value === uid)
  if (isFolded) names.push(nameOfUid(uid))
  for (const { field, value } of compared) {
    if (value === '') continue
    names.push(nameOf(field === 'customerUid' && isFolded ? 'foldedUid' : field, value))
    if (isNumberField(field)) names.push(nameOf(field === 'iccid' ? 'iccidReversed' : 'imsiReversed', reversed(value)))
  }
  for (const code of codes) names.push(nameOf('activationCode', code))
  return names
}

/** @param compared names in the form in which they are compared */
export function searchTextOf(compared: readonly SearchName[]): SearchText {
  const searchText = { words: '', uids: '', numbers: '' }
  for (const { field, value } of compared) searchText[columns[field]] += `${marks[field]}${value}\n`
  return searchText
}
