/**
 * What `npm run package` makes of stand-in distributions of Electron, for every operating system. Nothing of it is
 * started on Electron: whether the packages run is seen on real machines.
 *
 * @module-tag slow
 */
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile } from '@electron/asar'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkFuses, electronBinary, readFuses, setFuses } from '../../../build/package/fuses.ts'
import { inProject, isRecord, readJson, type Target } from '../../../build/package/project.ts'
import { filesIn, findProblems, headerHash, resourcesFolder } from '../../../build/package/verify.ts'
import { fuses } from '../../../electron/host/electron/settings.ts'
import { readUpdateConfig } from '../../../electron/host/electron/updates/config.ts'
import { product } from '../../../electron/base/product.ts'
import { limits } from '../../limits.ts'
import { bytesWithFuses } from '../../support/electronStandInDistribution.ts'
import { namesIn, prepareDistributions, runPackaging } from '../../support/package.ts'
import { machineOf, fuseWireOf } from '../../support/binaries.ts'

/** In the order of Electron's fuse wire, by hand: what the bytes in the binary have to be. */
const expectedWire = '010011001'

/** The variables as a workflow sets them without secrets. */
const withoutSecrets = { CSC_LINK: '', WIN_CSC_LINK: '', APPLE_API_KEY: '', ESIM_DESK_UPDATE_URL: '' }

const packages = [
  { target: { platform: 'linux', arch: 'arm64' }, folder: 'linux-arm64-unpacked' },
  { target: { platform: 'win32', arch: 'arm64' }, folder: 'win-arm64-unpacked' },
  { target: { platform: 'darwin', arch: 'arm64' }, folder: 'mac-arm64' },
] as const satisfies readonly { target: Target; folder: string }[]

let prepared: Awaited<ReturnType<typeof prepareDistributions>>

beforeAll(async () => {
  prepared = await prepareDistributions()
  const run = await runPackaging(
    ['--linux', '--windows', '--macos', '--arm64', '--dir', ...prepared.flags],
    withoutSecrets,
  )
  if (run.code !== 0) throw new Error(`Packing failed.\n${run.output.slice(-4000)}`)
}, limits.desk)

afterAll(() => prepared.delete())

const appFolder = (folder: string): string => join(prepared.output, folder)
const archiveOf = ({ target, folder }: (typeof packages)[number]): string =>
  join(resourcesFolder(appFolder(folder), target.platform), 'app.asar')
const paths = (archive: string): readonly string[] => filesIn(archive).map(({ path }) => path)

test('a package for Linux holds the launcher, the program, its resources and the licences, and nothing else', () => {
  expect(namesIn(appFolder('linux-arm64-unpacked'))).toEqual([
    'LICENSE.electron.txt',
    'LICENSES.chromium.html',
    'chrome-sandbox',
    'esim-desk',
    'esim-desk-bin',
    'locales',
    'resources',
  ])
  expect(namesIn(join(appFolder('linux-arm64-unpacked'), 'resources'))).toEqual([
    'THIRD-PARTY-LICENSES.txt',
    'app.asar',
    'app.asar.unpacked',
    'icon.png',
  ])
})

test('a package without an address of updates checks for none', async () => {
  expect(await readUpdateConfig(join(appFolder('linux-arm64-unpacked'), 'resources'))).toBeNull()
})

describe.each(packages)('the package for $target.platform $target.arch', (entry) => {
  const { target, folder } = entry

  test('holds exactly what it should', () => {
    expect(findProblems(appFolder(folder), target)).toEqual([])
  })

  test('holds the program, its threads, the sandbox, the preload script and the window', () => {
    const files = [
      'package.json',
      'out/main/main.js',
      'out/main/directory.js',
      'out/main/parser.js',
      'out/main/sandbox.js',
      'out/main/keychain.js',
      'out/preload/preload.cjs',
      'out/renderer/index.html',
    ]
    expect(paths(archiveOf(entry))).toEqual(expect.arrayContaining(files))
  })

  test('contains no file of the Chromium host, of tests, of development or of a second Node', () => {
    const forbidden = [
      /chromium|playwright|vitest|yargs|node-addon-api/,
      /\.map$|\.d\.[cm]?ts$|licenses\.json$|manifest\.json$/,
      /(?:^|\/)(?:test|tests|docs|node-(?:bin-)?(?:linux|darwin|win)[^/]*)\//,
    ]
    expect(paths(archiveOf(entry)).filter((path) => forbidden.some((pattern) => pattern.test(path)))).toEqual([])
    const modules = paths(archiveOf(entry)).filter((path) => /^out\/main\/.*\.js$/.test(path))
    expect(
      modules.filter((path) =>
        /electron\/host\/chromium\/|from "playwright-core"/.test(extractFile(archiveOf(entry), path).toString()),
      ),
    ).toEqual([])
  })

  test('has the native modules of its own processor beside the archive', () => {
    const unpacked = globSync('**/*.node', { cwd: `${archiveOf(entry)}.unpacked` })
    expect(unpacked).toHaveLength(2)
    for (const file of unpacked)
      expect(machineOf(readFileSync(join(`${archiveOf(entry)}.unpacked`, file)))).toEqual(target)
  })

  test("has the fuses of the host's settings, byte by byte", async () => {
    const binary = electronBinary(appFolder(folder), target.platform)
    expect(fuseWireOf(binary)).toBe(expectedWire)
    expect(await readFuses(binary)).toEqual(fuses)
    await expect(checkFuses(binary)).resolves.toBeUndefined()
  })

  test('has the licence of everything that it contains', () => {
    const text = readFileSync(
      join(resourcesFolder(appFolder(folder), target.platform), 'THIRD-PARTY-LICENSES.txt'),
      'utf8',
    )
    const shipped = paths(archiveOf(entry)).filter((path) =>
      /^node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path),
    )
    expect(shipped.length).toBeGreaterThan(8)
    for (const file of shipped)
      expect(text).toContain(headingOf(JSON.parse(extractFile(archiveOf(entry), file).toString())))
    for (const bundled of bundledPackages()) expect(text).toContain(headingOf(bundled))
  })
})

/** The line that opens a package's licence. */
function headingOf(manifest: unknown): string {
  if (!isRecord(manifest)) throw new Error('A package without a manifest')
  return `\n${String(manifest['name'])} ${String(manifest['version'])} (`
}

function bundledPackages(): readonly unknown[] {
  const lists = ['main', 'preload', 'renderer'].map((part) => readJson(inProject('out', part, 'licenses.json')))
  return lists.flatMap((list) => (Array.isArray(list) ? list : []))
}

test('every font of the window comes from a package whose licence is shipped', () => {
  const text = readFileSync(join(appFolder('linux-arm64-unpacked'), 'resources', 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  const owners = ['inter', 'noto-sans-arabic', 'noto-sans-jp']
  const fonts = paths(archiveOf(packages[0])).filter((path) => path.endsWith('.woff2'))
  expect(fonts.length).toBeGreaterThan(50)
  expect(fonts.filter((path) => !owners.some((owner) => path.includes(`/assets/${owner}-`)))).toEqual([])
  for (const owner of owners) expect(text).toContain(`\n@fontsource-variable/${owner} `)
  expect(text).toContain('SIL OPEN FONT LICENSE')
  expect(text).toContain('Ulrich Telle')
})

test('the program for Windows carries its name and the hash of its archive', () => {
  const executable = NtExecutable.from(readFileSync(join(appFolder('win-arm64-unpacked'), `${product.name}.exe`)), {
    ignoreCert: true,
  })
  const { entries } = NtExecutableResource.from(executable)
  const strings = Resource.VersionInfo.fromEntries(entries)[0]?.getStringValues({ lang: 1033, codepage: 1200 })
  expect(strings).toMatchObject({
    ProductName: product.name,
    FileDescription: product.name,
    CompanyName: 'The eSIM Desk authors',
  })
  const integrity = entries.find(({ type }) => type === 'INTEGRITY')
  const archive = join(appFolder('win-arm64-unpacked'), 'resources', 'app.asar')
  expect(JSON.parse(Buffer.from(integrity?.bin ?? new ArrayBuffer()).toString())).toEqual([
    { file: 'resources\\app.asar', alg: 'SHA256', value: headerHash(archive) },
  ])
})

test('the bundle for macOS carries its name, its identifier, its icon and the hash of its archive', () => {
  const contents = join(appFolder('mac-arm64'), `${product.name}.app`, 'Contents')
  const plist = readFileSync(join(contents, 'Info.plist'), 'utf8').replaceAll(/>\s+</g, '><')
  expect(plist).toContain(`<key>CFBundleIdentifier</key><string>${product.id}</string>`)
  expect(plist).toContain(`<key>CFBundleName</key><string>${product.name}</string>`)
  const hash = headerHash(join(contents, 'Resources', 'app.asar'))
  const integrity = `<key>algorithm</key><string>SHA256</string><key>hash</key><string>${hash}</string>`
  expect(plist).toContain(`<key>Resources/app.asar</key><dict>${integrity}`)
  expect(readFileSync(join(contents, 'Resources', 'icon.icns'))).toEqual(
    readFileSync(inProject('build', 'icons', 'icon.icns')),
  )
})

describe('packing stops', () => {
  function copyOf(entry: (typeof packages)[number]): string {
    const folder = mkdtempSync(join(tmpdir(), 'esim-desk-changed-'))
    onTestFinished(() => rmSync(folder, { recursive: true, maxRetries: 5 }))
    cpSync(appFolder(entry.folder), folder, { recursive: true })
    return folder
  }

  test('at a fuse that the binary has and the settings do not name', async () => {
    const file = join(copyOf(packages[0]), 'with-ten-fuses')
    writeFileSync(file, bytesWithFuses('1011000111'))
    await expect(setFuses(file, 'linux')).rejects.toThrow(/has 10 fuses/)
  })

  test('at a fuse that differs from the settings, and names it', async () => {
    const file = join(copyOf(packages[0]), 'changed')
    writeFileSync(file, bytesWithFuses(`1${expectedWire.slice(1)}`))
    await expect(checkFuses(file)).rejects.toThrow(/RunAsNode is true and should be false/)
  })

  test.each([
    ['a second Node', 'node', /node does not belong in the package/],
    [
      'the native module of another processor',
      'resources/app.asar.unpacked/node_modules/keytar/prebuilds/linux-x64/keytar.node',
      /linux-x64\/keytar\.node is unpacked/,
    ],
  ])('at %s', (_, path, sentence) => {
    const folder = copyOf(packages[0])
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), '')
    expect(findProblems(folder, packages[0].target).join('\n')).toMatch(sentence)
  })

  test.each([
    ["Chromium's licences", 'LICENSES.chromium.html', /LICENSES\.chromium\.html is missing/],
    ['the licences of others', 'resources/THIRD-PARTY-LICENSES.txt', /THIRD-PARTY-LICENSES\.txt is missing/],
    ['the icon of the window', 'resources/icon.png', /icon\.png is missing/],
    [
      'an unpacked native module',
      'resources/app.asar.unpacked/node_modules/keytar/prebuilds/linux-arm64/keytar.node',
      /keytar\.node is not unpacked/,
    ],
  ])('if %s are missing', (_, path, sentence) => {
    const folder = copyOf(packages[0])
    rmSync(join(folder, path))
    expect(findProblems(folder, packages[0].target).join('\n')).toMatch(sentence)
  })

  test('at an archive that differs from the hash in the bundle', () => {
    const folder = copyOf(packages[2])
    const archive = join(folder, `${product.name}.app`, 'Contents', 'Resources', 'app.asar')
    cpSync(archiveOf(packages[0]), archive)
    expect(findProblems(folder, packages[2].target).join('\n')).toMatch(/has no hash of app\.asar/)
  })

  test('at the archive of another processor', () => {
    expect(findProblems(copyOf(packages[0]), { platform: 'linux', arch: 'x64' }).join('\n')).toMatch(
      /linux-arm64\.node does not belong in app\.asar/,
    )
  })
})
