/** Builds the desk if `out/` is missing or was built from sources with other content. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { at, moveFolder, root, runTool, say, Stop } from './lib.mjs'
import { withLock } from './lock.mjs'

const sources = [
  'electron',
  'shared',
  'renderer',
  'build/contractNames.ts',
  'build/messages.ts',
  'build/pageColours.ts',
  'build/paper.vite.config.ts',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
]
const parts = ['main', 'preload', 'renderer']
const draft = 'out/draft'
const stamp = at('out', 'sources.sha256')

export function hashSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesOf(at(source))))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** A README beside the code is no part of the desk. */
export const isBuiltFrom = (file) => !file.endsWith('.md')

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => isBuiltFrom(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() || entry.isFile() ? filesOf(join(path, entry.name)) : []))
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources()

export async function ensureBuilt({ quiet = true } = {}) {
  if (!isBuilt()) await build({ quiet, unless: isBuilt })
}

/** Builds the desk, one build at a time: a second caller waits, and uses the first one's result if that is current. */
export async function build({ quiet = false, unless = () => false } = {}) {
  await withLock('build', async () => {
    if (!unless()) await buildNow(quiet)
  })
}

async function buildNow(quiet) {
  if (quiet) say('Building the desk …')
  const hash = hashSources()
  rmSync(at(draft), { recursive: true, force: true })
  const args = ['build', '--outDir', at(draft), ...(quiet ? ['--logLevel', 'warn'] : [])]
  const { code, output, timedOut } = await runTool('electron-vite/bin/electron-vite.js', args, {
    seconds: 180,
    collect: quiet,
  })
  if (code !== 0) throw notBuilt(output, timedOut)
  await buildPaper(quiet)
  await putInPlace(hash)
}

/** Builds the page that is printed into the window's folder. */
async function buildPaper(quiet) {
  const args = [
    'build',
    '--config',
    at('build/paper.vite.config.ts'),
    '--outDir',
    at(draft, 'renderer'),
    ...(quiet ? ['--logLevel', 'warn'] : []),
  ]
  const { code, output, timedOut } = await runTool('vite/bin/vite.js', args, { seconds: 180, collect: quiet })
  if (code !== 0) throw notBuilt(output, timedOut)
}

const notBuilt = (output, timedOut) =>
  new Stop(`${output}\nThe desk could not be built${timedOut ? ' in time' : ''}. The previous build is still in place.`)

/** Replaces the previous build once the new one is complete. */
async function putInPlace(hash) {
  rmSync(stamp, { force: true })
  for (const part of parts) {
    const old = at('out', `${part}.old`)
    rmSync(old, { recursive: true, force: true })
    if (existsSync(at('out', part))) await moveFolder(at('out', part), old)
    await moveFolder(at(draft, part), at('out', part))
    rmSync(old, { recursive: true, force: true })
  }
  rmSync(at(draft), { recursive: true, force: true })
  writeFileSync(stamp, hash)
}
