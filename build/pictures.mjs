/**
 * `npm run pictures [-- FOLDER]`: drives the real built desk through the main job and writes what it looks like, by default
 * into out/pictures, and from there what README.md shows into docs/pictures.
 */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { join, resolve } from 'node:path'
import { ensureBuilt } from './built.mjs'
import { at, main, projectEnvironment, projectNode, run } from './lib.mjs'
import { ensureReady } from './setup.mjs'

/** Resolves to the exit code. */
export async function takePictures(folder) {
  const { code } = await run(projectNode(), [at('test', 'support', 'pictures.ts'), folder], {
    seconds: 300,
    env: projectEnvironment(),
  })
  return code
}

function copyShown(folder) {
  mkdirSync(at('docs', 'pictures'), { recursive: true })
  for (const [, name] of readFileSync(at('README.md'), 'utf8').matchAll(/docs\/pictures\/([\w-]+\.png)/g))
    copyFileSync(join(folder, name), at('docs', 'pictures', name))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    await ensureReady(['desk', 'browser'])
    await ensureBuilt()
    const [, , given] = process.argv
    if (given !== undefined) return await takePictures(resolve(given))
    const folder = at('out', 'pictures')
    const code = await takePictures(folder)
    if (code === 0) copyShown(folder)
    return code
  })
}
