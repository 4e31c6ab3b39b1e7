/**
 * Entry of the window. Zod is told never to compile code before any schema exists: its probe for `eval` would trip the
 * window's policy. Hence the dynamic import: whatever the bundler does with chunks, no schema is made before this line.
 */
import { config } from 'zod/v4/core'

config({ jitless: true })
await import('./start.ts')
