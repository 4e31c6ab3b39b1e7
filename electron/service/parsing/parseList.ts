/**
 * Parses lists of the service element by element. An unreadable element is reported with its uid and hides no other.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import type { Unreadable } from '#shared/model/customer/views.ts'
import { maxUnreadable } from '../http/answerLimits.ts'

export interface Elements<T> {
  readonly read: readonly T[]
  readonly unreadable: readonly Unreadable[]
}

/** The number of elements that are parsed before other work gets its turn. */
const stride = 200
const maxReasonLength = 200

/** Describes where an error is and what was expected, never the value. */
export function reasonOf(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'unreadable'
  return `${issue.path.map(String).join('.') || 'element'}: ${issue.message}`.slice(0, maxReasonLength)
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const found: unknown = Reflect.get(value, name)
  return found
}

/** The uid that an unreadable element seems to have: its own, or its customer's. */
export function uidOf(element: unknown): string | null {
  const candidates = [
    field(field(element, 'customer'), 'uid'),
    field(element, 'uid'),
    field(element, 'id'),
    field(element, 'code'),
    field(element, 'name'),
  ]
  const found = candidates.find(
    (uid): uid is string | number => (typeof uid === 'string' && uid !== '') || typeof uid === 'number',
  )
  return found === undefined ? null : String(found).slice(0, 200)
}

/** Throws `too_large` for a list of more than `maxElements`, and `unreadable_answer` where too many can't be read. */
export async function parseList<Schema extends z.ZodType>(
  schema: Schema,
  elements: readonly unknown[],
  maxElements: number,
): Promise<Elements<z.output<Schema>>> {
  if (elements.length > maxElements)
    throw new DeskError('too_large', 'The list is too long', { reason: 'too many elements', limit: maxElements })
  const read: z.output<Schema>[] = []
  const unreadable: Unreadable[] = []
  for (const [index, element] of elements.entries()) {
    const parsed = schema.safeParse(element)
    if (parsed.success) read.push(parsed.data)
    else unreadable.push({ uid: uidOf(element), reason: reasonOf(parsed.error) })
    if (unreadable.length > maxUnreadable)
      throw new DeskError('unreadable_answer', 'Too much of the list can not be read', {
        reason: 'too many unreadable',
      })
    if (index % stride === stride - 1) await turn()
  }
  return { read, unreadable }
}
