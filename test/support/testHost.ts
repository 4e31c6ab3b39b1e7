/**
 * The hosts on which the end-to-end tests run the desk: the Chromium host; Electron, if its binary is installed; and
 * the stand-in for Electron, which runs the desk's own Electron entry on a page of the installed Chromium.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { displayEnvironment, type Environment } from '../../electron/host/environment.ts'
import { projectNode } from './projectNode.ts'
import { settingsVariable, type StandInRequest } from './electronStandIn/settings.ts'

export const testHosts = ['chromium', 'electron-stand-in', 'electron'] as const
export type TestHost = (typeof testHosts)[number]

// This script has no types, so what is in use of it is typed here.
const {
  hostEnvironment,
  nodeFlags,
}: {
  hostEnvironment: (host: string, env: Environment) => Readonly<Record<string, string>>
  nodeFlags: readonly string[]
} = await import('../../build/launch.mjs' as string)

const root = new URL('../../', import.meta.url)
const fromRoot = (path: string): string => fileURLToPath(new URL(path, root))

/** Returns the host that `npm run e2e -- --host=NAME` or the test project has set; the Chromium host by default. */
export function testHost(): TestHost {
  const name = process.env['ESIM_DESK_TEST_HOST'] ?? 'chromium'
  const found = testHosts.find((host) => host === name)
  if (found === undefined) throw new Error(`ESIM_DESK_TEST_HOST is one of ${testHosts.join(', ')}`)
  return found
}

export interface LaunchRequest {
  readonly flags: readonly string[]
  /** Another program with the same flags, on the Chromium host only. */
  readonly entry?: string
  readonly standIn?: StandInOptions
  /** One that the system chooses by default. */
  readonly debugPort?: number
}

export interface StandInOptions extends Partial<Omit<StandInRequest, 'args'>> {
  /** The argument of Electron's binary that names the program: a folder or a file. A packaged program has none. */
  readonly target?: string
  /** Chromium's switches, which precede the program. */
  readonly switches?: readonly string[]
}

export interface Launch {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export async function launchOf(host: TestHost, request: LaunchRequest): Promise<Launch> {
  const { flags, entry, standIn } = request
  if (host === 'chromium') {
    return {
      program: projectNode,
      args: [
        ...nodeFlags,
        entry ?? fromRoot('out/main/chromium.js'),
        '--headless',
        `--debug-port=${String(request.debugPort ?? 0)}`,
        ...flags,
      ],
      env: hostEnvironment('chromium', {}),
    }
  }
  const debugPort = `--debug-port=${String(request.debugPort ?? (await freePort()))}`
  if (host === 'electron') {
    return {
      program: electronBinary(),
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), fromRoot('.'), debugPort, ...flags],
      env: displayVariables(process.env),
    }
  }
  const forThisRun: StandInOptions = JSON.parse(process.env['ESIM_DESK_STAND_IN'] || '{}')
  const { target = '.', switches = [], ...settings } = { ...forThisRun, ...standIn }
  const standInRequest: StandInRequest = {
    folder: fromRoot('.'),
    args: [...switches, ...(settings.packaged === true ? [] : [target, debugPort]), ...flags],
    ...settings,
  }
  const from = (name: string): string => fromRoot(`test/support/electronStandIn/${name}`)
  return {
    program: projectNode,
    args: ['--unhandled-rejections=warn', '--import', from('register.ts'), from('run.ts')],
    env: { [settingsVariable]: JSON.stringify(standInRequest) },
  }
}

/**
 * Returns the variables that Electron needs to show a window. The language, the time zone and the keychain stay those
 * of every test.
 */
export function displayVariables(env: NodeJS.ProcessEnv): Environment {
  const testVariables = new Set(['LANG', 'LANGUAGE', 'TZ', 'DBUS_SESSION_BUS_ADDRESS'])
  const isTestVariable = (name: string): boolean => testVariables.has(name) || name.startsWith('LC_')
  return Object.fromEntries(Object.entries(displayEnvironment(env)).filter(([name]) => !isTestVariable(name)))
}

function electronBinary(): string {
  const pathFile = fromRoot('node_modules/electron/path.txt')
  const binary = existsSync(pathFile)
    ? fromRoot(`node_modules/electron/dist/${readFileSync(pathFile, 'utf8').trim()}`)
    : ''
  if (!existsSync(binary)) throw new Error("Electron's binary is not here: npm run electron gets it")
  return binary
}

/** Finds a free port, because Electron opens exactly the port that it is given. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
