/** The names of a customer as the directory indexes them. */
import { isNumberField, type SearchName } from '#shared/model/search/search.ts'

/** The first character of an indexed name. Fields that are looked up together have the same one. */
const nameMarks = {
  email: 'e',
  /** References. */
  metatag: 'm',
  /** Uids of customers and packages. */
  uid: 'u',
  /** ICCIDs and IMSIs. */
  number: 'n',
  /** The same reversed, so that last digits become a prefix. */
  reversedNumber: 'r',
  /** A keyed hash: the code itself is not in the directory. */
  activationCode: 'c',
} as const
export type NameKind = keyof typeof nameMarks

const kindOf: Readonly<Record<SearchName['field'], NameKind>> = {
  email: 'email',
  metatag: 'metatag',
  customerUid: 'uid',
  itemUid: 'uid',
  iccid: 'number',
  imsi: 'number',
}

/** A name as it is indexed: its mark and its value. */
export type Name = string

export const nameOf = (kind: NameKind, value: string): Name => `${nameMarks[kind]}${value}`

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

/** @param compared names in the form in which they are compared */
export function indexedNames(compared: readonly SearchName[], codes: readonly string[]): readonly Name[] {
  const names: Name[] = []
  for (const { field, value } of compared) {
    if (value === '') continue
    names.push(nameOf(kindOf[field], value))
    if (isNumberField(field)) names.push(nameOf('reversedNumber', reversed(value)))
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
