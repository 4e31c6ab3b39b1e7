/**
 * `npm run package [-- FLAGS]`: packages of the built desk in dist/, for this operating system and both processors.
 *
 *   --linux, --windows, --macos   another operating system, where its tools allow that
 *   --x64, --arm64                one processor alone
 *   --target=KIND                 one kind of package alone: AppImage, deb, rpm, nsis, dmg or zip
 *   --dir                         the unpacked program alone, without installers
 *   --electron-dist=PATH          a folder or zip file of Electron to be taken instead of its release
 *   --output=FOLDER               another folder than dist/
 */
import { ensureBuilt } from '../built.mjs'
import { at, main, projectEnvironment, projectNode, run, say } from '../lib.mjs'
import { signPackages } from './signUpdate.mjs'
import { ensureReady } from '../setup.mjs'

await main(async () => {
  await ensureReady()
  await ensureBuilt()
  const args = process.argv.slice(2)
  const begin = Date.now()
  // The private key signs the results. The programs that create them must not see it.
  const { ESIM_DESK_UPDATE_PRIVATE_KEY: privateKey, ...env } = projectEnvironment()
  const { code } = await run(projectNode(), [at('build', 'package', 'main.ts'), ...args], { env })
  if (code === 0) signPackages(args, { ...env, ESIM_DESK_UPDATE_PRIVATE_KEY: privateKey }, say, begin)
  return code
})
