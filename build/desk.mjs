/** `npm run desk -- FLAGS`: the built desk; built first where its sources have changed. */
import { ensureBuilt } from './built.mjs'
import { findElectron } from './electronBinary.mjs'
import { chooseHost, launch } from './launch.mjs'
import { main, Stop } from './lib.mjs'
import { ensureReady } from './setup.mjs'

await main(async () => {
  const flags = process.argv.slice(2)
  await ensureReady(['desk'])
  await ensureBuilt()
  const electron = findElectron()
  const host = chooseHost(flags, electron)
  if (host === 'electron' && electron === null) throw new Stop("Electron's binary is not here. With the network open: node node_modules/electron/install.js. Else: --host=chromium.")
  return await launch(host, electron, flags)
})
