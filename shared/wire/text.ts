/**
 * Text of the service with a maximum length, so that nothing behind the wire receives a text of megabytes. Reading
 * stays tolerant: a longer text is truncated and hides nothing else, except where only a complete one is useful
 * (identifiers, tokens).
 */
import * as z from 'zod'
import { isReadableInstant } from './instant.ts'

/** Maximum code units of a name, a state, a reference or an instant. */
const maxText = 1000
/** Maximum code units of a link or an activation code. The rules for links and codes refuse any of this length. */
const maxLink = 8192
/**
 * Maximum code units of a sentence in an error body: more than the longest token, so that a token in it is recognized
 * as a whole.
 */
const maxSentence = 64 * 1024

const cutAt = (max: number): z.ZodString =>
  z.string().overwrite((text) => (text.length > max ? text.slice(0, max).toWellFormed() : text))

export const wireText = cutAt(maxText)
export const wireLink = cutAt(maxLink)
export const wireSentence = cutAt(maxSentence)

/** Empty, or one of the spellings of an instant that can be read. */
export const wireInstant = z.string().refine(isReadableInstant, 'not an instant')
