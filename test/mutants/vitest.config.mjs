import { defineConfig } from 'vitest/config'
import { parts } from './parts.mjs'

const part = parts.find(({ name }) => name === process.env['ESIM_DESK_MUTANTS'])

/** Runs the unit tests that can detect a mutant of this part. */
export default defineConfig({
  test: { include: part?.tests ?? [], environment: 'node', testTimeout: 20_000 },
})
