/** `npm run journal -- FOLDER [ID]`: prints the journal of a profile folder, with the project's Node. */
import { at, main, projectNode, runWhileHere } from '../lib.mjs'
import { ensureReady } from '../setup.mjs'

await main(async () => {
  await ensureReady()
  return await runWhileHere(projectNode(), [at('build', 'journal', 'main.ts'), ...process.argv.slice(2)], process.env)
})
