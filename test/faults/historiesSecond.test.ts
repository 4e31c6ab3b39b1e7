/** The other half of what histories.test.ts proves. */
import { proveHistories } from './histories/prove.ts'

proveHistories('second')
