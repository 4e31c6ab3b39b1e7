/** `npm run electron`: downloads Electron's binary now, whatever the last attempt resulted in. */
import { getElectron } from './binary.mjs'
import { findStartProblem } from '../launch.mjs'
import { isRoot, main, say, sentence, Stop } from '../lib.mjs'
import { ensureReady } from '../setup.mjs'

await main(async () => {
  await ensureReady()
  const { binary, problem } = await getElectron({ onRequest: true })
  if (problem !== null) throw new Stop(`Electron is not here: ${problem}.`)
  const obstacle = await findStartProblem({ binary, isRoot: isRoot() })
  say(obstacle === null ? `Electron is here: ${binary}` : `Electron is here but can't start: ${sentence(obstacle)}`)
})
