/**
 * `npm start`: from a fresh copy to the desk on the embedded sandbox. Without a display it goes headless through the main
 * job and leaves pictures of it.
 */
import { ensureBuilt } from './built.mjs'
import { getElectron } from './electronBinary.mjs'
import { chooseHost, launch } from './launch.mjs'
import { at, hasDisplay, main, say } from './lib.mjs'
import { takePictures } from './pictures.mjs'
import { ensureReady } from './setup.mjs'

await main(async () => {
  const flags = process.argv.slice(2)
  await ensureReady(['desk'])
  await ensureBuilt()
  if (!hasDisplay() && !flags.includes('--headless')) return await showHeadless()

  const electron = flags.some((flag) => flag.startsWith('--host=chromium')) ? null : await getElectron()
  const host = chooseHost(flags, electron)
  say(host === 'electron' ? 'eSIM Desk on Electron, connected to the embedded sandbox.' : "eSIM Desk on the installed browser (Electron's binary is not here), connected to the embedded sandbox.")
  return await launch(host, electron, ['--sandbox', ...flags.filter((flag) => flag !== '--sandbox')])
})

async function showHeadless() {
  const folder = at('out', 'pictures')
  say('There is no display here: the desk runs headless in the installed browser, through the main job on the embedded sandbox.')
  const code = await takePictures(folder)
  if (code === 0) say(`Pictures of it are in ${folder}. On a machine with a display, npm start opens the window.`)
  return code
}
