/** `npm run sandbox -- FLAGS`: the embedded service alone, run from its source on the project's Node. */
import { spawn } from 'node:child_process'
import { at, projectNode } from './lib.mjs'
import { ensureReady } from './setup.mjs'

await ensureReady()

// A small nursery: a million customers stream out as much short-lived text, and the process stays small. It is swept
// without helper threads: on a busy machine a sweep waits longer for them than it takes. Compiled sources are kept
// between starts, which saves the compiler's time and memory.
const args = [
  '--max-semi-space-size=4',
  '--single-threaded-gc',
  at('electron', 'sandbox', 'main.ts'),
  '--exit-with-parent',
  ...process.argv.slice(2),
]
const env = { ...process.env, NODE_COMPILE_CACHE: at('node_modules', '.cache', 'sandbox') }
const child = spawn(projectNode(), args, { stdio: ['pipe', 'inherit', 'inherit'], env })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)))
