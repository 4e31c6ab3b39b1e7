/** `npm run sandbox -- FLAGS`: runs the embedded service alone, from its source with the project's Node. */
import { at, main, projectNode, runWhileHere } from './lib.mjs'
import { ensureReady } from './setup.mjs'

await main(async () => {
  await ensureReady()
  // The young generation is small, because a million customers stream out as short-lived text, and the process stays
  // small. It is collected without helper threads, because on a busy machine waiting for them takes longer than the
  // collection. The compile cache saves the compiler's time and memory between starts.
  const args = [
    '--max-semi-space-size=4',
    '--single-threaded-gc',
    at('electron', 'sandbox', 'main.ts'),
    '--exit-with-parent',
    ...process.argv.slice(2),
  ]
  const env = { ...process.env, NODE_COMPILE_CACHE: at('node_modules', '.cache', 'sandbox') }
  return await runWhileHere(projectNode(), args, env)
})
