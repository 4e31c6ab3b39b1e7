/**
 * What could not be read of a customer whose other parts are readable: a package, an eSIM profile, a whole list, or one
 * field. It keeps what is known of the part, so that the customer can be found by it and the window can show it.
 */
import * as z from 'zod'
import { memberOf, rawOf, reasonOf, type UnreadableField } from './lenient.ts'

const known = z.string().max(200).nullable()

export const UnreadablePart = z.strictObject({
  part: z.enum(['package', 'esim', 'packages', 'esims', 'email', 'link', 'balance', 'packageField', 'esimField']),
  uid: known,
  iccid: known,
  imsi: known,
  metatag: known,
  name: known,
  /** Where the error is and what was expected, without the value. */
  reason: z.string().max(200),
  /** The value that could not be read, as JSON, or null if it is too long or missing. */
  raw: z.string().max(500).nullable(),
})
export type UnreadablePart = z.infer<typeof UnreadablePart>

const textAt = (value: unknown, name: string): string | null => {
  const found = memberOf(value, name)
  if (typeof found === 'number') return Number.isSafeInteger(found) ? String(found) : null
  return typeof found === 'string' && found !== '' ? found.slice(0, 200).toWellFormed() : null
}

const identityOf = (value: unknown): Pick<UnreadablePart, 'uid' | 'iccid' | 'imsi' | 'metatag' | 'name'> => ({
  uid: textAt(value, 'uid'),
  iccid: textAt(value, 'iccid'),
  imsi: textAt(value, 'imsi'),
  metatag: textAt(value, 'metatag'),
  name: textAt(memberOf(value, 'balance'), 'name'),
})

/** @param value the part that could not be read, in which the first error is */
export function unreadablePart(part: UnreadablePart['part'], value: unknown, error: z.ZodError): UnreadablePart {
  const [issue] = error.issues
  const path = issue?.path ?? []
  return {
    part,
    ...identityOf(value),
    reason: issue === undefined ? 'unreadable' : reasonOf(issue),
    raw: rawOf(path.reduce(memberOf, value), path),
  }
}

/** @param of what has the field, of which the identifiers are kept */
export const unreadableFieldPart = (
  part: UnreadablePart['part'],
  { reason, raw }: UnreadableField,
  of: unknown = null,
): UnreadablePart => ({ part, ...identityOf(of), reason, raw })
