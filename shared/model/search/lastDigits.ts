/**
 * Decides whether a few digits in a sentence are the last digits of an ICCID or an IMSI, by the words before them ("my
 * ICCID ends with …"). Without a sentence around them, the other words are a name: "suzuki ICCID 8796" is the
 * Suzuki whose ICCID ends with these digits.
 */
import { isFiller, plainWord, withoutEdges } from './searchWords.ts'

/** Words before digits that show that they are the last ones. */
const labels: ReadonlySet<string> = new Set(
  [
    'ends end ending last endet ende letzte letzten termina terminan acaba acaban ultimo ultimos ultimas',
    'finit finissent termine dernier derniers derniere dernieres',
  ].flatMap((line) => line.split(' ')),
)
/** Words that name the number. Without one, a sentence may be about megabytes or a year. */
const numbers: ReadonlySet<string> = new Set(
  'iccid imsi digits digit number ziffern nummer cifras digitos numero chiffres'.split(' '),
)

/** Words before digits that are names elsewhere. */
const copulas: ReadonlySet<string> = new Set(['are', 'son'])

/** Words about a trouble, which are no names. */
const troubles: ReadonlySet<string> = new Set(
  [
    "not does doesn't doesnt don't dont didn't can't cant cannot won't isn't have work works working worked broken",
    'stopped help need why nothing problem internet connection connect nicht kein keine keinen geht funktioniert kann',
    'habe haben kaputt hilfe brauche warum nichts verbindung verbinden funciona funcionan puedo puede tengo sirve nada',
    'conecta conexion ayuda necesito problema pas marche fonctionne peux rien connexion connecter aide besoin probleme',
  ].flatMap((line) => line.split(' ')),
)
/** A name has fewer words. */
const minOtherWords = 4

const beforeDigits = /(?:^|[\s:=#"'\u2018-\u201f([….*])$/
const afterDigits = /^(?:$|[\s,;:!?.)\]"'\u2018-\u201f…])/

const wordsOf = (text: string): readonly string[] =>
  text
    .split(/[\s:=#]+/)
    .map(withoutEdges)
    .filter((word) => word !== '')

const isIgnored = (word: string): boolean => isFiller(word) || copulas.has(word)

/** @param before the folded text before the digits @param after the folded text after them */
export function meansLastDigits(before: string, after: string): boolean {
  if (!beforeDigits.test(before) || !afterDigits.test(after)) return false
  const words = wordsOf(before)
  const introduction = words.slice(words.findLastIndex((word) => !isIgnored(word)) + 1)
  const isNumber = introduction.some((word) => numbers.has(plainWord(word)))
  if (!isNumber && !introduction.some((word) => labels.has(plainWord(word)))) return false
  const others = [...words, ...wordsOf(after)].filter((word) => !isIgnored(word))
  if (others.length === 0) return true
  if (!isNumber) return false
  return others.length >= minOtherWords || others.some((word) => troubles.has(plainWord(word)))
}
