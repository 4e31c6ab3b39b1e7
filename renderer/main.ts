/**
 * Entry of the window. Zod is told never to compile code before any schema exists: its probe for `eval` would trip the
 * window's policy. Hence the order, and one chunk for all of the first screen: modules of a chunk run as they are imported.
 * What the first screen shows is asked for before the rest of it runs.
 */
import './zod.ts'
import './firstCalls.ts'
import './start.ts'
