/** `npm run relay -- [COMMAND]`: runs the relay from its source with the project's Node. */
import { spawn } from 'node:child_process'
import { relayNodeFlags } from '../electron/relay/deploy/nodeFlags.mjs'
import { at, projectNode } from './lib.mjs'
import { ensureReady } from './setup.mjs'

const args = process.argv.slice(2)
await ensureReady(args.some((arg) => arg.startsWith('--with-postgres')) ? ['relay'] : [])

const child = spawn(projectNode(), [...relayNodeFlags, at('electron', 'relay', 'main.ts'), ...args], {
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE: at('node_modules', '.cache', 'relay') },
})
// The terminal sends Ctrl+C to both; the relay ends first, once it has stored what it has received.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)))
