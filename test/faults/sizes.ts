/**
 * How much of each test runs, by ESIM_DESK_FAULTS: `few` in `npm test`, a larger part in `npm test -- --all`, which is
 * the default, and everything with `all` (`npm run faults`).
 */
interface Sizes {
  readonly all: boolean
  /** Requests and answers are cut at every n-th byte. */
  readonly cutEvery: number
  /**
   * Number of killed processes; each combination runs at least once (ESIM_DESK_KILLS=every). `pairs` and `values` run
   * only a subset that contains every pair of values, or every value.
   */
  readonly kills: number | 'pairs' | 'values'
  /** Every fault is tried with every kind of operation, not only with a purchase and a refund. */
  readonly everyKind: boolean
  /** The write-ahead log of the journal is cut at every n-th frame. */
  readonly lostEvery: number
  /** Number of random histories of an account. */
  readonly histories: number
  /** Number of random schedules of two desks that sell the same. */
  readonly schedules: number
  /** Number of random histories of a customer that are compared with the model of the rules. */
  readonly customerHistories: number
  /** Number of random customers, and of random packages of the inventory, with fields of another type. */
  readonly answers: number
  /** Number of webhooks that are sent to a relay while it and its database are killed. */
  readonly webhooks: number
  /** How long the database is away meanwhile, in seconds. */
  readonly outageSeconds: number
  /** Number of records that are written while others read the relay's feed. */
  readonly feedRecords: number
  /** Number of readers of the relay's feed meanwhile. */
  readonly feedReaders: number
  /** Minutes of a shop whose webhooks desks read, its customers, and the simulated desks. */
  readonly shopMinutes: number
  readonly shopCustomers: number
  readonly shopDesks: number
  /** Customers of a mass mail that is stopped, killed and taken up. */
  readonly mails: number
  /** Timeout of one test in milliseconds. */
  readonly timeout: number
}

const minute = 60_000
const hour = 60 * minute

const all: Sizes = {
  all: true,
  cutEvery: 1,
  kills: 2000,
  everyKind: true,
  lostEvery: 1,
  histories: 200_000,
  schedules: 2000,
  customerHistories: 2000,
  answers: 20_000,
  webhooks: 100_000,
  outageSeconds: 60,
  feedRecords: 50_000,
  feedReaders: 50,
  shopMinutes: 60,
  shopCustomers: 200,
  shopDesks: 50,
  mails: 2000,
  timeout: 24 * hour,
}

const part: Sizes = {
  all: false,
  cutEvery: 16,
  kills: process.env['ESIM_DESK_KILLS'] === 'every' ? 1 : 'pairs',
  everyKind: true,
  lostEvery: 9,
  histories: 400,
  schedules: 200,
  customerHistories: 800,
  answers: 2000,
  webhooks: 2000,
  outageSeconds: 2,
  feedRecords: 400,
  feedReaders: 10,
  shopMinutes: 10,
  shopCustomers: 60,
  shopDesks: 5,
  mails: 100,
  timeout: 30 * minute,
}

const few: Sizes = {
  ...part,
  cutEvery: 96,
  kills: 'values',
  everyKind: false,
  lostEvery: 45,
  histories: 60,
  schedules: 40,
  customerHistories: 100,
  answers: 500,
  webhooks: 600,
  outageSeconds: 1,
}

const choices: Readonly<Record<string, Sizes>> = { all, few }

export const sizes: Sizes = choices[process.env['ESIM_DESK_FAULTS'] ?? ''] ?? part
