/**
 * Random histories of one account: two desks and the portal, faults on the wire, crashes, restarts, jumping clocks and
 * sleeping machines. After each history, the service's ledger must confirm the invariants I1 to I8 of money.
 *
 * ESIM_DESK_MONEY_HISTORIES is their number (`sizes.histories` by default), half of them here and half in
 * historiesSecond.test.ts. ESIM_DESK_MONEY_SEED and ESIM_DESK_MONEY_PATH repeat a failure with the values that it
 * printed.
 */
import { proveHistories } from './histories/prove.ts'

proveHistories('first')
