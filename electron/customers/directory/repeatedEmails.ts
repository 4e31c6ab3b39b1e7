/**
 * Remembers of all e-mail addresses of a directory whether an address may have been added for more than one customer.
 * Otherwise the index of names would be searched for the address of each row of a page, and in a first sync each of its
 * many runs. Some single addresses are taken for repeated ones, and no repeated one is taken for a single one.
 */
import { type Name, nameFields } from './indexedNames.ts'
import { createBloomFilter } from './bloomFilter.ts'

interface RepeatedEmails {
  /** Must be called once for each customer of a name. Names that are no e-mail addresses are ignored. */
  readonly add: (name: Name) => void
  readonly mayBeRepeated: (name: Name) => boolean
}

/** Of a million single addresses, one in about 60 is taken for a repeated one. */
const words = 2 ** 18
const mark = String(nameFields.email)

export function createRepeatedEmails(): RepeatedEmails {
  const added = createBloomFilter(words)
  const repeated = createBloomFilter(words)
  return {
    add(name) {
      if (!name.startsWith(mark)) return
      if (added.mayHave(name)) repeated.add(name)
      else added.add(name)
    },
    mayBeRepeated: repeated.mayHave,
  }
}
