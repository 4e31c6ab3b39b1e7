/**
 * `npm run pictures [-- FOLDER]`: drives the real built desk through the main job and takes pictures, by default into
 * out/pictures; then it copies those that README.md shows into docs/pictures.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { join, resolve } from 'node:path'
import { ensureBuilt } from './built.mjs'
import { at, main, projectEnvironment, projectNode, run } from './lib.mjs'
import { ensureReady } from './setup.mjs'

/** Takes the pictures and resolves to the exit code. */
export async function takePictures(folder) {
  const { code } = await run(projectNode(), [at('test', 'support', 'pictures.ts'), folder], {
    seconds: 300,
    env: projectEnvironment(),
  })
  return code
}

function copyShown(folder) {
  mkdirSync(at('docs', 'pictures'), { recursive: true })
  const pages = readdirSync(at('docs')).filter((name) => name.endsWith('.md'))
  const documents = [at('README.md'), ...pages.map((name) => at('docs', name))]
  const text = documents.map((document) => readFileSync(document, 'utf8')).join('\n')
  for (const [, name] of text.matchAll(/pictures\/([\w-]+\.png)/g))
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
