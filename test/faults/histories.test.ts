/**
 * Random histories of one account: two desks and the portal, faults on the wire, crashes, restarts, clocks that jump and
 * machines that sleep. After each the ledger of the service is the judge (the invariants I1 to I8 of money).
 *
 * ESIM_DESK_MONEY_HISTORIES: how many (1,000; in `npm run faults` 200,000), half of them here and half in historiesSecond.test.ts.
 * ESIM_DESK_MONEY_SEED, ESIM_DESK_MONEY_PATH: again, as a failure prints them.
 */
import { proveHistories } from './histories/prove.ts'

proveHistories('first')
