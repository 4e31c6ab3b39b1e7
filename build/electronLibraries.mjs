/** Checks that this Linux system has the libraries that Electron needs, before the loader fails on them. */
import { run } from './lib.mjs'

/** @returns {Promise<string | null>} the missing libraries and how to install them, without a full stop, or null */
export async function findLibraryProblem({ binary, platform = process.platform }, list = listLibraries) {
  const missing = platform === 'linux' ? missingOf(await list(binary)) : []
  if (missing.length === 0) return null
  const command = 'sudo apt-get install libgtk-3-0 libnss3 libgbm1'
  return `libraries are missing (${missing.join(', ')}); on Debian and Ubuntu this brings most of them: ${command}`
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
