import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { sizes } from './test/faults/sizes.ts'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/{shared,electron,build}/**/*.test.ts'], environment: 'node', testTimeout: 20_000 } },
      {
        plugins: [vue()],
        // Each file has its own globals, and the window's modules are compiled once.
        test: { name: 'renderer', include: ['test/unit/renderer/**/*.test.ts'], environment: 'happy-dom', pool: 'vmThreads', testTimeout: 20_000 },
      },
      { test: { name: 'faults', include: ['test/faults/**/*.test.ts'], environment: 'node', testTimeout: sizes.timeout } },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 90_000,
          hookTimeout: 90_000,
          // A wait for a state, as long as the browser's own waits.
          expect: { poll: { timeout: 15_000 } },
          fileParallelism: false,
        },
      },
    ],
  },
})
