/**
 * Reads an object of which one field is of another type without losing the rest. A value with only one reading
 * is converted: a number or a boolean that arrived as text, and a number where text is expected. Every other value is
 * removed alone, and the object names the removed fields. Only what the schema requires decides whether the object
 * can be read at all.
 */
import * as z from 'zod'

/** A field whose value could not be read. */
export const UnreadableField = z.strictObject({
  /** Its path, such as `balance.expiresAt`. */
  field: z.string().max(200),
  /** What was expected, without the value. */
  reason: z.string().max(200),
  /** The value that arrived, as JSON, or null if it is too long or may be a secret. */
  raw: z.string().max(500).nullable(),
})
export type UnreadableField = z.infer<typeof UnreadableField>

/** The maximum number of fields that one object names. Only hostile answers have as many. */
const maxFields = 50
/** The maximum number of errors that are examined one by one. */
const maxIssues = 200

/** The member of a schema in which the object keeps what could not be read of it, also if it is parsed again. */
export const unreadableFields = z.array(UnreadableField).max(maxFields).optional().catch(undefined)

interface WithUnreadable {
  readonly unreadableFields?: readonly UnreadableField[] | undefined
}

/** Whether a value arrived for one of these fields, or for a part of it, that could not be read. */
export const isUnreadable = ({ unreadableFields: lost = [] }: WithUnreadable, ...fields: readonly string[]): boolean =>
  lost.length > 0 && lost.some(({ field }) => fields.some((one) => field === one || field.startsWith(`${one}.`)))

type Path = readonly PropertyKey[]
type Issue = z.core.$ZodIssue

/** What a schema is without what makes it optional or changes its output. */
function plainOf(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return plainOf(schema.unwrap())
  return schema instanceof z.ZodPipe ? plainOf(schema.in) : schema
}

/**
 * The smallest part around the path without which the object is still complete: an optional member, or an object of a
 * list. A list of texts is lost as a whole, because it would contain less than the service sent. Null if there is none.
 */
function optionalPart(schema: z.ZodType, path: Path): Path | null {
  let at: unknown = schema
  let length = 0
  for (const [index, name] of path.entries()) {
    const of = plainOf(at)
    if (of instanceof z.ZodObject) {
      const member: unknown = of.shape[String(name)]
      if (!(member instanceof z.ZodType)) break
      if (member._zod.optin !== undefined) length = index + 1
      at = member
    } else if (of instanceof z.ZodArray) {
      if (plainOf(of.element) instanceof z.ZodObject) length = index + 1
      at = of.element
    } else break
  }
  return length === 0 ? null : path.slice(0, length)
}

const decimalForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i
/** A number has this many digits that are certainly those of the text. */
const exactDigits = 15
const maxNumberLength = 40

function numberIn(text: string): number | undefined {
  const trimmed = text.length <= maxNumberLength ? text.trim() : ''
  const [mantissa = ''] = trimmed.split(/e/i)
  const digits = mantissa.replaceAll(/\D/g, '')
  if (!decimalForm.test(trimmed) || digits.length > exactDigits) return undefined
  const number = Number(trimmed)
  return Number.isFinite(number) ? number : undefined
}

const booleans: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
  [1, true],
  [0, false],
])

/** The only reading of a value of another type, or undefined. A large integer has lost digits when it was parsed. */
function readingOf(expected: string, value: unknown): unknown {
  if (expected === 'number') return typeof value === 'string' ? numberIn(value) : undefined
  if (expected === 'boolean') return booleans.get(typeof value === 'string' ? value.trim().toLowerCase() : value)
  if (expected !== 'string' || typeof value !== 'number' || Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined
  return String(value)
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A list is none. */
export const isObject = (value: unknown): value is object => isContainer(value) && !Array.isArray(value)

/** Returns the member, or undefined. */
export const memberOf = (value: unknown, name: PropertyKey): unknown =>
  isContainer(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

const valueAt = (value: unknown, path: Path): unknown => path.reduce(memberOf, value)

/**
 * The value with another one at the path, or without the one there. Each object on the way is copied once and then
 * changed, so that many changes of a large one take no longer than one.
 *
 * @param copies the copies that earlier changes have made
 */
function changed(value: unknown, [name, ...rest]: Path, to: unknown, copies: Set<object>): unknown {
  if (name === undefined) return to
  if (!isContainer(value)) return value
  const inside = rest.length === 0 ? to : changed(memberOf(value, name), rest, to, copies)
  const copy = copies.has(value) ? value : Array.isArray(value) ? [...(value as unknown[])] : { ...value }
  copies.add(copy)
  if (Array.isArray(copy) && inside === undefined) copy.splice(Number(name), 1)
  else Object.defineProperty(copy, name, { value: inside, writable: true, enumerable: true, configurable: true })
  return copy
}

const maxRaw = 500

/** The members whose values are secrets. */
export const secretNames = [
  'activationCode',
  'appleUniversalLink',
  'installationUrl',
  'profileUrl',
  'matchingId',
  'confirmationCode',
] as const
const secretText = new RegExp(`[$%]|lpa:|://|carddata|${secretNames.join('|')}`, 'i')

/**
 * Whether an activation code or a link may be in a text, however it is encoded, or a secret member is named in it, at
 * any depth.
 */
export const mayBeSecret = (text: string): boolean => secretText.test(text)

/** The value as JSON, or null if it is missing, too long or nested too deeply, or if a code or a link may be in it. */
export function rawOf(value: unknown, path: Path): string | null {
  // Its digits are not those that arrived.
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return null
  try {
    const text = value === undefined ? undefined : JSON.stringify(value)
    if (text === undefined || text.length > maxRaw) return null
    return mayBeSecret(text) || mayBeSecret(textOf(path)) ? null : text.toWellFormed()
  } catch {
    return null
  }
}

const maxReason = 200
const textOf = (path: Path): string => path.map(String).join('.')
const shortened = (text: string): string => text.slice(0, maxReason).toWellFormed()

/** Describes where the error is and what was expected, never the value. */
export const reasonOf = ({ path, message }: Pick<Issue, 'path' | 'message'>): string =>
  shortened(`${textOf(path) || 'value'}: ${message}`)

/** Takes the only reading of each value that has one, and removes the others. Null if one of them is necessary. */
function repaired(
  schema: z.ZodType,
  received: unknown,
  issues: readonly Issue[],
  copies: Set<object>,
): { readonly value: unknown; readonly lost: readonly UnreadableField[] } | null {
  let value = received
  const unread: Issue[] = []
  // Of an object with so many errors whole members are lost.
  const isFlooded = issues.length > maxIssues
  for (const issue of issues) {
    const reading =
      !isFlooded && issue.code === 'invalid_type' ? readingOf(issue.expected, valueAt(received, issue.path)) : undefined
    if (reading === undefined) unread.push(issue)
    else value = changed(value, issue.path, reading, copies)
  }
  const lost = new Map<string, UnreadableField | null>()
  // From the last one, so that the positions in lists stay what they are.
  for (const issue of unread.toReversed()) {
    const part = optionalPart(schema, isFlooded ? issue.path.slice(0, 1) : issue.path)
    if (part === null) return null
    const field = shortened(textOf(part))
    if (lost.has(field)) continue
    const found = valueAt(received, part)
    // A missing value is none that could not be read.
    lost.set(field, found == null ? null : { field, reason: reasonOf(issue), raw: rawOf(found, part) })
    value = changed(value, part, undefined, copies)
  }
  return { value, lost: [...lost.values()].filter((one) => one !== null) }
}

/** What was removed may show another error, such as a list that is then too short. */
const maxRepairs = 3

/** Reads an object as `lenient` does. */
export function readLeniently<Schema extends z.ZodType>(
  schema: Schema,
  received: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const first = schema.safeParse(received)
  if (first.success || !isObject(received)) return first
  let value: unknown = received
  let outcome: z.ZodSafeParseResult<z.output<Schema>> = first
  const lost: UnreadableField[] = []
  for (let repair = 0; repair < maxRepairs && !outcome.success; repair += 1) {
    const copies = new Set<object>()
    const next = repaired(schema, value, outcome.error.issues, copies)
    if (next === null) return first
    lost.push(...next.lost)
    value = lost.length === 0 ? next.value : withLost(next.value, lost, copies)
    outcome = schema.safeParse(value)
  }
  return outcome.success ? outcome : first
}

function withLost(value: unknown, lost: readonly UnreadableField[], copies: Set<object>): unknown {
  const earlier = unreadableFields.parse(memberOf(value, 'unreadableFields')) ?? []
  const added = lost.filter(({ field }) => earlier.every((one) => one.field !== field))
  return changed(value, ['unreadableFields'], [...earlier, ...added].slice(0, maxFields), copies)
}

/** The same as a schema. What it takes and returns is what the schema of the object does. */
export const lenient = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<z.input<Schema>>().transform((received, context): z.output<Schema> => {
    const read = readLeniently(schema, received)
    if (read.success) return read.data
    for (const { path, message } of read.error.issues)
      context.issues.push({ code: 'custom', path: [...path], message, input: received })
    return z.NEVER
  })
