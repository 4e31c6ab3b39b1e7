/** Packs the built desk; build/package.mjs describes the flags. What stops it is one sentence on standard error. */
import { parseArgs } from 'node:util'
import { packDesk, type PackRequest } from './pack.ts'
import { inProject, PackagingProblem, type Target } from './project.ts'

const platforms = { linux: 'linux', windows: 'win32', macos: 'darwin' } as const
const processors = ['x64', 'arm64'] as const

function readRequest(args: readonly string[]): PackRequest {
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
    env: process.env,
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

/** A workflow sets the variables of secrets that do not exist to nothing: they count as not set. */
function dropEmptyVariables(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    if (env[name] === '' && /^(?:WIN_)?CSC_|^(?:APPLE|ESIM_DESK)_/.test(name)) Reflect.deleteProperty(env, name)
  }
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)

try {
  dropEmptyVariables(process.env)
  await packDesk(readRequest(process.argv.slice(2)), say)
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  const isForPeople = error instanceof PackagingProblem || isUsage
  say(isForPeople ? error.message : error instanceof Error ? String(error.stack) : String(error))
  // A library of electron-builder ends the process with 0 once nothing is left to do, whatever the exit code says.
  process.on('exit', () => {
    process.exitCode = 1
  })
}
