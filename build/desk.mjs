/** `npm run desk -- FLAGS`: starts the built desk, and builds it first if its sources have changed. */
import { ensureBuilt } from './built.mjs'
import { findElectron } from './electron/files.mjs'
import { decideHost, launch } from './launch.mjs'
import { main, say, sentence } from './lib.mjs'
import { ensureReady, ensureSystem } from './setup.mjs'

await main(async () => {
  const flags = process.argv.slice(2)
  await ensureReady(['desk'])
  const { host, electron, problem } = await decideHost(flags, () => {
    const binary = findElectron()
    return { binary, problem: binary === null ? 'it is not downloaded yet, which "npm run electron" does' : null }
  })
  if (problem !== null) say(`The desk opens in the installed browser. Electron is not used: ${sentence(problem)}`)
  if (host === 'chromium') await ensureSystem(['browser'])
  await ensureBuilt()
  return await launch(host, electron, flags)
})
