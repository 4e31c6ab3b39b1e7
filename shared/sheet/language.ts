/** The languages of the installation sheet, and the one that a customer probably reads. */
import * as z from 'zod'

export const sheetLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ar', 'ja'] as const
export const SheetLanguage = z.enum(sheetLanguages)
export type SheetLanguage = z.infer<typeof SheetLanguage>

/** ISO 3166-1 alpha-2 codes of the countries in which most people read one of the sheet's languages. */
const countries: Readonly<Record<SheetLanguage, string>> = {
  en: 'GB US IE AU NZ',
  de: 'DE AT LI CH',
  fr: 'FR MC SN CI',
  es: 'ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY',
  it: 'IT SM VA',
  pt: 'PT BR AO MZ CV',
  ar: 'AE SA EG QA KW BH OM JO LB IQ YE LY TN DZ MA SY SD PS',
  ja: 'JP',
}

const ofCountry: ReadonlyMap<string, SheetLanguage> = new Map(
  sheetLanguages.flatMap((language) => countries[language].split(' ').map((country) => [country, language] as const)),
)
/** Domains that are sold to everybody, so that they indicate no country. */
const genericDomains = new Set(['CO', 'US'])
/** The domain of the United Kingdom is not its country code. */
const ofDomain = new Map<string, SheetLanguage>([...ofCountry, ['UK', 'en']])

/**
 * Derived from the country of residence if the service reports it, or else from the country domain of the e-mail
 * address. `null` if neither indicates a language.
 */
export function likelyLanguage(country: string | null, email: string | null): SheetLanguage | null {
  const ofResidence = ofCountry.get(country?.trim().toUpperCase() ?? '')
  if (ofResidence !== undefined) return ofResidence
  const domain = /\.([a-z]{2})$/i.exec(email?.trim() ?? '')?.[1]?.toUpperCase() ?? ''
  return genericDomains.has(domain) ? null : (ofDomain.get(domain) ?? null)
}
