/** `npm run icons`: draws the program's icons from build/icons/*.svg. Run it after a change of a drawing. */
import { at, main, projectEnvironment, projectNode, run } from '../lib.mjs'
import { ensureReady } from '../setup.mjs'

await main(async () => {
  await ensureReady(['desk', 'browser'])
  const { code } = await run(projectNode(), [at('build', 'icons', 'draw.ts')], {
    seconds: 120,
    env: projectEnvironment(),
  })
  return code
})
