/** Reads the flags of one run of packing, which build/package/run.mjs describes. */
import { parseArgs } from 'node:util'
import type { PackRequest } from './pack.ts'
import { inProject, PackagingProblem, type Target } from './project.ts'

const platforms = { linux: 'linux', windows: 'win32', macos: 'darwin' } as const
const processors = ['x64', 'arm64'] as const

export function readRequest(args: readonly string[], env: NodeJS.ProcessEnv): PackRequest {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      linux: flag,
      windows: flag,
      macos: flag,
      x64: flag,
      arm64: flag,
      dir: flag,
      target: { type: 'string' },
      'electron-dist': { type: 'string' },
      output: { type: 'string' },
    },
  })
  const named = (['linux', 'windows', 'macos'] as const).filter((name) => values[name]).map((name) => platforms[name])
  const archs = processors.filter((name) => values[name])
  return {
    platforms: named.length === 0 ? [ownPlatform()] : named,
    archs: archs.length === 0 ? processors : archs,
    kind: values.dir ? 'dir' : (values.target ?? null),
    electronDist: values['electron-dist'] ?? null,
    output: values.output ?? inProject('dist'),
    env,
  }
}

function ownPlatform(): Target['platform'] {
  const found = Object.values(platforms).find((platform) => platform === process.platform)
  if (found === undefined)
    throw new PackagingProblem(
      `There are no packages for ${process.platform}. Name one: --linux, --windows or --macos.`,
    )
  return found
}
