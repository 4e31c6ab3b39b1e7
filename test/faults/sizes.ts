/** How much of each proof runs: what fits into `npm test`, or with ESIM_DESK_FAULTS=all everything (`npm run faults`). */
interface Sizes {
  readonly all: boolean
  /** An answer and a request are cut at each so many bytes. */
  readonly cutEvery: number
  /**
   * Combinations of a killed process that are run, and at least each of them once (ESIM_DESK_KILLS=every): null runs those
   * in which every pair of their parts is there.
   */
  readonly kills: number | null
  /** The log of the journal is cut at each so many places. */
  readonly lostEvery: number
  /** Random histories of an account. */
  readonly histories: number
  /** Random histories of a customer, held against a second reading of the rules. */
  readonly customerHistories: number
  /** Milliseconds that one test may take. */
  readonly timeout: number
}

const minute = 60_000
const hour = 60 * minute

export const sizes: Sizes =
  process.env['ESIM_DESK_FAULTS'] === 'all'
    ? {
        all: true,
        cutEvery: 1,
        kills: 2000,
        lostEvery: 1,
        histories: 200_000,
        customerHistories: 2000,
        timeout: 24 * hour,
      }
    : {
        all: false,
        cutEvery: 16,
        kills: process.env['ESIM_DESK_KILLS'] === 'every' ? 1 : null,
        lostEvery: 9,
        histories: 400,
        customerHistories: 800,
        timeout: 30 * minute,
      }
