/** `npm run relay -- [COMMAND]`: runs the relay from its source with the project's Node. */
import { takeVariables } from '../electron/app/secretVariables.mjs'
import { relayNodeFlags } from '../relay/deploy/nodeFlags.mjs'
import { at, main, projectNode, runWhileHere } from './lib.mjs'
import { ensureReady } from './setup.mjs'

const secrets = takeVariables(process.env, ['DATABASE_URL', 'RELAY_KEY'])

await main(async () => {
  const args = process.argv.slice(2)
  await ensureReady(args.some((arg) => arg.startsWith('--with-postgres')) ? ['relay'] : [])
  return await runWhileHere(
    projectNode(),
    [...relayNodeFlags, at('relay', 'main.ts'), '--exit-with-parent', ...args],
    { ...process.env, ...secrets, NODE_COMPILE_CACHE: at('node_modules', '.cache', 'relay') },
    // It may ask.
    args.includes('new-address') ? 'inherit' : 'pipe',
  )
})
