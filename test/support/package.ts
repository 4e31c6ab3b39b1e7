/** Runs `npm run package` on stand-in distributions of Electron and reads what it makes. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronVersion } from '../../build/package/electronDistribution.ts'
import { inProject } from '../../build/package/project.ts'
import { writeDistributions } from './electronStandInDistribution.ts'

// Plain scripts without types: what is used of them is named here.
const { ensureBuilt }: { ensureBuilt: () => Promise<void> } = await import('../../build/built.mjs' as string)

export interface Run {
  readonly code: number
  readonly output: string
}

/** Runs the script behind `npm run package`, once the desk is built. */
export function runPackaging(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const script = inProject('build', 'package', 'main.ts')
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, ...args],
      { env: { ...process.env, ...env }, maxBuffer: 2 ** 24 },
      (error, stdout, stderr) => {
        resolve({
          code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1,
          output: `${stdout}${stderr}`,
        })
      },
    )
  })
}

export interface Distributions {
  /** Where the packages will be. */
  readonly output: string
  /** What packing has to be told to use these distributions and this folder. */
  readonly flags: readonly string[]
  readonly delete: () => Promise<void>
}

/** The stand-in distributions that packages are made of, with a folder for the packages. */
export async function prepareDistributions(wire?: string): Promise<Distributions> {
  await ensureBuilt()
  const folder = await mkdtemp(join(tmpdir(), 'esim-desk-package-'))
  const distributions = join(folder, 'electron')
  await mkdir(distributions)
  await writeDistributions(distributions, electronVersion, wire)
  const output = join(folder, 'dist')
  return {
    output,
    flags: [`--electron-dist=${distributions}`, `--output=${output}`],
    delete: () => rm(folder, { recursive: true, maxRetries: 5 }),
  }
}

/** Names in a folder, sorted; none where there is no folder. */
export function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : []
}
