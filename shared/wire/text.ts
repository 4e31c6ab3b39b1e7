/**
 * Text of the service with a maximum length, so that nothing behind the wire meets a text of megabytes. Reading stays
 * tolerant: a longer text is cut and hides nothing else, except where only a whole one is of use (identifiers, tokens).
 */
import * as z from 'zod'

/** Code units of a name, a state, a reference or an instant. */
const maxText = 1000
/** Code units of a link or an activation code; each one this long is refused by the rules for links and codes. */
export const maxLink = 8192
/** Code units of a sentence in an error body: more than the longest token, so that a token in it is recognized as a whole. */
const maxSentence = 64 * 1024

const cutAt = (max: number): z.ZodString =>
  z.string().overwrite((text) => (text.length > max ? text.slice(0, max).toWellFormed() : text))

export const wireText = cutAt(maxText)
export const wireLink = cutAt(maxLink)
export const wireSentence = cutAt(maxSentence)
