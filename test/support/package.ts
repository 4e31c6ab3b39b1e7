/** Runs `npm run package` on stand-in distributions of Electron. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronVersion } from '../../build/package/electronDistribution.ts'
import { inProject } from '../../build/package/project.ts'
import { writeDistributions } from './electronStandInDistribution.ts'

// This script has no types, so the function in use is typed here.
const { ensureBuilt }: { ensureBuilt: () => Promise<void> } = await import('../../build/built.mjs' as string)

export interface Run {
  readonly code: number
  readonly output: string
}

/** Runs the script of `npm run package`. The desk must be built. */
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
  /** The folder for the packages. */
  readonly output: string
  /** The flags with which the script uses these distributions and this folder. */
  readonly flags: readonly string[]
  readonly delete: () => Promise<void>
}

/** Builds the desk and writes stand-in distributions, with a folder for the packages. */
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

/** Returns the sorted names in a folder, or none if the folder does not exist. */
export function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : []
}
