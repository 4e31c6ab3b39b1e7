import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { sizes } from './test/faults/sizes.ts'
import { sizes as hardeningSizes } from './test/hardening/sizes.ts'
import { limits } from './test/limits.ts'
import { LongFirst } from './test/order.ts'

/**
 * Node's compile cache for the sources that tests run in processes and threads of their own. Tests start hundreds of
 * them, and compilation takes half of each start.
 */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/esim-desk/tests', import.meta.url))

/** Desks of tests write nothing into the state folder of whoever runs them. */
process.env['XDG_STATE_HOME'] = fileURLToPath(new URL('node_modules/.cache/esim-desk/test-state', import.meta.url))

/** At least three, even on two processors: most tests spend half of their time waiting for another process. */
const maxWorkers = Math.max(3, availableParallelism() - 1)

/**
 * Files of one worker share its modules, because loading them for each file took longer than most files. No test may
 * leave state behind in them.
 */
const node = {
  environment: 'node',
  globalSetup: 'test/support/buildPrograms.ts',
  isolate: false,
  maxWorkers,
  hookTimeout: limits.desk,
  expect: { poll: { timeout: limits.state } },
  // A failed test shows the values that it compared, not only how many there are.
  chaiConfig: { truncateThreshold: 1000 },
} as const

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    tags: [
      { name: 'core', description: 'End-to-end tests of every `npm test`, beside those with `journey`.' },
      { name: 'long', description: 'Left out of `npm run unit`; `npm test` runs it.' },
      { name: 'slow', description: 'Left out of `npm test`; `npm test -- --all` runs it.' },
      { name: 'journey', description: 'What agents do most; runs on every host of the desk.' },
      {
        name: 'saves-files',
        description: 'Needs an answer in a save dialog, which nobody gives on the real Electron.',
      },
      { name: 'reads-paper', description: 'Reads a PDF with poppler and zbar, which the tests have on Linux alone.' },
      {
        name: 'answers-questions',
        description: 'Answers a question of the main process, whose box nobody presses on the real Electron.',
      },
      { name: 'reads-clipboard', description: 'Pastes in the window what the main process copied.' },
    ],
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          include: ['test/unit/{shared,electron,relay,build,rules}/**/*.test.ts'],
          testTimeout: limits.test,
        },
      },
      {
        plugins: [vue()],
        // Each file has its own globals; the window's modules are compiled once.
        test: {
          name: 'renderer',
          include: ['test/unit/renderer/**/*.test.ts'],
          environment: 'happy-dom',
          setupFiles: ['test/unit/renderer/support/idle.ts'],
          pool: 'vmThreads',
          maxWorkers,
          testTimeout: limits.test,
          hookTimeout: limits.test,
          expect: node.expect,
        },
      },
      { test: { ...node, name: 'faults', include: ['test/faults/**/*.test.ts'], testTimeout: sizes.timeout } },
      // Measurements need a process that does nothing else.
      {
        test: {
          ...node,
          name: 'hardening',
          include: ['test/hardening/**/*.test.ts'],
          testTimeout: hardeningSizes.timeout,
          isolate: true,
          maxWorkers: 1,
          // A pause of a virtual machine counts as processor time, too. A stall of the desk occurs again.
          retry: { count: 1, condition: /^longest stall/ },
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: limits.desk,
          // Each desk has its own folders and ports; more than three with their browsers would only wait for each
          // other.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...node,
          name: 'variations',
          include: ['test/variations/**/*.test.ts'],
          testTimeout: limits.desk,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
