/** The second half of the histories of histories.test.ts. */
import { proveHistories } from './histories/prove.ts'

proveHistories('second')
