/** One run of packing: creates its files, runs electron-builder, and checks the input and the results. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type AfterPackContext, Arch, build, type Configuration, Platform } from 'electron-builder'
import { product } from '../../electron/base/product.ts'
import { dropUnusedCertificates, hasMacCertificate, requireSignedUpdates, signsForWindows } from './certificates.ts'
import { canMakeRpm, packageConfiguration } from './electron-builder.config.ts'
import { findElectron, removeDevelopmentFiles } from './electronDistribution.ts'
import { checkFuses, electronBinary, linuxBinary, setFuses } from './fuses.ts'
import { licensesDocument, thirdPartyLicenses } from './licenses.ts'
import { inProject, PackagingProblem, type Target } from './project.ts'
import { publicKeyText } from './updateKey.ts'
import { findProblems, licensesName, resourcesFolder, updateKeyName } from './verify.ts'

export interface PackRequest {
  readonly platforms: readonly Target['platform'][]
  readonly archs: readonly Target['arch'][]
  /** The only kind of package to create, by electron-builder's name; `dir` is the unpacked program. */
  readonly kind: string | null
  /** A folder or zip file of Electron, for one target. */
  readonly electronDist: string | null
  readonly output: string
  readonly env: NodeJS.ProcessEnv
}

interface Packed {
  readonly target: Target
  readonly appFolder: string
}

/** Throws `PackagingProblem` if the person can fix the problem, else what electron-builder threw. */
export async function packDesk(request: PackRequest, say: (text: string) => void): Promise<void> {
  const begin = Date.now()
  dropUnusedCertificates(request.platforms, request.env)
  requireSignedUpdates(request.platforms, request.env)
  await requireElectron(request)
  const packed: Packed[] = []
  const made = mkdtempSync(join(tmpdir(), 'esim-desk-package-'))
  try {
    const config = configuration(request, makeResources(made, request.env), packed)
    for (const platform of request.platforms) {
      say(signature(platform, request.env))
      await build({ projectDir: inProject(), targets: targetsOf(platform, request), publish: 'never', config })
    }
  } finally {
    rmSync(made, { recursive: true, force: true, maxRetries: 5 })
  }
  // Check again, because signing wrote to the binaries after their fuses were set.
  for (const { appFolder, target } of packed) await checkFuses(electronBinary(appFolder, target.platform))
  for (const line of sizes(packed, request.output, begin)) say(line)
}

/** Finds Electron before anything is packed: a download that fails later would leave only a part of the packages. */
async function requireElectron({ platforms, archs, electronDist, env }: PackRequest): Promise<void> {
  for (const platform of platforms) for (const arch of archs) await findElectron({ platform, arch }, electronDist, env)
}

function targetsOf(platform: Target['platform'], { archs, kind }: PackRequest): ReturnType<Platform['createTarget']> {
  const names = { darwin: Platform.MAC, linux: Platform.LINUX, win32: Platform.WINDOWS }
  return names[platform].createTarget(kind, ...archs.map((arch) => Arch[arch]))
}

function configuration(
  { electronDist, env, output }: PackRequest,
  resources: Resources,
  packed: Packed[],
): Configuration {
  return packageConfiguration({
    env,
    output,
    resources,
    electronDist: ({ platformName, arch }) => findElectron(targetOf(platformName, arch), electronDist, env),
    afterExtract: ({ appOutDir, electronPlatformName, arch }) =>
      removeDevelopmentFiles(appOutDir, targetOf(electronPlatformName, Arch[arch]).platform),
    afterPack: async (context) => void packed.push(await finish(context)),
  })
}

function targetOf(platform: string, arch: string): Target {
  const isKnown = platform === 'darwin' || platform === 'linux' || platform === 'win32'
  if (!isKnown || (arch !== 'x64' && arch !== 'arm64')) throw new Error(`Nothing is packed for ${platform} ${arch}`)
  return { platform, arch }
}

/** Files that are placed beside the archive, by their names there. */
type Resources = Readonly<Record<string, string>>

/** Writes the files of a run into a folder. */
function makeResources(folder: string, env: NodeJS.ProcessEnv): Resources {
  const licenses = join(folder, licensesName)
  writeFileSync(licenses, licensesDocument(thirdPartyLicenses()))
  const key = publicKeyText(env['ESIM_DESK_UPDATE_PUBLIC_KEY'])
  if (key === null) return { [licensesName]: licenses }
  writeFileSync(join(folder, updateKeyName), key)
  return { [licensesName]: licenses, [updateKeyName]: join(folder, updateKeyName) }
}

/** Runs before the program is signed and before installers are created; what it throws stops the build. */
async function finish({ appOutDir, electronPlatformName, arch }: AfterPackContext): Promise<Packed> {
  const target = targetOf(electronPlatformName, Arch[arch])
  if (target.platform === 'linux') addLauncher(appOutDir)
  const binary = electronBinary(appOutDir, target.platform)
  await setFuses(binary, target.platform)
  await checkFuses(binary)
  const problems = findProblems(appOutDir, target)
  if (problems.length > 0)
    throw new PackagingProblem(`The packed program is not as it should be.\n${problems.join('\n')}`)
  return { target, appFolder: appOutDir }
}

/** Replaces the executable that the desktop entry and the AppImage start with a script, and renames Electron. */
function addLauncher(appFolder: string): void {
  const launcher = join(appFolder, product.executable)
  renameSync(launcher, join(appFolder, linuxBinary))
  copyFileSync(inProject('build', 'package', 'linux', 'launcher.sh'), launcher)
  chmodSync(launcher, 0o755)
}

function signature(platform: Target['platform'], env: NodeJS.ProcessEnv): string {
  if (platform === 'linux') {
    const withoutRpm = canMakeRpm(env) ? '' : ' No .rpm is made, because rpmbuild is not installed.'
    return `Packages for Linux carry no signature of their own.${withoutRpm}`
  }
  if (platform === 'darwin') {
    if (!hasMacCertificate(env))
      return 'The packages for macOS are NOT SIGNED by a developer: neither CSC_LINK nor CSC_NAME is set.'
    const isNotarized = ['APPLE_API_KEY', 'APPLE_ID', 'APPLE_KEYCHAIN_PROFILE'].some((name) => (env[name] ?? '') !== '')
    return isNotarized
      ? 'The packages for macOS are signed and notarised.'
      : 'The packages for macOS are signed and NOT NOTARISED: APPLE_API_KEY is not set.'
  }
  return signsForWindows(env)
    ? 'The packages for Windows are signed.'
    : 'The packages for Windows are NOT SIGNED: see the variables in docs/packages.md.'
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** Returns the sizes of what this run has created; packages of earlier runs may be in the same folder. */
function sizes(packed: readonly Packed[], output: string, begin: number): readonly string[] {
  const programs = packed.map(({ appFolder, target }) => {
    const files = globSync('**/*', { cwd: appFolder, withFileTypes: true }).filter((entry) => entry.isFile())
    const total = files.reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0)
    const archive = statSync(join(resourcesFolder(appFolder, target.platform), 'app.asar')).size
    return `${relative(output, appFolder)}: ${megabytes(total)}, of them app.asar ${megabytes(archive)}`
  })
  const names = existsSync(output) ? globSync('*.{AppImage,deb,rpm,exe,dmg,zip}', { cwd: output }) : []
  const installers = names.map((name) => ({ name, stats: statSync(join(output, name)) }))
  const made = installers.filter(({ stats }) => stats.mtimeMs >= begin)
  return [...programs, ...made.map(({ name, stats }) => `${name}: ${megabytes(stats.size)}`)]
}
