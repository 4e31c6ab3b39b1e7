/**
 * The words of a query that is more than one word: each of them must occur somewhere in the values of a customer. With
 * digits among them, the words that people write around digits ("my number ends with …") are left out.
 */
import { trimEnd } from '../trimEnd.ts'

/** More words than these are a message, not a name and a number. */
const maxWords = 8
/** Fewer digits are not specific enough to be what the other words are about. */
const minDigits = 4

/** Words that people write around digits, without accents. */
const fillers: ReadonlySet<string> = new Set(
  [
    'a an the my his her is it its ends end ending starts start starting begins with in on at of by from for',
    'i am number numbers no nr digit digits last first four name called customer esim sim card iccid imsi id think',
    'says said say please and hello hi here this that was to but be mail email address about phone',
    'mein meine meiner die der das den ist sind lautet mit endet auf am ende fangt beginnt an nummer letzte letzten',
    'ziffer ziffern vier kunde kundin name heisst heisse karte ich bin und hallo bitte hier von zu telefon adresse',
    'mi su el la los las es con termina terminan acaba acaban en empieza por numero ultimo ultimos ultimas digitos',
    'cifras cuatro cliente clienta nombre llama llamo se soy tarjeta y hola favor aqui de del correo telefono',
    'mon ma mes sa le les est sont avec finit finissent par termine commence sur numero dernier derniers derniere',
    'dernieres chiffre chiffres quatre client cliente nom appelle je suis carte et bonjour ici du il elle adresse',
  ].flatMap((line) => line.split(' ')),
)

const startEdge = /^[\s"'`\u2018-\u201f\u00ab\u00bb([{….,;:!?*<]+/
const endEdge = /[\s"'`\u2018-\u201f\u00ab\u00bb)\]}….,;:!?*>]/
const allDigits = /^\d+$/
const accents = /\p{M}/gu

/** Without accents, and with the apostrophe of a keyboard. */
export const plainWord = (word: string): string =>
  word.normalize('NFD').replaceAll(accents, '').replaceAll('\u2019', "'")
export const isFiller = (word: string): boolean => fillers.has(plainWord(word))
const isLongNumber = (word: string): boolean => word.length >= minDigits && allDigits.test(word)

export const withoutEdges = (word: string): string =>
  trimEnd(word.replace(startEdge, ''), (character) => endEdge.test(character))

/** Joins the groups in which digits are printed and read out. */
function joinDigits(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    const before = joined.at(-1)
    if (before !== undefined && allDigits.test(before) && allDigits.test(word))
      joined.splice(-1, 1, before.concat(word))
    else joined.push(word)
  }
  return joined
}

interface SearchWords {
  /** Empty for a text that is one word or digits alone. */
  readonly words: readonly string[]
  /** Whether words of the text were left out. */
  readonly isShortened: boolean
}

/** @param text folded */
export function searchWords(text: string): SearchWords {
  const none = { words: [], isShortened: false }
  // A long text is not worth taking apart.
  if (!/\s/.test(text) || text.length > 300) return none
  const all = joinDigits(
    text
      .split(/\s+/)
      .map(withoutEdges)
      .filter((word) => word !== ''),
  )
  const kept = all.some(isLongNumber) ? all.filter((word) => !isFiller(word)) : all
  const words = [...new Set(kept)]
  const isShortened = kept.length < all.length
  if (words.length > maxWords || all.length === 1) return none
  return { words, isShortened }
}

/** The digits that are left when all other words were left out, or `null`. */
export function onlyDigitsOf({ words: [only, ...others] }: SearchWords): string | null {
  return only !== undefined && others.length === 0 && isLongNumber(only) ? only : null
}
