/** Finds which certificate signs for which system, by the variables that electron-builder reads. */
import { PackagingProblem, type Target } from './project.ts'

const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => (env[name] ?? '') !== ''

export const hasMacCertificate = (env: NodeJS.ProcessEnv): boolean =>
  ['CSC_LINK', 'CSC_NAME'].some((name) => isSet(env, name))
export const hasWindowsCertificate = (env: NodeJS.ProcessEnv): boolean => isSet(env, 'WIN_CSC_LINK')

/**
 * Removes the macOS certificate from runs that build nothing for macOS, because electron-builder would sign for Windows
 * with it if there is none for Windows. A run that builds both needs both.
 */
export function dropUnusedCertificates(platforms: readonly Target['platform'][], env: NodeJS.ProcessEnv): void {
  if (!platforms.includes('darwin')) {
    for (const name of Object.keys(env).filter((each) => /^(?:CSC|APPLE)_/.test(each)))
      Reflect.deleteProperty(env, name)
    return
  }
  if (platforms.includes('win32') && isSet(env, 'CSC_LINK') && !hasWindowsCertificate(env))
    throw new PackagingProblem(
      'CSC_LINK would sign the packages for Windows, too. Set WIN_CSC_LINK, or make them in a run of their own.',
    )
}
