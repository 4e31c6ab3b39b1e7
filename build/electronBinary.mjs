/**
 * Electron's binary: its npm package holds none. Where it isn't there, one try to get it with a short limit; a failure is
 * remembered for a day, so that a closed network doesn't slow every start.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { at, run, say, projectNode } from './lib.mjs'

const failure = at('node_modules', '.cache', 'esim-desk', 'no-electron')
const day = 24 * 60 * 60 * 1000

/** Its path, or null. */
export function findElectron() {
  const pathFile = at('node_modules', 'electron', 'path.txt')
  if (!existsSync(pathFile)) return null
  const binary = at('node_modules', 'electron', 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(binary) ? binary : null
}

export async function getElectron() {
  const found = findElectron()
  if (found !== null || failedLately()) return found
  say('Trying to get Electron (once a day, at most 20 seconds) …')
  await run(projectNode(), [at('node_modules', 'electron', 'install.js')], { seconds: 20, collect: true })
  const got = findElectron()
  if (got === null) {
    mkdirSync(at('node_modules', '.cache', 'esim-desk'), { recursive: true })
    writeFileSync(failure, '')
  }
  return got
}

function failedLately() {
  return existsSync(failure) && Date.now() - statSync(failure).mtimeMs < day
}
