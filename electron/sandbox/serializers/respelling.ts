/**
 * Writes the values of the service in another spelling or JSON type, as the variants require: instants, sizes, prices,
 * and single fields. It changes JSON that was made in the usual way, and is not called under the usual variants,
 * because a list can have a million customers.
 */
import type { FieldForm, Variants } from '../variants.ts'

type Kind = 'item' | 'esim' | 'customer' | 'inventory' | 'size'
type Values = Record<string, unknown>

const instantFields: ReadonlySet<string> = new Set(['activatedAt', 'expiresAt', 'salesDate', 'lastSeen'])
/** The dates that the variant `emptyDates` concerns; a package without an end has no `expiresAt` and no such date. */
const laterDates: ReadonlySet<string> = new Set(['activatedAt', 'lastSeen'])
const zeroInstants: Readonly<Partial<Record<Variants['emptyDates'], string>>> = {
  year1: '0001-01-01T00:00:00Z',
  year1970: '1970-01-01T00:00:00Z',
  year0: '0000-00-00T00:00:00Z',
}
const unitBytes: Readonly<Record<string, number>> = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 }
/** Rates and decimals that make plausible prices. */
const currencies = { EUR: [0.92, 2], JPY: [150, 0], KWD: [0.307, 3] } as const

function fieldsOf(variants: Variants, kind: Kind): Readonly<Record<string, FieldForm>> {
  switch (kind) {
    case 'item':
      return variants.itemFields
    case 'esim':
      return variants.esimFields
    case 'customer':
      return variants.customerFields
    case 'inventory':
      return variants.inventoryFields
    case 'size':
      return {}
  }
}

/** Whether all values are written in the usual way. */
function isUsual(variants: Variants, kind: Kind): boolean {
  const { instants, sizeUnits, volumes, currency, emptyDates } = variants
  return (
    instants === 'iso' &&
    sizeUnits === 'own' &&
    volumes === 'limited' &&
    currency === 'usual' &&
    zeroInstants[emptyDates] === undefined &&
    Object.keys(fieldsOf(variants, kind)).length === 0
  )
}

function instantIn(form: Variants['instants'], text: string): unknown {
  switch (form) {
    case 'iso':
      return text
    case 'blank':
      return `${text.slice(0, 10)} ${text.slice(11, 19)}`
    case 'noSeconds':
      return `${text.slice(0, 16)}Z`
    case 'date':
      return text.slice(0, 10)
    case 'lowerCase':
      return text.toLowerCase()
    case 'seconds':
      return Math.floor(Date.parse(text) / 1000)
    case 'milliseconds':
      return Date.parse(text)
  }
}

function respellSize(values: Values, { volumes, sizeUnits }: Variants): void {
  const { sizeValue, sizeUnit } = values
  if (typeof sizeValue !== 'number' || typeof sizeUnit !== 'string') return
  if (volumes === 'minusOne') values.sizeValue = -1
  if (volumes === 'zero') values.sizeValue = 0
  if (volumes === 'unlimitedText') values.sizeValue = 'unlimited'
  if (volumes === 'unlimitedUnit') Object.assign(values, { sizeValue: 0, sizeUnit: 'UNLIMITED' })
  if (volumes === 'unknownUnit') values.sizeUnit = 'QB'
  if (volumes !== 'limited') return
  const bytes = sizeValue * (unitBytes[sizeUnit] ?? 1)
  if (sizeUnits === 'KB') Object.assign(values, { sizeValue: Math.round(bytes / 1024), sizeUnit: 'KB' })
  if (sizeUnits === 'B') Object.assign(values, { sizeValue: Math.round(bytes), sizeUnit: 'B' })
  if (sizeUnits === 'lowerCase') values.sizeUnit = sizeUnit.toLowerCase()
}

function respellPrice(values: Values, { currency }: Variants): void {
  const { priceValue } = values
  if (typeof priceValue !== 'number' || values.currencyCode !== 'USD') return
  if (currency === 'lowerCase') values.currencyCode = 'usd'
  // The sum of three numbers that no binary fraction equals differs from the price in its last digits.
  if (currency === 'noise') values.priceValue = priceValue + 0.1 + 0.2 - 0.3
  if (currency !== 'EUR' && currency !== 'JPY' && currency !== 'KWD') return
  const [rate, decimals] = currencies[currency]
  Object.assign(values, { priceValue: Number((priceValue * rate).toFixed(decimals)), currencyCode: currency })
}

function respellAll(value: unknown, variants: Variants): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) respellAll(one, variants)
    return
  }
  const values = value as Values
  respellSize(values, variants)
  respellPrice(values, variants)
  const zero = zeroInstants[variants.emptyDates]
  for (const [name, member] of Object.entries(values)) {
    if (!instantFields.has(name)) respellAll(member, variants)
    else if (typeof member === 'string' && member !== '') values[name] = instantIn(variants.instants, member)
    else if (member === null && zero !== undefined && laterDates.has(name)) values[name] = zero
  }
}

/** A value in another type; `undefined` leaves it out. */
function fieldIn(form: FieldForm, value: unknown): unknown {
  switch (form) {
    case 'text':
      return typeof value === 'string' ? value : JSON.stringify(value)
    case 'number': {
      const text = String(value)
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text.length
    }
    case 'null':
      return null
    case 'missing':
      return undefined
    case 'nested':
      return { value }
    case 'array':
      return [value]
    case 'word':
      return 'unknown'
  }
}

/** Changes the field at a path. A part that is an array leads on in each of its elements. */
function changeField(value: unknown, [name = '', ...rest]: readonly string[], form: FieldForm): void {
  if (Array.isArray(value)) {
    for (const one of value) changeField(one, [name, ...rest], form)
    return
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return
  const values = value as Values
  if (rest.length > 0) changeField(values[name], rest, form)
  else values[name] = fieldIn(form, values[name])
}

/** Returns JSON text as the variants write it; the same text under the usual ones. */
export function respelled(variants: Variants, kind: Kind, text: string): string {
  if (isUsual(variants, kind)) return text
  const value: unknown = JSON.parse(text)
  respellAll(value, variants)
  for (const [path, form] of Object.entries(fieldsOf(variants, kind))) changeField(value, path.split('.'), form)
  return JSON.stringify(value)
}
