/** Must run before the first schema is created, so main.ts imports it first. */
import { config } from 'zod/v4/core'

config({ jitless: true })
