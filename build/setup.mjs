/**
 * Prepares a fresh machine and reports what it installs: the dependencies of the lock file, and on Debian and Ubuntu
 * the missing system packages (as root; otherwise it prints the one command). It does nothing if nothing is missing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at, isOnPath, isRoot, projectNode, run, say, Stop } from './lib.mjs'
import { withLock } from './lock.mjs'

export { projectNode } from './lib.mjs'

/** System packages by what needs them. Without a `vital` one that does not work at all. */
const systemPackages = {
  desk: [{ name: 'libsecret-1-0', vital: false, why: 'keeps secrets in the system keychain' }],
  browser: [{ name: 'chromium', vital: true, why: 'shows the window', isThere: hasBrowser }],
  relay: [{ name: 'postgresql', vital: true, why: 'stores what the relay receives', isThere: hasPostgres }],
  tests: [
    { name: 'gnome-keyring', vital: true, why: 'a real keychain for the tests' },
    { name: 'dbus', vital: true, why: 'a session bus for that keychain' },
    { name: 'poppler-utils', vital: true, why: 'reads the PDFs of installation sheets' },
    { name: 'zbar-tools', vital: true, why: 'reads their QR codes' },
    { name: 'libreoffice-calc-nogui', vital: true, why: 'opens the exported journal as a spreadsheet does' },
    { name: 'postgresql', vital: true, why: 'a real database for the relay', isThere: hasPostgres },
    { name: 'strace', vital: false, why: 'shows that the journal is on the disk before a request leaves' },
  ],
}

/** @param {readonly ('desk' | 'browser' | 'relay' | 'tests')[]} needs */
export async function ensureReady(needs = []) {
  await ensureDependencies()
  projectNode()
  await ensureSystem(needs)
}

/** Installs the system packages only; `browser` is needed only if the desk does not run on Electron. */
export async function ensureSystem(needs) {
  await ensureSystemPackages(needs.flatMap((need) => systemPackages[need]))
}

async function ensureDependencies() {
  if (!isInstalledAsLocked()) await withLock('setup', install)
}

function isInstalledAsLocked() {
  const locked = readLock(at('package-lock.json'))
  if (locked === null) throw new Stop('package-lock.json is missing: this is not a whole copy of the project.')
  const installed = readLock(at('node_modules', '.package-lock.json'))
  return installed !== null && isUpToDate(locked, installed)
}

async function install() {
  // The process that held the lock before may have installed them.
  if (isInstalledAsLocked()) return
  const isFirst = !existsSync(at('node_modules', '.package-lock.json'))
  say(
    isFirst
      ? 'Installing the dependencies (npm ci) …'
      : 'The lock file has changed: reinstalling the dependencies (npm ci) …',
  )
  const { code } = await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    seconds: 900,
    stdio: ['ignore', 2, 2],
  })
  if (code !== 0)
    throw new Stop(
      'The dependencies could not be installed: npm ci failed, see above. Is the package registry reachable?',
    )
}

function readLock(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null
}

/**
 * Compares the lock file with the list that npm writes after an installation: every package that is not optional must
 * be installed as locked.
 */
function isUpToDate(locked, installed) {
  return Object.entries(locked).every(([path, { version, optional, link }]) => {
    if (path === '' || link === true) return true
    const there = installed[path]
    return there === undefined ? optional === true : there.version === version && existsSync(at(path))
  })
}

/** Runs npm: the one that runs this script, else the one beside this Node, else the one on the path. */
export function npm(args, options) {
  const folder = dirname(process.execPath)
  // The first is its folder on most systems, the second on Windows.
  const beside = [join(folder, '..', 'lib'), folder].map((parent) =>
    join(parent, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  )
  const cli = [process.env.npm_execpath, ...beside].find(
    (file) => file !== undefined && file.endsWith('npm-cli.js') && existsSync(file),
  )
  if (cli !== undefined) return run(process.execPath, [cli, ...args], options)
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)
}

export function hasBrowser() {
  if (process.platform !== 'linux') return true
  const { linux } = JSON.parse(readFileSync(at('electron', 'host', 'chromium', 'browsers.json'), 'utf8'))
  return linux.some(isOnPath)
}

/** Another version than the system's may be installed, whose programs are in a folder of their own. */
function hasPostgres() {
  const folder = '/usr/lib/postgresql'
  return existsSync(folder) && readdirSync(folder).some((name) => existsSync(join(folder, name, 'bin', 'initdb')))
}

async function isInstalled({ name, isThere }) {
  if (isThere !== undefined && isThere()) return true
  const { code, output } = await run('dpkg-query', ['-W', '-f=${db:Status-Status}', name], {
    collect: true,
    seconds: 30,
  })
  return code === 0 && output.startsWith('installed')
}

const insteadOfChromium =
  '\nGoogle Chrome, Microsoft Edge or Electron ("npm run electron") will do instead of Chromium.\n'

/** Ubuntu's package repository has Chromium as a snap alone. */
function isUbuntu() {
  const file = '/etc/os-release'
  return existsSync(file) && /^ID=ubuntu$/m.test(readFileSync(file, 'utf8'))
}

async function ensureSystemPackages(packages) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/dpkg-query')) return
  const found = await Promise.all(packages.map(isInstalled))
  const missing = packages.filter((_, index) => !found[index])
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name)
  if (names.includes('chromium') && isUbuntu())
    throw new Stop(
      'There is no browser to show the window, and Ubuntu has no package of Chromium. Install Google Chrome or ' +
        'Microsoft Edge, or get Electron ("npm run electron").',
    )
  const instead = names.includes('chromium') ? insteadOfChromium : ''
  const command = `apt-get install -y --no-install-recommends ${names.join(' ')}`
  if (!isRoot())
    return giveUp(missing, `Some system packages are missing. This installs them:\n\n  sudo ${command}\n${instead}`)
  for (const { name, why } of missing) say(`Installing the system package ${name} (${why}) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq', '-o', 'DPkg::Lock::Timeout=300'], {
    seconds: 300,
    env,
    stdio: ['ignore', 2, 2],
  })
  const { code } = await run(
    'apt-get',
    command.split(' ').slice(1).toSpliced(1, 0, '-qq', '-o', 'DPkg::Lock::Timeout=300'),
    { seconds: 900, env, stdio: ['ignore', 'ignore', 2] },
  )
  if (code !== 0) giveUp(missing, `The system packages could not be installed. Try it by hand: ${command}${instead}`)
}

function giveUp(missing, message) {
  if (missing.some(({ vital }) => vital)) throw new Stop(message)
  say(message)
}
