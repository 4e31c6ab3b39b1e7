/**
 * Checks that Electron's sandbox can work on this Linux system before Electron starts, because Electron aborts if it
 * cannot. The sandbox needs either unprivileged user namespaces or its helper `chrome-sandbox` as a set-user-ID program
 * of root. The desk never disables the sandbox to work around this.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const system = {
  /** Returns the text of a file, or null if there is none. */
  read: (file) => {
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      return null
    }
  },
  list: (folder) => {
    try {
      return readdirSync(folder).map((name) => join(folder, name))
    } catch {
      return []
    }
  },
  /** Returns the owner and mode of a file, or null if there is none. */
  stat: (file) => statSync(file, { throwIfNoEntry: false }) ?? null,
  realPath: (file) => realpathSync(file),
}

/**
 * As root Electron runs without its sandbox, so nothing is required then.
 * @returns {string | null} what is missing and the one command that fixes it, for `sentence`
 */
export function findSandboxProblem({ binary: given, platform = process.platform, isRoot }, files = system) {
  if (platform !== 'linux' || isRoot) return null
  // AppArmor compares paths without links.
  const binary = files.realPath(given)
  const restriction = findRestriction(binary, files)
  const helper = join(dirname(binary), 'chrome-sandbox')
  if (restriction === null || isSetUserId(files.stat(helper))) return null
  const command = restriction === appArmor ? profileCommand(binary) : null
  return `this system forbids the sandbox that it needs (${restriction}); ${command ?? helperCommand(helper)}`
}

const appArmor = 'kernel.apparmor_restrict_unprivileged_userns=1'

/** Returns the setting that keeps an unprivileged process from creating user namespaces, or null. */
function findRestriction(binary, { read, list }) {
  const switches = ['kernel/unprivileged_userns_clone', 'user/max_user_namespaces']
  const off = switches.find((name) => read(`/proc/sys/${name}`) === '0')
  if (off !== undefined) return `${off.replace('/', '.')}=0`
  const isRestricted = read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1'
  const hasAppArmor = read('/sys/module/apparmor/parameters/enabled') !== 'N'
  if (!isRestricted || !hasAppArmor) return null
  const profiles = list('/etc/apparmor.d').map((file) => read(file) ?? '')
  // A path may be in quotes, and may be the beginning of another one.
  const names = (profile) => profile.replaceAll('"', ' ').includes(` ${binary} `)
  const isAllowed = profiles.some((profile) => names(profile) && /^[ \t]*userns\b/m.test(profile))
  return isAllowed ? null : appArmor
}

const setUserId = 0o4000
const executableByOthers = 0o001

function isSetUserId(stat) {
  return stat !== null && stat.uid === 0 && (stat.mode & setUserId) !== 0 && (stat.mode & executableByOthers) !== 0
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

function helperCommand(helper) {
  const file = quoted(helper)
  return `this command allows it, until "npm ci" runs again:\n\n  sudo chown root:root ${file} && sudo chmod 4755 ${file}`
}

/**
 * Gives user namespaces to Electron's binary by its path, so that this holds for every binary that is installed there.
 * Returns null for a path that means something else in a profile.
 */
function profileCommand(binary) {
  if (/["\\^*?@[\]{}]/.test(binary)) return null
  // A profile of this name for another copy of the project would be replaced.
  const name = `esim-desk-sources-${createHash('sha256').update(binary).digest('hex').slice(0, 8)}`
  const file = `/etc/apparmor.d/${name}`
  const head = `profile ${name} "${binary}" flags=(unconfined) {`
  const lines = ['abi <abi/4.0>,', 'include <tunables/global>', head, '  userns,', '}'].map(quoted).join(' ')
  const command = `printf '%s\\n' ${lines} | sudo tee ${file} && sudo apparmor_parser --replace ${file}`
  return `this command allows it, by a profile of AppArmor:\n\n  ${command}`
}
