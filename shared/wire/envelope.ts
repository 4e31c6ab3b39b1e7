/**
 * The envelopes in which services send what the interface shows no shape of. One customer (4.7) is an entry as in the
 * list, or its fields beside the customer's, alone, in a list of one, or in an object with any one member. A list (4.6,
 * 4.8) is an array, or an object with exactly one array of objects under any name.
 */
import { isObject, memberOf } from './lenient.ts'

/** The members of an entry beside its customer (interface 2.6). */
const entryMembers: ReadonlySet<string> = new Set(['totalAvailableBalance', 'activatedItems', 'relatedEsims'])
const maxEnvelopes = 3

interface CustomerInEnvelope {
  /** In the form of the list's entries. What is in it is not checked. */
  readonly entry: object
  /** A short, stable term of the envelope, such as `entry` or `wrapped beside`. */
  readonly envelope: string
  /** False where the answer has no list of packages at all. An empty one, or null, is a list. */
  readonly hasItems: boolean
}

const only = (value: object, isWanted: (name: string) => boolean): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => isWanted(name)))

/** Returns an object that has the fields of a customer and those of an entry beside one another as an entry. */
const entryBeside = (value: object): object => ({
  ...only(value, (name) => entryMembers.has(name)),
  customer: only(value, (name) => !entryMembers.has(name)),
})

function found(entry: object, envelope: string): CustomerInEnvelope {
  const hasItems = memberOf(entry, 'activatedItems') !== undefined
  return { entry, envelope: hasItems ? envelope : 'bare', hasItems }
}

const inside = (outer: string, inner: CustomerInEnvelope | null): CustomerInEnvelope | null =>
  inner === null ? null : { ...inner, envelope: `${outer} ${inner.envelope}` }

/** Returns null where no customer, or more than one, can be found in the answer. */
export function customerIn(answer: unknown, envelopes = maxEnvelopes): CustomerInEnvelope | null {
  if (Array.isArray(answer))
    return answer.length === 1 && envelopes > 0 ? inside('array', customerIn(answer[0], envelopes - 1)) : null
  if (!isObject(answer)) return null
  const customer = memberOf(answer, 'customer')
  const hasOwnItems = memberOf(answer, 'activatedItems') !== undefined
  if (memberOf(customer, 'uid') !== undefined && (hasOwnItems || memberOf(customer, 'activatedItems') === undefined))
    return found(answer, 'entry')
  if (memberOf(answer, 'uid') !== undefined) return found(entryBeside(answer), 'beside')
  if (envelopes === 0) return null
  const [first, ...others] = Object.entries(answer)
    .filter(([name]) => !entryMembers.has(name))
    .flatMap(([, value]) => customerIn(value, envelopes - 1) ?? [])
  return first === undefined || others.length > 0 ? null : inside('wrapped', first)
}

type ListInEnvelope =
  | { readonly elements: readonly unknown[]; readonly form: 'array' | 'object' }
  | { readonly problem: 'not a list' | 'two lists' }

/** Whether a member of an object may be the list of the answer. One of texts or numbers is something else. */
export const isListOfObjects = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.some(isObject)

/** @param name the documented name of the list, which is the list whatever is in it and beside it */
export function listIn(answer: unknown, name: string | null): ListInEnvelope {
  if (Array.isArray(answer)) return { elements: answer, form: 'array' }
  const documented = name === null ? undefined : memberOf(answer, name)
  if (Array.isArray(documented)) return { elements: documented, form: 'object' }
  const members: readonly unknown[] = isObject(answer) ? Object.values(answer) : []
  const [list, ...others] = members.filter(isListOfObjects)
  if (others.length > 0) return { problem: 'two lists' }
  if (list !== undefined) return { elements: list, form: 'object' }
  const isEmpty = members.some((member) => Array.isArray(member) && member.length === 0)
  return isEmpty ? { elements: [], form: 'object' } : { problem: 'not a list' }
}
