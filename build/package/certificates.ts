/** Finds what signs for which system, by the variables that electron-builder reads and by those of this project. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Configuration } from 'electron-builder'
import { PackagingProblem, type Target } from './project.ts'

const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => (env[name] ?? '') !== ''

export const hasMacCertificate = (env: NodeJS.ProcessEnv): boolean =>
  ['CSC_LINK', 'CSC_NAME'].some((name) => isSet(env, name))

const publisherName = 'ESIM_DESK_WINDOWS_PUBLISHER'
const commandName = 'ESIM_DESK_WINDOWS_SIGN_COMMAND'
const azure = {
  endpoint: 'ESIM_DESK_AZURE_ENDPOINT',
  account: 'ESIM_DESK_AZURE_ACCOUNT',
  profile: 'ESIM_DESK_AZURE_PROFILE',
} as const

/** Returns the variables that are set of those that each sign programs for Windows, one of each kind. */
function windowsMeans(env: NodeJS.ProcessEnv): readonly string[] {
  const ofAzure = Object.values(azure).find((name) => isSet(env, name))
  return ['WIN_CSC_LINK', commandName, ofAzure ?? ''].filter((name) => isSet(env, name))
}

export const signsForWindows = (env: NodeJS.ProcessEnv): boolean => windowsMeans(env).length > 0

/**
 * Returns the options that sign programs for Windows: by Microsoft's service, by a command, or by the certificate that
 * electron-builder reads from its own variables. The publisher gets into the program, which then installs updates of
 * this publisher alone; only a certificate's file names it by itself.
 */
export function windowsSigning(env: NodeJS.ProcessEnv): NonNullable<Configuration['win']> {
  const means = windowsMeans(env)
  if (means.length > 1) throw new PackagingProblem(`Only one of ${means.join(' and ')} can sign for Windows.`)
  const [mean = ''] = means
  const of = (name: string): string => required(env, name, mean)
  if (mean.startsWith('ESIM_DESK_AZURE'))
    return {
      azureSignOptions: {
        endpoint: of(azure.endpoint),
        codeSigningAccountName: of(azure.account),
        certificateProfileName: of(azure.profile),
        publisherName: of(publisherName),
      },
    }
  // Without it each file would be signed twice, the first time with SHA-1.
  const signtoolOptions = { signingHashAlgorithms: ['sha256' as const] }
  if (mean !== commandName) return { signtoolOptions }
  const command = of(commandName)
  return {
    signtoolOptions: {
      ...signtoolOptions,
      publisherName: of(publisherName),
      sign: ({ path }) => runSignCommand(command, path),
    },
  }
}

function required(env: NodeJS.ProcessEnv, name: string, by: string): string {
  const value = env[name] ?? ''
  if (value === '') throw new PackagingProblem(`${name} is not set, and ${by} needs it.`)
  return value
}

/** Runs the command in the system's shell, with the file as its last argument. */
async function runSignCommand(command: string, file: string): Promise<void> {
  const argument = process.platform === 'win32' ? `"${file}"` : `'${file.replaceAll("'", String.raw`'\''`)}'`
  const child = spawn(`${command} ${argument}`, { shell: true, stdio: ['ignore', 2, 2] })
  const [code]: unknown[] = await once(child, 'close')
  if (code !== 0)
    throw new PackagingProblem(`The command of ${commandName} did not sign ${file} (exit code ${String(code)}).`)
}

/**
 * Refuses a program that would install whatever its server publishes: one with an address of updates, for which neither
 * a key verifies what is published nor the system its publisher.
 */
export function requireSignedUpdates(platforms: readonly Target['platform'][], env: NodeJS.ProcessEnv): void {
  if (!isSet(env, 'ESIM_DESK_UPDATE_URL') || isSet(env, 'ESIM_DESK_UPDATE_PUBLIC_KEY')) return
  const isSigned = { darwin: hasMacCertificate(env), linux: false, win32: signsForWindows(env) }
  const [unsigned] = platforms.filter((platform) => !isSigned[platform])
  if (unsigned === undefined) return
  const names = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }
  const certificate = unsigned === 'linux' ? '' : ', or sign the program'
  throw new PackagingProblem(
    `ESIM_DESK_UPDATE_URL is set, and nothing would verify the updates for ${names[unsigned]}. ` +
      `Set ESIM_DESK_UPDATE_PUBLIC_KEY${certificate}.`,
  )
}

/**
 * Removes the macOS certificate from runs that build nothing for macOS, because electron-builder would sign for Windows
 * with it if nothing else does. A run that builds both needs means for both.
 */
export function dropUnusedCertificates(platforms: readonly Target['platform'][], env: NodeJS.ProcessEnv): void {
  if (!platforms.includes('darwin')) {
    for (const name of Object.keys(env).filter((each) => /^(?:CSC|APPLE)_/.test(each)))
      Reflect.deleteProperty(env, name)
    return
  }
  if (platforms.includes('win32') && isSet(env, 'CSC_LINK') && !signsForWindows(env))
    throw new PackagingProblem(
      'CSC_LINK would sign the packages for Windows, too. ' +
        'Set what signs those (docs/packages.md), or make them in a run of their own.',
    )
}
