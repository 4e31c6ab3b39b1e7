/**
 * Bundles the programs that tests start in processes and threads of their own, once for each run. One file starts in
 * half of the time of a hundred sources, and tests start hundreds of programs.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { programsFolder, sources } from './programs.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Returns the function that deletes the programs after the run. */
export default async function buildPrograms(): Promise<() => void> {
  // Below the project, where Node finds the packages that stay outside of the bundle.
  const parent = join(root, 'node_modules', '.cache', 'esim-desk')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'programs-'))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: ['zod'] },
    build: {
      ssr: true,
      target: 'node24',
      minify: false,
      outDir: folder,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, join(root, source)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  process.env[programsFolder] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
