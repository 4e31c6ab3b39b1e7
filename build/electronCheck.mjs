/**
 * `npm run electron-check`: for a person with a laptop. It downloads Electron's binary, tests the real program on it
 * from its first start to its last window, and prints a table of the results for a report.
 */
import { ensureBuilt } from './built.mjs'
import { getElectron } from './electronBinary.mjs'
import { findStartProblem } from './launch.mjs'
import { at, hasDisplay, isRoot, main, projectEnvironment, projectNode, run, say, sentence, Stop } from './lib.mjs'
import { ensureReady } from './setup.mjs'

await main(async () => {
  // The tests of this check run it on the stand-in for Electron, which proves nothing about Electron; the output says
  // so.
  const isStandIn = process.argv.includes('--host=electron-stand-in')
  await ensureReady(isStandIn ? ['desk', 'browser'] : ['desk'])
  if (!isStandIn) await requireElectron()
  await ensureBuilt()
  say('The check takes about a minute. Windows open and close by themselves.')
  const script = at('test', 'support', 'electronCheck', 'main.ts')
  const { code } = await run(projectNode(), [script, isStandIn ? 'electron-stand-in' : 'electron'], {
    env: projectEnvironment(),
  })
  return code
})

async function requireElectron() {
  if (!hasDisplay()) throw new Stop('Nothing was checked: there is no display, and Electron needs one.')
  const { binary, problem } = await getElectron({ onRequest: true })
  const obstacle = problem ?? (await findStartProblem({ binary, isRoot: isRoot() }))
  if (obstacle !== null) throw new Stop(`Nothing was checked, because Electron can't be used: ${sentence(obstacle)}`)
}
