/**
 * `npm run electron-check`: for a person with a laptop. It downloads Electron's binary, tests the real program on it
 * from its first start to its last window, and prints a table of the results for a report.
 */
import { readFileSync } from 'node:fs'
import { arch, platform, release } from 'node:os'
import { ensureBuilt } from '../built.mjs'
import { getElectron } from './binary.mjs'
import { findStartProblem } from '../launch.mjs'
import { at, hasDisplay, isRoot, main, projectEnvironment, projectNode, run, say, sentence, Stop } from '../lib.mjs'
import { ensureReady } from '../setup.mjs'

await main(async () => {
  // The tests of this check run it on the stand-in for Electron, which proves nothing about Electron; the output says
  // so.
  const isStandIn = process.argv.includes('--host=electron-stand-in')
  await ensureReady(isStandIn ? ['desk', 'browser'] : ['desk'])
  if (!isStandIn) await requireElectron()
  await ensureBuilt()
  say('The check takes about a minute. Windows open and close by themselves.')
  const script = at('test', 'support', 'electronCheck', 'main.ts')
  const { code } = await run(projectNode(), [script, isStandIn ? 'electron-stand-in' : 'electron', systemName()], {
    env: projectEnvironment(),
  })
  return code
})

async function requireElectron() {
  if (!hasDisplay())
    throw nothingChecked(
      ': there is no display, and Electron needs one. Run it in a terminal on the desktop of this computer, not over ' +
        'SSH and not as root.',
    )
  const { binary, problem } = await getElectron({ onRequest: true })
  const obstacle = problem ?? (await findStartProblem({ binary, isRoot: isRoot() }))
  if (obstacle !== null) throw nothingChecked(`, because Electron can't be used: ${sentence(obstacle)}`)
}

/** The last line is for the report, as the one of a check is. */
function nothingChecked(why) {
  const { version, devDependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const date = new Date().toISOString().slice(0, 10)
  const line = [`eSIM Desk ${version}`, `Electron ${devDependencies.electron}`, systemName(), date, 'nothing checked']
  return new Stop(`Nothing was checked${why}\n\n${line.join(' | ')}`)
}

/** On Linux with the name of the distribution, which is more useful than the kernel's release. */
function systemName() {
  const system = `${platform()} ${arch()} ${release()}`
  try {
    return `${system} (${/^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''})`
  } catch {
    return system
  }
}
