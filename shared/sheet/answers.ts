/**
 * What an agent says to a customer about a cause (`shared/rules/`), in the languages of the sheet. A language is loaded
 * when it is needed.
 */
import type { AnswerId, CauseValue, CustomerAnswer } from '../rules/cause.ts'
import { dayText } from './dayText.ts'
import { plain } from './plain.ts'
import { sizeText } from './document.ts'
import type { SheetLanguage } from './language.ts'

export interface AnswerMessages {
  /** BCP 47 locale for formats, as that of the sheet. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly unnamedPackage: string
  /** Stands for `{package}` where the customer has several of that name. It fits as a subject and as an object. */
  readonly onePackage: string
  /**
   * Each may contain names of values in braces, such as `{package}`. Where it may name several, the sentence is the
   * same for one and for several.
   */
  readonly answers: Readonly<Record<AnswerId, string>>
}

const loaders: Readonly<Record<SheetLanguage, () => Promise<AnswerMessages>>> = {
  en: async () => (await import('./answers/en.ts')).en,
  de: async () => (await import('./answers/de.ts')).de,
  fr: async () => (await import('./answers/fr.ts')).fr,
  es: async () => (await import('./answers/es.ts')).es,
  it: async () => (await import('./answers/it.ts')).it,
  pt: async () => (await import('./answers/pt.ts')).pt,
  ar: async () => (await import('./answers/ar.ts')).ar,
  ja: async () => (await import('./answers/ja.ts')).ja,
}

type PackageValue = Extract<CauseValue, { type: 'package' }>

export const answerMessages = (language: SheetLanguage): Promise<AnswerMessages> => loaders[language]()

const nameText = (name: string | null, { unnamedPackage }: AnswerMessages): string =>
  plain(name ?? '') || unnamedPackage

function packageText({ name, oneOf }: PackageValue, messages: AnswerMessages): string {
  const named = nameText(name, messages)
  return oneOf === true ? messages.onePackage.replace('{package}', () => named) : named
}

function valueText(value: CauseValue, messages: AnswerMessages): string {
  const { locale, direction } = messages
  switch (value.type) {
    case 'text':
      return plain(value.text)
    case 'package':
      return packageText(value, messages)
    case 'packages': {
      const names = value.names.map((name) => nameText(name, messages))
      return new Intl.ListFormat(locale, { type: 'disjunction' }).format(names)
    }
    case 'size':
      // The mark that keeps number and unit in order is needed in text of the other direction alone.
      return direction === 'rtl' ? sizeText(value.size, locale) : sizeText(value.size, locale).replace('\u200e', '')
    case 'day':
      return dayText(value.at, locale)
    case 'country':
      return new Intl.DisplayNames([locale], { type: 'region' }).of(value.code) ?? value.code
    case 'count':
      return new Intl.NumberFormat(locale).format(value.count)
    // No sentence for a customer contains one of these.
    case 'place':
      return value.countrySet
    case 'operation':
      return value.kind
  }
}

const capitalized = (text: string, locale: string): string => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1)

/** Returns the sentence with its values in the language of the messages. */
export function answerText({ answer, values }: CustomerAnswer, messages: AnswerMessages): string {
  return messages.answers[answer].replaceAll(/\{(\w+)\}/g, (placeholder, name: string, at: number) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return placeholder
    const text = valueText(value, messages)
    // A name begins as it is written, words of the language begin a sentence with a capital.
    return value.type === 'package' && value.oneOf === true && at === 0 ? capitalized(text, messages.locale) : text
  })
}
