/**
 * `npm start`: goes from a fresh copy to the desk on the embedded sandbox. Without a display it runs the main job
 * headless and takes pictures of it.
 */
import { ensureBuilt } from './built.mjs'
import { getElectron } from './electron/binary.mjs'
import { decideHost, launch } from './launch.mjs'
import { at, hasDisplay, main, say, sentence } from './lib.mjs'
import { takePictures } from './pictures.mjs'
import { ensureReady, ensureSystem } from './setup.mjs'

await main(async () => {
  const flags = process.argv.slice(2)
  await ensureReady(['desk'])
  if (flags.includes('--help')) return await showHelp()
  if (!hasDisplay() && !flags.includes('--headless')) return await showHeadless()

  const decide = (signal) => decideHost(flags, (how) => getElectron({ ...how, signal }))
  const { host, electron, problem } = await whileBuilding(decide)
  if (problem !== null) say(`Electron is not used: ${sentence(problem)}`)
  if (host === 'chromium') await ensureSystem(['browser'])
  return await launch(host, electron, ['--sandbox', ...flags.filter((flag) => flag !== '--sandbox')])
})

/**
 * Runs `work` while the desk is built: a first build takes half a minute, in which Electron can be downloaded. A failed
 * build aborts the download.
 */
async function whileBuilding(work) {
  const stop = new AbortController()
  const working = work(stop.signal)
  working.catch(() => undefined)
  try {
    await ensureBuilt()
  } catch (error) {
    stop.abort()
    await working.catch(() => undefined)
    throw error
  }
  return await working
}

/** Every host has the same flags, and printing them needs neither Electron nor a browser. */
async function showHelp() {
  await ensureBuilt()
  return await launch('chromium', null, ['--help'])
}

async function showHeadless() {
  await ensureSystem(['browser'])
  await ensureBuilt()
  const folder = at('out', 'pictures')
  say('There is no display here: the desk runs headless in the installed browser, on the embedded sandbox.')
  const code = await takePictures(folder)
  if (code === 0) say(`Pictures of it are in ${folder}. On a machine with a display, npm start opens the window.`)
  return code
}
