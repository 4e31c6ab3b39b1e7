/** Checks that this Linux system has the libraries that Electron needs, before the loader fails on them. */
import { isOnPath, run } from './lib.mjs'

/** @returns {Promise<string | null>} the missing libraries and how to install them, without a full stop, or null */
export async function findLibraryProblem(
  { binary, platform = process.platform },
  list = listLibraries,
  has = isOnPath,
) {
  const missing = platform === 'linux' ? missingOf(await list(binary)) : []
  if (missing.length === 0) return null
  const command = commands.find(([manager]) => has(manager))?.join(' ')
  const hint = command === undefined ? '' : `; this brings most of them: sudo ${command}`
  return `libraries are missing (${missing.join(', ')})${hint}`
}

const commands = [
  ['apt-get', 'install libasound2 libgbm1 libgtk-3-0 libnss3'],
  ['dnf', 'install alsa-lib mesa-libgbm gtk3 nss'],
  ['zypper', 'install libasound2 libgbm1 libgtk-3-0 mozilla-nss'],
  ['pacman', '-S alsa-lib mesa gtk3 nss'],
]

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
