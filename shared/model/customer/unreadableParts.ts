/** What the desk shows, stores and counts of the parts of customers that could not be read. */
import * as z from 'zod'
import type { WireCustomerEntry } from '../../wire/customer.ts'
import { mayBeSecret, type UnreadableField } from '../../wire/lenient.ts'
import { unreadableFieldPart, type UnreadablePart } from '../../wire/unreadablePart.ts'

/** How many of what could not be read, and in how many customers. */
export const UnreadableCounts = z.strictObject({
  customers: z.number().int(),
  packages: z.number().int(),
  esims: z.number().int(),
  fields: z.number().int(),
})
export type UnreadableCounts = z.infer<typeof UnreadableCounts>

export const nothingUnreadable: UnreadableCounts = { customers: 0, packages: 0, esims: 0, fields: 0 }

interface WithFields {
  readonly unreadableFields?: readonly UnreadableField[] | undefined
}

/** The fields that could not be read, for a view. Absent if there are none. */
export const unreadableNames = ({ unreadableFields = [] }: WithFields): { unreadable?: string[] } =>
  unreadableFields.length === 0 ? {} : { unreadable: unreadableFields.map(({ field }) => field) }

/** Whether a field that a view shows is one of those that could not be read. */
export const isLost = (
  { unreadable = [] }: { readonly unreadable?: readonly (string | UnreadableField)[] | undefined },
  name: string,
): boolean =>
  unreadable.some((one) => {
    const field = typeof one === 'string' ? one : one.field
    return field === name || field.startsWith(`${name}.`)
  })

/** What arrived for a field that could not be read, or a mark where it can't be shown. `null` if nothing arrived. */
export function unreadableValue({ unreadableFields = [] }: WithFields, name: string): string | null {
  const found = unreadableFields.find(({ field }) => field === name)
  return found === undefined ? null : (found.raw ?? '…')
}

/** How many single fields are listed of one customer. Each object marks its own besides. */
const maxListedFields = 500

/** Everything that could not be read of a customer: objects, lists, and fields of packages and eSIM profiles. */
export function unreadableOf({
  unreadableParts = [],
  activatedItems,
  relatedEsims,
}: WireCustomerEntry): readonly UnreadablePart[] {
  const fields: UnreadablePart[] = []
  const add = (part: UnreadablePart['part'], of: WithFields): void => {
    for (const field of of.unreadableFields ?? []) fields.push(unreadableFieldPart(part, field, of))
  }
  for (const item of activatedItems) if (item.unreadableFields !== undefined) add('packageField', item)
  for (const esim of relatedEsims) if (esim.unreadableFields !== undefined) add('esimField', esim)
  return fields.length === 0 ? unreadableParts : [...unreadableParts, ...fields.slice(0, maxListedFields)]
}

/** Counts a list that could not be read as one field. */
export function countUnreadable(parts: readonly UnreadablePart[]): Omit<UnreadableCounts, 'customers'> {
  const packages = parts.filter(({ part }) => part === 'package').length
  const esims = parts.filter(({ part }) => part === 'esim').length
  return { packages, esims, fields: parts.length - packages - esims }
}

/** Removes a raw value in which an activation code or a link may be, however it is encoded. */
export function withoutSecrets(part: UnreadablePart): UnreadablePart {
  const { raw, reason } = part
  const isSecret = raw !== null && (part.part === 'link' || mayBeSecret(raw) || mayBeSecret(reason))
  return isSecret ? { ...part, raw: null } : part
}
