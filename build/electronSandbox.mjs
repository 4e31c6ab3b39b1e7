/**
 * Whether Electron's sandbox can work on this Linux system, found out before Electron starts: it aborts where it
 * cannot. It needs either unprivileged user namespaces or its helper `chrome-sandbox` as a set-user-ID program of root.
 * The desk never switches the sandbox off to get around this.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const system = {
  /** Text of a file, or null where there is none. */
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
  /** Owner and mode of a file, or null where there is none. */
  stat: (file) => statSync(file, { throwIfNoEntry: false }) ?? null,
}

/**
 * As root Electron runs without its sandbox, so nothing is missing then.
 * @returns {string | null} what is missing and the one command that mends it, without a full stop
 */
export function findSandboxProblem({ binary, platform = process.platform, isRoot }, files = system) {
  if (platform !== 'linux' || isRoot) return null
  const restriction = findRestriction(binary, files)
  const helper = join(dirname(binary), 'chrome-sandbox')
  if (restriction === null || isSetUserId(files.stat(helper))) return null
  return `this system forbids the sandbox that it needs (${restriction}); this command allows it: ${mend(helper)}`
}

/** The setting that keeps a process without privileges from making user namespaces, or null. */
function findRestriction(binary, { read, list }) {
  const switches = ['kernel/unprivileged_userns_clone', 'user/max_user_namespaces']
  const off = switches.find((name) => read(`/proc/sys/${name}`) === '0')
  if (off !== undefined) return `${off.replace('/', '.')}=0`
  const isRestricted = read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1'
  const hasAppArmor = read('/sys/module/apparmor/parameters/enabled') !== 'N'
  if (!isRestricted || !hasAppArmor) return null
  const profiles = list('/etc/apparmor.d').map((file) => read(file) ?? '')
  const isAllowed = profiles.some((profile) => profile.includes(binary) && /^[ \t]*userns\b/m.test(profile))
  return isAllowed ? null : 'kernel.apparmor_restrict_unprivileged_userns=1'
}

const setUserId = 0o4000
const executableByOthers = 0o001

function isSetUserId(stat) {
  return stat !== null && stat.uid === 0 && (stat.mode & setUserId) !== 0 && (stat.mode & executableByOthers) !== 0
}

function mend(helper) {
  const file = `'${helper.replaceAll("'", "'\\''")}'`
  return `sudo chown root:root ${file} && sudo chmod 4755 ${file}`
}
