/** Checks that this Linux system has the libraries that Electron needs, before the loader fails on them. */
import { isOnPath, run } from '../lib.mjs'

/** @returns {Promise<string | null>} the missing libraries and how to install them, for `sentence`, or null */
export async function findLibraryProblem(
  { binary, platform = process.platform },
  list = listLibraries,
  has = isOnPath,
  aptKnows = isKnownToApt,
) {
  const missing = platform === 'linux' ? missingOf(await list(binary)) : []
  if (missing.length === 0) return null
  const [manager, packages] = commands.find(([each]) => has(each)) ?? []
  // Where two packages provide `libasound2`, as on Ubuntu 24.04, APT installs it only by the name of one.
  const renamed = manager === 'apt-get' && (await aptKnows('libasound2t64'))
  const names = renamed ? packages.replace('libasound2', 'libasound2t64') : packages
  const hint = manager === undefined ? '' : `; this brings most of them:\n\n  sudo ${manager} ${names}`
  return `libraries are missing (${missing.join(', ')})${hint}`
}

const commands = [
  ['apt-get', 'install libasound2 libgbm1 libgtk-3-0 libnss3'],
  ['dnf', 'install alsa-lib mesa-libgbm gtk3 nss'],
  ['zypper', 'install libasound2 libgbm1 libgtk-3-0 mozilla-nss'],
  ['pacman', '-S alsa-lib mesa gtk3 nss'],
]

async function isKnownToApt(name) {
  const { code } = await run('apt-cache', ['show', name], { collect: true, seconds: 10 })
  return code === 0
}

/** Returns the output of the dynamic linker, or nothing if it cannot be run. */
async function listLibraries(binary) {
  const { output } = await run('ldd', [binary], { collect: true, seconds: 5 })
  return output
}

function missingOf(listing) {
  const suffix = ' => not found'
  const lines = listing.split('\n').map((line) => line.trim())
  return lines.filter((line) => line.endsWith(suffix)).map((line) => line.slice(0, -suffix.length))
}
