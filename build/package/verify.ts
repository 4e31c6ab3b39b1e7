/**
 * Verifies a packed program before installers are created: exactly the files that belong in it, only the native modules
 * of its platform, the licences, and the archive's hash if the operating system's format has a place for it.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { getRawHeader, listPackage, statFile, uncache } from '@electron/asar'
import { product } from '../../electron/base/product.ts'
import { electronBinary } from './fuses.ts'
import { inProject, type Target } from './project.ts'
import { mainFiles, nativeModules } from './shippedFiles.ts'
import { readLock, shippedPackages } from './shippedPackages.ts'

export const licensesName = 'THIRD-PARTY-LICENSES.txt'
export const updateKeyName = 'update-key.pem'

/** Returns the folder of resources inside a packed program. */
export function resourcesFolder(appFolder: string, platform: Target['platform']): string {
  if (platform !== 'darwin') return join(appFolder, 'resources')
  return join(electronBinary(appFolder, platform), 'Contents', 'Resources')
}

/** Returns all problems of a packed program as sentences; none for a good one. */
export function findProblems(appFolder: string, target: Target): readonly string[] {
  const resources = resourcesFolder(appFolder, target.platform)
  const archive = join(resources, 'app.asar')
  if (!existsSync(archive)) return [`${archive} is missing.`]
  const files = filesIn(archive)
  return [
    ...problemsOfFiles(
      files.map(({ path }) => path),
      target,
    ),
    ...problemsOfUnpacked(
      files.filter(({ unpacked }) => unpacked).map(({ path }) => path),
      `${archive}.unpacked`,
      target,
    ),
    ...problemsOfLicenses(appFolder, resources, target.platform),
    ...problemsOfIcon(resources, target.platform),
    ...problemsOfIntegrity(archive, appFolder, target.platform),
    ...problemsOfTree(appFolder),
  ]
}

export interface ArchivedFile {
  readonly path: string
  readonly unpacked: boolean
}

/** Returns the files of an archive, without its folders. */
export function filesIn(archive: string): readonly ArchivedFile[] {
  // The library caches the list of an archive, which another run may have replaced.
  uncache(archive)
  const paths = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
  return paths.flatMap((path) => {
    const entry = statFile(archive, path, false)
    return 'files' in entry ? [] : [{ path, unpacked: 'unpacked' in entry && entry.unpacked }]
  })
}

function problemsOfFiles(paths: readonly string[], target: Target): readonly string[] {
  const built = ['package.json', 'LICENSE', ...mainFiles(), 'out/preload/preload.cjs', ...windowFiles()]
  const expected = new Set([...built, ...nativeModules(target)])
  const packages = shippedPackages(readLock()).map(({ path }) => path)
  const present = new Set(paths)
  const missing = [...expected, ...packages.map((path) => `${path}/package.json`)].filter((path) => !present.has(path))
  const extra = paths.filter((path) => !expected.has(path) && !belongsToPackage(path, packages))
  return [
    ...missing.map((path) => `${path} is missing from app.asar.`),
    ...extra.map((path) => `${path} does not belong in app.asar.`),
  ]
}

function windowFiles(): readonly string[] {
  const files = globSync('out/renderer/**/*.*', { cwd: inProject() }).map((path) => path.replaceAll('\\', '/'))
  return files.filter((path) => path !== 'out/renderer/licenses.json' && !path.endsWith('.map'))
}

/** Types of files that a package needs at run time: its modules, its data, its licence. */
const runtimeTypes = new Set(['.cjs', '.js', '.json', '.mjs', '.wasm'])

function belongsToPackage(path: string, packages: readonly string[]): boolean {
  const owner = packages.find(
    (folder) => path.startsWith(`${folder}/`) && !path.includes('/node_modules/', folder.length),
  )
  if (owner === undefined) return false
  const inner = path.slice(owner.length + 1)
  return runtimeTypes.has(extname(inner)) || /^licen[cs]e/i.test(inner.slice(inner.lastIndexOf('/') + 1))
}

function problemsOfUnpacked(paths: readonly string[], folder: string, target: Target): readonly string[] {
  const expected = nativeModules(target)
  const onDisk = globSync('**/*.*', { cwd: folder }).map((path) => path.replaceAll('\\', '/'))
  const packed = expected.filter((path) => !paths.includes(path) || !onDisk.includes(path))
  const extra = [...new Set([...paths, ...onDisk])].filter((path) => !expected.includes(path))
  return [
    ...packed.map((path) => `${path} is not unpacked beside app.asar.`),
    ...extra.map((path) => `${path} is unpacked beside app.asar.`),
  ]
}

function problemsOfLicenses(appFolder: string, resources: string, platform: Target['platform']): readonly string[] {
  const ofElectron = platform === 'darwin' ? resources : appFolder
  const files = [
    join(resources, licensesName),
    join(ofElectron, 'LICENSE.electron.txt'),
    join(ofElectron, 'LICENSES.chromium.html'),
  ]
  return files.filter((file) => !existsSync(file)).map((file) => `The licence file ${file} is missing.`)
}

/** Only on Linux is the window's icon a separate file. */
function problemsOfIcon(resources: string, platform: Target['platform']): readonly string[] {
  const file = join(resources, product.windowIcon)
  return platform !== 'linux' || existsSync(file) ? [] : [`The icon of the window ${file} is missing.`]
}

/** Returns the hash that Electron compares with the archive's header when it loads the archive. */
export function headerHash(archive: string): string {
  return createHash('sha256').update(getRawHeader(archive).headerString).digest('hex')
}

/**
 * Checks the hash of the archive. On macOS it is in Info.plist, on Windows in a resource of the program; on Linux
 * Electron does not check it.
 */
function problemsOfIntegrity(archive: string, appFolder: string, platform: Target['platform']): readonly string[] {
  if (platform === 'linux') return []
  const binary = electronBinary(appFolder, platform)
  const holder = platform === 'darwin' ? join(binary, 'Contents', 'Info.plist') : binary
  return readFileSync(holder).includes(headerHash(archive)) ? [] : [`${holder} has no hash of app.asar.`]
}

/** Finds other programs: a second Node beside Electron would have no fuses. */
function problemsOfTree(appFolder: string): readonly string[] {
  const files = globSync('**/{node,node.exe,default_app.asar,playwright*,*.map}', { cwd: appFolder })
  return files.map((file) => `${file} does not belong in the package.`)
}
