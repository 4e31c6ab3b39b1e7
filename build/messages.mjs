/** `npm run messages -- LANGUAGE …`: lists the texts of the window that a language lacks, or that don't fit English. */
import { at, main, projectNode, run, Stop } from './lib.mjs'
import { ensureReady } from './setup.mjs'

await main(async () => {
  const languages = process.argv.slice(2)
  if (languages.length === 0) throw new Stop('Which language? npm run messages -- de')
  await ensureReady()
  return (await run(projectNode(), [at('build', 'messages.ts'), ...languages])).code
})
