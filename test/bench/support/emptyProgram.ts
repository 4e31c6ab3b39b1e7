/** Builds the empty page of empty.ts like the desk, but into a separate folder outside out/. */
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = new URL('../../../', import.meta.url)

export interface EmptyProgram {
  readonly entry: string
  readonly remove: () => Promise<void>
}

export async function buildEmptyProgram(): Promise<EmptyProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'esim-desk-bench-'))
  // The program uses the desk's dependencies and its cache of compiled code.
  await symlink(fileURLToPath(new URL('node_modules', root)), join(folder, 'node_modules'), 'junction')
  await build({
    root: fileURLToPath(root),
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: fileURLToPath(new URL('empty.ts', import.meta.url)),
      outDir: join(folder, 'out', 'main'),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/shared-[hash].js' },
      },
    },
  })
  return { entry: join(folder, 'out', 'main', 'empty.js'), remove: () => rm(folder, { recursive: true, force: true }) }
}
