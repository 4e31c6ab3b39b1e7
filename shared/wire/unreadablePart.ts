/**
 * What could not be read of a customer whose other parts are readable: a package, an eSIM profile, a whole list, or one
 * field. It keeps what is known of the part, so that the customer can be found by it and the window can show it.
 */
import * as z from 'zod'

const known = z.string().max(200).nullable()

export const UnreadablePart = z.strictObject({
  part: z.enum(['package', 'esim', 'packages', 'esims', 'email', 'link', 'balance']),
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

const maxRaw = 500

/** Returns the member, or undefined. */
export const memberOf = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

const textAt = (value: unknown, name: string): string | null => {
  const found = memberOf(value, name)
  if (typeof found === 'number') return String(found)
  return typeof found === 'string' && found !== '' ? found.slice(0, 200).toWellFormed() : null
}

/** Describes the first error: where it is and what was expected, never the value. */
const reasonOf = ({ issues: [issue] }: z.ZodError): string =>
  issue === undefined
    ? 'unreadable'
    : `${issue.path.map(String).join('.') || 'value'}: ${issue.message}`.slice(0, 200).toWellFormed()

function rawOf(value: unknown, path: readonly PropertyKey[]): string | null {
  let found = value
  for (const name of path) found = memberOf(found, name)
  const text = found === undefined ? undefined : JSON.stringify(found)
  return text === undefined || text.length > maxRaw ? null : text.toWellFormed()
}

/** @param value the part that could not be read, in which the first error is */
export function unreadablePart(part: UnreadablePart['part'], value: unknown, error: z.ZodError): UnreadablePart {
  return {
    part,
    uid: textAt(value, 'uid'),
    iccid: textAt(value, 'iccid'),
    imsi: textAt(value, 'imsi'),
    metatag: textAt(value, 'metatag'),
    name: textAt(memberOf(value, 'balance'), 'name'),
    reason: reasonOf(error),
    raw: rawOf(value, error.issues[0]?.path ?? []),
  }
}
