/**
 * What an agent says to a customer about a cause (`cause.ts`), in the languages of the sheet. A language is loaded
 * when it is needed.
 */
import type { CauseValue, CustomerAnswer } from './cause.ts'
import { dayText } from '#shared/sheet/dayText.ts'
import { plain } from '#shared/sheet/plain.ts'
import { sizeText } from '#shared/sheet/document.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { AnswerMessages } from './answerMessages.ts'

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
type PackagesValue = Extract<CauseValue, { type: 'packages' }>

export const answerMessages = (language: SheetLanguage): Promise<AnswerMessages> => loaders[language]()

function packageText({ name, oneOf }: PackageValue, { unnamedPackage, onePackage }: AnswerMessages): string {
  const named = plain(name ?? '') || unnamedPackage
  return oneOf === true ? onePackage.replace('{package}', () => named) : named
}

/** A longer list would not be heard. */
const maxNames = 3

/** Whether the value is written as words of the language, and not as names. */
const isInWords = ({ names }: PackagesValue): boolean =>
  names.length > maxNames || names.some((name) => !plain(name ?? ''))

function packagesText(value: PackagesValue, { locale, yourPackage, yourPackages }: AnswerMessages): string {
  const { names } = value
  if (isInWords(value)) return names.length > 1 ? yourPackages : yourPackage
  const named = names.map((name) => plain(name ?? ''))
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(named)
}

function valueText(value: CauseValue, messages: AnswerMessages): string {
  const { locale, direction } = messages
  switch (value.type) {
    case 'text':
      return plain(value.text)
    case 'package':
      return packageText(value, messages)
    case 'packages':
      return packagesText(value, messages)
    case 'size':
      // The mark that keeps number and unit in order is needed in text of the other direction alone.
      return direction === 'rtl' ? sizeText(value.size, messages) : sizeText(value.size, messages).replace('\u200e', '')
    case 'day':
    case 'ago':
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
    const isWords = value.type === 'packages' ? isInWords(value) : value.type === 'package' && value.oneOf === true
    return isWords && at === 0 ? capitalized(text, messages.locale) : text
  })
}
