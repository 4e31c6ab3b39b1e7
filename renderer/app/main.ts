/**
 * The entry of the window. Zod must be configured never to compile code before any schema is created, because its probe
 * for `eval` would violate the window's policy. Hence the order of the imports, and a single chunk for the first
 * screen: the modules of a chunk run in the order in which they are imported. The data of the first screen is requested
 * before the rest of it runs, but not before the window listens for what the main process reports meanwhile.
 */
import '../lib/zod.ts'
import './routerStorage.ts'
import './keychainWaiting.ts'
import './firstCalls.ts'
import './start.ts'
