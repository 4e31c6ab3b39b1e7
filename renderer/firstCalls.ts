/** What the window asks first, on its way while the rest of it still runs. Nobody hears an answer before the stores listen. */
import { desk } from './desk.ts'

export const firstCalls = { connection: desk.connections.current(), settings: desk.settings.get() } as const

// Whoever takes them hears of a failure.
for (const call of Object.values(firstCalls)) call.catch(() => undefined)
