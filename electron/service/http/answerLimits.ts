/**
 * Limits for one answer of the service. Bytes are counted while they are read and after they are decompressed, because
 * a compressed body may expand to a thousand times its size. An answer that exceeds a limit is refused.
 */
const kilobyte = 1024
const megabyte = 1024 * kilobyte

export const answerBytes = {
  token: 64 * kilobyte,
  version: 64 * kilobyte,
  flag: 512 * kilobyte,
  /** Answers about one thing, whose form is not specified. */
  small: megabyte,
  countries: 4 * megabyte,
  devices: 16 * megabyte,
  inventory: 8 * megabyte,
  customer: 32 * megabyte,
  search: 8 * megabyte,
  /** A service that ignores paging sends all its customers in one answer. */
  customers: 256 * megabyte,
  /** The same answer where it is read in parts, which takes constant memory. */
  customersInParts: 2048 * megabyte,
  sales: 64 * megabyte,
} as const

export const maxElements = {
  countries: 2000,
  devices: 50_000,
  inventory: 5000,
  search: 5000,
  sales: 50_000,
  /** Applies to one page. The limit for the whole list is a setting. */
  customers: 1_000_000,
} as const

/** Larger answers are read element by element. To parse an answer of this size at once takes some milliseconds. */
export const wholeBytes = megabyte

/** A large answer may take a second for each of this many bytes, beside the time limit of the request. */
export const minBytesPerSecond = 256 * kilobyte

/** Characters of an access token, which every request carries. */
export const maxTokenLength = 16 * kilobyte

/** An answer with more unreadable entries is not the list that was requested. */
export const maxUnreadable = 10_000

/** Limits for the text of one element of a list. `depth` counts nested lists and objects. */
export const elementLimits = { bytes: 32 * megabyte, values: 2_500_000, depth: 100 } as const

/**
 * Limits for one element after it was parsed, unknown fields included, because the main process is blocked while it
 * receives a copy. A customer with as many packages as the desk keeps reaches a third of them.
 */
export const readElementLimits: { readonly values: number; readonly characters: number } = {
  values: 200_000,
  characters: 8 * megabyte,
}

/**
 * Limits for a page of a relay before it is parsed by its schema. With the most records that the desk requests, each
 * may have 80 values, which is six times as many as an event has.
 */
export const relayPageLimits = { values: 40_000, characters: megabyte } as const
