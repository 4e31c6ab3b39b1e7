/** `npm run relay -- [COMMAND]`: runs the relay from its source with the project's Node. */
import { spawn } from 'node:child_process'
import { at, projectNode } from './lib.mjs'
import { ensureReady } from './setup.mjs'

const args = process.argv.slice(2)
await ensureReady(args.some((arg) => arg.startsWith('--with-postgres')) ? ['relay'] : [])

// The young generation is small, because webhooks are short-lived, and the process stays small.
const child = spawn(projectNode(), ['--max-semi-space-size=4', at('electron', 'relay', 'main.ts'), ...args], {
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE: at('node_modules', '.cache', 'relay') },
})
// The terminal sends Ctrl+C to both; the relay ends first, once it has stored what it has received.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)))
