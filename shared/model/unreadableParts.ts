/** What the desk shows, stores and counts of the parts of customers that could not be read. */
import * as z from 'zod'
import type { UnreadablePart } from '../wire/unreadablePart.ts'

/** How many of what could not be read, and in how many customers. */
export const UnreadableCounts = z.strictObject({
  customers: z.number().int(),
  packages: z.number().int(),
  esims: z.number().int(),
  fields: z.number().int(),
})
export type UnreadableCounts = z.infer<typeof UnreadableCounts>

export const nothingUnreadable: UnreadableCounts = { customers: 0, packages: 0, esims: 0, fields: 0 }

/** Counts a list that could not be read as one field. */
export function countUnreadable(parts: readonly UnreadablePart[]): Omit<UnreadableCounts, 'customers'> {
  const packages = parts.filter(({ part }) => part === 'package').length
  const esims = parts.filter(({ part }) => part === 'esim').length
  return { packages, esims, fields: parts.length - packages - esims }
}

const mayBeSecret = /[$%]|lpa:|:\/\/|carddata/i
const secretField = /^(?:activationCode|appleUniversalLink|installationUrl|profileUrl)\b/

/** Removes a raw value in which an activation code or a link may be, however it is encoded. */
export function withoutSecrets(part: UnreadablePart): UnreadablePart {
  const { raw, reason } = part
  const isSecret = raw !== null && (part.part === 'link' || mayBeSecret.test(raw) || secretField.test(reason))
  return isSecret ? { ...part, raw: null } : part
}
