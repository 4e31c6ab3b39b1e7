/** The names of a customer as they are indexed. */
import { isNumberField, type SearchName } from '#shared/model/search.ts'
import type { NameField } from './schema.ts'

export type Name = readonly [field: NameField, value: string]

const digits = /^\d*$/

function reversed(text: string): string {
  if (!digits.test(text)) return Array.from(text).reverse().join('')
  let backwards = ''
  for (let at = text.length - 1; at >= 0; at -= 1) backwards += text.charAt(at)
  return backwards
}

/** @param compared names in the form in which they are compared */
export function indexedNames(compared: readonly SearchName[], codes: readonly string[]): readonly Name[] {
  const names: Name[] = []
  for (const { field, value } of compared) {
    if (value === '') continue
    names.push([field, value])
    if (isNumberField(field)) names.push([field === 'iccid' ? 'iccidReversed' : 'imsiReversed', reversed(value)])
  }
  for (const code of codes) names.push(['activationCode', code])
  return names
}
