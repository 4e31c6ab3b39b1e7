/** What the palette offers, and which of it a typed text finds, without side effects. */
import type { Component } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { foldText } from '../../lib/foldText.ts'

export interface PaletteOption {
  readonly key: string
  readonly group: string
  readonly icon: Component
  readonly label: string
  readonly detail: string
  /** The keys that do the same. */
  readonly chord?: string
  /** Called before the target is opened. */
  readonly onChosen?: () => void
  readonly target: { readonly to: RouteLocationRaw } | { readonly run: () => void }
}

const fold = (text: string): string => foldText(text).trim()

/** 0 for a label that begins with the text, 1 for one with a word that does, 2 for any other match, `null` for none. */
function rankOf(option: PaletteOption, terms: readonly string[], whole: string): number | null {
  const label = fold(option.label)
  const text = `${label} ${fold(option.detail)}`
  if (!terms.every((term) => text.includes(term))) return null
  if (label.startsWith(whole)) return 0
  return terms.every((term) => ` ${text}`.includes(` ${term}`)) ? 1 : 2
}

/**
 * The options that contain every typed word, the closest first, at most `max`. With `maxRank` 1, each typed word has to
 * begin a word.
 */
export function matchingOptions(
  options: readonly PaletteOption[],
  typed: string,
  max: number,
  maxRank = 2,
): readonly PaletteOption[] {
  const whole = fold(typed)
  const terms = whole.split(/\s+/).filter((term) => term !== '')
  return options
    .flatMap((option) => {
      const rank = rankOf(option, terms, whole)
      return rank === null || rank > maxRank ? [] : [{ option, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ option }) => option)
}
