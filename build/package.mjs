/**
 * `npm run package [-- FLAGS]`: packages of the built desk in dist/, for this operating system and both processors.
 *
 *   --linux, --windows, --macos   another operating system, where its tools allow that
 *   --x64, --arm64                one processor alone
 *   --target=KIND                 one kind of package alone: AppImage, deb, nsis, dmg or zip
 *   --dir                         the unpacked program alone, without installers
 *   --electron-dist=PATH          a folder or zip file of Electron to be taken instead of its release
 *   --output=FOLDER               another folder than dist/
 */
import { ensureBuilt } from './built.mjs'
import { at, main, projectEnvironment, projectNode, run } from './lib.mjs'
import { ensureReady } from './setup.mjs'

await main(async () => {
  await ensureReady()
  await ensureBuilt()
  const { code } = await run(projectNode(), [at('build', 'package', 'main.ts'), ...process.argv.slice(2)], {
    env: projectEnvironment(),
  })
  return code
})
