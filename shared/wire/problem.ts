/**
 * The words of an error body. Its shape is not documented (interface 7): problem+json, JSON with `message` or `error`,
 * and plain text are seen (field notes), and other services of this kind use the other names below.
 */
import * as z from 'zod'
import { wireSentence } from './text.ts'

/** An error in the service's own form: any JSON object. */
export const WireProblem = z.looseObject({})
export type WireProblem = z.infer<typeof WireProblem>

/** The members that hold words for a person, the most specific first. */
const wordKeys = [
  'detail',
  'message',
  'errorMsg',
  'errorMessage',
  'error_description',
  'returnMessage',
  'description',
  'reason',
  'error',
  'errors',
  'meta',
  'data',
  'result',
  'title',
] as const
const maxDepth = 3

function wordsOf(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : wireSentence.parse(value)
  if (typeof value !== 'object' || value === null || depth > maxDepth) return null
  if (Array.isArray(value)) {
    const words = value.slice(0, 3).flatMap((one: unknown) => wordsOf(one, depth + 1) ?? [])
    return words.length === 0 ? null : words.join(' · ')
  }
  // What has a uid is a thing of the service and no message about one.
  if (depth > 0 && Object.hasOwn(value, 'uid')) return null
  for (const key of wordKeys) {
    const member: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : null
    const isEnvelope = key === 'meta' || key === 'data' || key === 'result'
    const words = isEnvelope && typeof member !== 'object' ? null : wordsOf(member, depth + 1)
    if (words !== null) return words
  }
  return null
}

/** The most specific text of a problem for a person, or `null` if it has none. */
export const textOfProblem = (problem: WireProblem): string | null => wordsOf(problem, 0)
