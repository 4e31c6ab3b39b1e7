import { defineConfig } from 'vitest/config'

/** What can notice a mutant of `shared/model/` or `electron/operations/`. */
export default defineConfig({
  test: { include: ['test/unit/shared/**/*.test.ts', 'test/unit/electron/operations/**/*.test.ts'], environment: 'node', testTimeout: 20_000 },
})
