/** The words of a line of a chat, each with the clause in which it is. */
import { foldText } from '../foldText.ts'

export interface Token {
  readonly folded: string
  readonly written: string
  readonly start: number
  readonly end: number
  /** Tokens of a clause have the same number. */
  readonly clause: number
}

/** Letters of Japanese are a word of their own, because no blank is between them and others. */
const words =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc\u3005]+|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc\u3005])[\p{L}\p{M}\p{N}])+/gu

export const isEastAsian = (text: string): boolean => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)

const clauseEnd = /[.!?\u2026\u3002\uff01\uff1f\u061f;\uff1b:\uff1a,\uff0c\u060c\u3001\n()\u2013\u2014|/]/
const conjunctions: ReadonlySet<string> = new Set(
  'and but und aber y pero et mais ma mas because so weil denn ولكن لكن'.split(' '),
)

export function tokensOf(text: string): readonly Token[] {
  let clause = 0
  let last = 0
  return [...text.matchAll(words)].map(({ 0: written, index }) => {
    const folded = foldText(written)
    if (clauseEnd.test(text.slice(last, index)) || conjunctions.has(folded)) clause += 1
    last = index + written.length
    return { folded, written, start: index, end: last, clause }
  })
}
