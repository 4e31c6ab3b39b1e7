/** The customers who may have a text in an e-mail address or a reference. */
import type { FindContext } from './findContext.ts'
import { havingAll } from './trigrams.ts'

/** Customers by whom it is estimated how many have a text. */
const probed = 200
/**
 * A scan of the list compares the more customers, the fewer match, and each candidate takes as long as several of
 * those. Both take equally long if the square of the number of candidates is this many times the number of customers.
 */
const squaredPerCustomer = 12
/** Up to this many times the customers who match are read by one trigram in less time than by several. */
const maxTimesMatching = 3

/** Returns their ids, each once, or null if they are so many that a scan of the list is quicker. */
export function textCandidates({ texts, trigrams }: FindContext, text: string): readonly number[] | null {
  const looked = trigrams.matching([text])
  const newest = texts.find(havingAll(looked), probed)
  if (newest.length < probed) return newest
  const [last = 0, first = 0] = [newest[0], newest.at(-1)]
  // The greatest id is about the number of customers.
  const matching = (probed * last) / (last - first)
  const max = Math.sqrt(squaredPerCustomer * last)
  if (matching > max) return null
  const rarest = looked.slice(0, 1)
  const isOneEnough = rarest.every((trigram) => trigrams.rows(trigram) <= maxTimesMatching * matching)
  // An estimate may be wrong.
  const limit = Math.ceil(2 * maxTimesMatching * max)
  const all = texts.find(havingAll(isOneEnough ? rarest : looked), limit)
  return all.length < limit ? all : null
}
