/**
 * The buying rules of a connection as they are typed: the validation of each field, and the conversion to rules.
 * Without side effects.
 */
import { BuyingRules, keepsId, MetatagTemplate, UserIp } from '#shared/model/operation/purchase.ts'

export interface BuyingForm {
  countryFixed: boolean
  /** ISO2 code. Empty while none is chosen. */
  country: string
  addressFixed: boolean
  address: string
  metatag: string
  /** Empty for no limit. */
  limit: string
  /** Amount in USD. It must not be empty. */
  askAbove: string
}

export type BuyingField = 'country' | 'address' | 'metatag' | 'limit' | 'askAbove'
/** A key of `settings.buying.problem`. */
type BuyingProblem =
  | 'countryMissing'
  | 'addressWrong'
  | 'idMissing'
  | 'idTwice'
  | 'referenceTwice'
  | 'partUnknown'
  | 'idTouched'
  | 'metatagLong'
  | 'metatagWrong'
  | 'limitWrong'
  | 'askAboveWrong'
type BuyingProblems = Readonly<Partial<Record<BuyingField, BuyingProblem>>>

const maxTemplateLength = 60
const times = (text: string, part: string): number => text.split(part).length - 1
/** Many languages use a comma as the decimal separator. */
const decimal = (text: string): string => text.trim().replace(',', '.')

function metatagProblem(typed: string): BuyingProblem | null {
  const text = typed.trim()
  if (times(text, '{id}') === 0) return 'idMissing'
  if (times(text, '{id}') > 1) return 'idTwice'
  if (times(text, '{reference}') > 1) return 'referenceTwice'
  if (/\{(?!(?:id|reference|agent|date)\})[^{}]{0,60}\}/.test(text)) return 'partUnknown'
  if (text.length > maxTemplateLength) return 'metatagLong'
  if (!keepsId(text)) return 'idTouched'
  return MetatagTemplate.safeParse(text).success ? null : 'metatagWrong'
}

export function problemsOf(form: Readonly<BuyingForm>): BuyingProblems {
  const metatag = metatagProblem(form.metatag)
  const limit = decimal(form.limit)
  return {
    ...(form.countryFixed && form.country === '' ? { country: 'countryMissing' as const } : {}),
    ...(form.addressFixed && !UserIp.safeParse(form.address.trim()).success
      ? { address: 'addressWrong' as const }
      : {}),
    ...(metatag === null ? {} : { metatag }),
    ...(limit !== '' && !BuyingRules.shape.dailyLimit.safeParse(limit).success ? { limit: 'limitWrong' as const } : {}),
    ...(BuyingRules.shape.askAbove.safeParse(decimal(form.askAbove)).success
      ? {}
      : { askAbove: 'askAboveWrong' as const }),
  }
}

export function formOf(rules: BuyingRules): BuyingForm {
  return {
    countryFixed: rules.userCountry !== null,
    country: rules.userCountry ?? '',
    addressFixed: rules.userIp !== null,
    address: rules.userIp ?? '',
    metatag: rules.metatag,
    limit: rules.dailyLimit ?? '',
    askAbove: rules.askAbove,
  }
}

/** Returns `null` if a field is invalid. */
export function rulesOf(form: Readonly<BuyingForm>): BuyingRules | null {
  if (metatagProblem(form.metatag) !== null) return null
  const limit = decimal(form.limit)
  return (
    BuyingRules.safeParse({
      userCountry: form.countryFixed ? form.country : null,
      userIp: form.addressFixed ? form.address.trim() : null,
      metatag: form.metatag,
      dailyLimit: limit === '' ? null : limit,
      askAbove: decimal(form.askAbove),
    }).data ?? null
  )
}
