/** Starts the built desk on the host that is asked for, or the best there is. */
import { at, isRoot, projectNode, run } from './lib.mjs'

/** @param {string | null} electron path of Electron's binary */
export function chooseHost(flags, electron) {
  const asked = flags.find((flag) => flag.startsWith('--host='))?.slice('--host='.length) ?? flags[flags.indexOf('--host') + 1]
  if (flags.some((flag) => flag.startsWith('--host'))) return asked === 'electron' ? 'electron' : 'chromium'
  const onlyChromium = flags.some((flag) => flag === '--headless' || flag.startsWith('--debug-port'))
  return electron === null || onlyChromium ? 'chromium' : 'electron'
}

/** Resolves to the desk's exit code. */
export async function launch(host, electron, flags, options = {}) {
  const [program, args] = host === 'electron' ? [electron, [...(isRoot() ? ['--no-sandbox'] : []), at('out', 'main', 'main.js')]] : [projectNode(), [at('out', 'main', 'chromium.js')]]
  const { code } = await run(program, [...args, ...flags], options)
  return code
}
