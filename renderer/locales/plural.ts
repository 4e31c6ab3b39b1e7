/** Chooses the form of a message with a count, by the rules of the platform for the language. */
import type { DeskLanguage } from '#shared/language.ts'

/**
 * Forms are separated by `|`: one and more, or none, one and more. Languages that have further categories, such as
 * millions in French and Spanish, use the form for more.
 *
 * @returns a function from the count and the number of forms to the index of the form
 */
export function pluralRule(language: DeskLanguage): (count: number, forms: number) => number {
  const rules = new Intl.PluralRules(language)
  return (count, forms) => {
    if (forms > 2 && count === 0) return 0
    return rules.select(count) === 'one' ? forms - 2 : forms - 1
  }
}
