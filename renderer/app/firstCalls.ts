/**
 * The first requests of the window. They are sent while the rest of the window still loads. No answer is handled before
 * the stores listen.
 */
import { desk } from '../lib/desk.ts'

export const firstCalls = { connection: desk.connections.current(), settings: desk.settings.get() } as const

// The caller that awaits the request handles its failure.
for (const call of Object.values(firstCalls)) call.catch(() => undefined)
