/**
 * The size of each attack: small enough for `npm test -- --all`, or complete with ESIM_DESK_HARDENING=all
 * (`npm run hardening`).
 */
interface Sizes {
  readonly all: boolean
  /** Calls over the bridge before the heap is measured. */
  readonly bridgeCalls: number
  /** Calls of all kinds from the window of a built desk. */
  readonly fuzzCalls: number
  /** Installation sheets that are opened and closed before the heaps are searched for their codes. */
  readonly sheets: number
  /** Decompressed bytes of a hostile response, just below the limit of the desk, so that it reads all of them. */
  readonly hostileBytes: number
  /** Packages of one customer. */
  readonly packages: number
  /** Customers in a list that the service sends in one response. */
  readonly endlessCustomers: number
  /** Customers in such a list that is copied into the directory; at most as many as one may have. */
  readonly listedCustomers: number
  /** Seconds for which the desk is used without a pause while its memory is watched. */
  readonly soakSeconds: number
  /** The time limit of one test in milliseconds. */
  readonly timeout: number
}

const megabyte = 1024 * 1024
const minute = 60_000

export const sizes: Sizes =
  process.env['ESIM_DESK_HARDENING'] === 'all'
    ? {
        all: true,
        bridgeCalls: 40_000,
        fuzzCalls: 10_000,
        sheets: 1000,
        hostileBytes: 250 * megabyte,
        packages: 50_000,
        endlessCustomers: 100_000,
        listedCustomers: 1_000_000,
        soakSeconds: 900,
        timeout: 60 * minute,
      }
    : {
        all: false,
        bridgeCalls: 2000,
        fuzzCalls: 200,
        sheets: 20,
        hostileBytes: 16 * megabyte,
        packages: 5000,
        endlessCustomers: 3000,
        listedCustomers: 10_000,
        soakSeconds: 5,
        timeout: 5 * minute,
      }
