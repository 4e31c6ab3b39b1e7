/**
 * What environment variables change about packages, and what packing says where it can't go on.
 *
 * @module-tag slow
 */
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dropUnusedCertificates, requireSignedUpdates } from '../../../build/package/certificates.ts'
import { packageConfiguration } from '../../../build/package/electron-builder.config.ts'
import { readRequest } from '../../../build/package/request.ts'
import { publicKeyText } from '../../../build/package/updateKey.ts'
import { product } from '../../../electron/base/product.ts'
import { generateKey } from '../../support/keys.ts'
import { closedPort } from '../../support/mirror.ts'
import { namesIn, prepareDistributions, runPackaging } from '../../support/package.ts'

const configurationWith = (env: NodeJS.ProcessEnv): ReturnType<typeof packageConfiguration> =>
  packageConfiguration({
    env,
    output: '/nowhere',
    resources: {},
    electronDist: () => '/nowhere',
    afterExtract: () => undefined,
    afterPack: () => undefined,
  })

const certificate = {
  CSC_LINK: 'c2VjcmV0LWNlcnRpZmljYXRl',
  CSC_KEY_PASSWORD: 'secret-password',
  APPLE_API_KEY: '/secret/key.p8',
}

test('every system gets the same name and identifier', () => {
  const { appId, productName, linux } = configurationWith({})
  expect({ appId, productName, executable: linux?.executableName }).toEqual({
    appId: product.id,
    productName: product.name,
    executable: product.executable,
  })
})

test('a run builds every kind of package for both processors by default', () => {
  const { linux, mac, win } = configurationWith({})
  expect([linux?.target, win?.target, mac?.target]).toEqual([['AppImage', 'deb'], ['nsis'], ['dmg', 'zip']])
  const folder = mkdtempSync(join(tmpdir(), 'esim-desk-rpm-'))
  onTestFinished(() => rmSync(folder, { recursive: true, maxRetries: 5 }))
  writeFileSync(join(folder, 'rpmbuild'), '')
  const withRpm = configurationWith({ PATH: `/nowhere:${folder}` })
  expect(withRpm.linux?.target).toEqual(['AppImage', 'deb', 'rpm'])
  expect(readRequest(['--macos'], {})).toMatchObject({ platforms: ['darwin'], archs: ['x64', 'arm64'], kind: null })
  expect(readRequest(['--linux', '--windows', '--arm64', '--target=deb'], {})).toMatchObject({
    platforms: ['linux', 'win32'],
    archs: ['arm64'],
    kind: 'deb',
  })
  expect(readRequest(['--dir'], {})).toMatchObject({ platforms: [process.platform], kind: 'dir' })
})

test('the names of packages say version, system and processor', () => {
  expect(configurationWith({}).artifactName).toBe('esim-desk-${version}-${os}-${arch}.${ext}')
})

test('no package checks for updates unless an address is set', () => {
  expect(configurationWith({}).publish).toBeNull()
  expect(configurationWith({ ESIM_DESK_UPDATE_URL: '' }).publish).toBeNull()
  expect(configurationWith({ ESIM_DESK_UPDATE_URL: 'https://updates.example.com/' }).publish).toEqual([
    { provider: 'generic', url: 'https://updates.example.com/', channel: 'latest' },
  ])
  expect(configurationWith({ ESIM_DESK_UPDATE_URL: 'http://127.0.0.1:8000/' }).publish).not.toBeNull()
})

test.each(['http://updates.example.com/', 'updates.example.com', 'file:///updates', 'https://me:word@example.com/'])(
  'updates from %s are refused',
  (address) => {
    expect(() => configurationWith({ ESIM_DESK_UPDATE_URL: address })).toThrow(
      'ESIM_DESK_UPDATE_URL has to be an https address without credentials.',
    )
  },
)

test('with a certificate the program for macOS runs hardened, with one entitlement', () => {
  const { mac } = configurationWith(certificate)
  expect(mac).toMatchObject({
    hardenedRuntime: true,
    entitlements: 'build/package/mac/entitlements.plist',
    entitlementsInherit: 'build/package/mac/entitlements.plist',
  })
  expect(mac).not.toHaveProperty('identity')
})

test('without a certificate the program for macOS is signed ad hoc and not notarised', () => {
  expect(configurationWith({ APPLE_API_KEY: '/secret/key.p8' }).mac).toMatchObject({
    identity: '-',
    notarize: false,
    hardenedRuntime: false,
  })
})

test('no certificate and no password gets into the configuration', () => {
  const text = JSON.stringify(configurationWith(certificate))
  for (const secret of Object.values(certificate)) expect(text).not.toContain(secret)
})

test('no option makes an AppImage start without its sandbox', () => {
  const { appImage, toolsets } = configurationWith({})
  expect(appImage?.executableArgs).toEqual([])
  // The older start script needs a library that current distributions no longer have.
  expect(toolsets?.appimage).not.toBe('0.0.0')
})

const azure = {
  ESIM_DESK_AZURE_ENDPOINT: 'https://weu.codesigning.azure.net/',
  ESIM_DESK_AZURE_ACCOUNT: 'account',
  ESIM_DESK_AZURE_PROFILE: 'profile',
}
const publisher = { ESIM_DESK_WINDOWS_PUBLISHER: 'The publisher, Ltd' }
const command = { ESIM_DESK_WINDOWS_SIGN_COMMAND: 'sign' }

test('programs for Windows are signed by the service of Microsoft, by a command or by a file, and once', () => {
  expect(configurationWith({ ...azure, ...publisher }).win?.azureSignOptions).toEqual({
    endpoint: 'https://weu.codesigning.azure.net/',
    codeSigningAccountName: 'account',
    certificateProfileName: 'profile',
    publisherName: 'The publisher, Ltd',
  })
  expect(configurationWith({ ...command, ...publisher }).win?.signtoolOptions).toMatchObject({
    publisherName: 'The publisher, Ltd',
    signingHashAlgorithms: ['sha256'],
  })
  const { win } = configurationWith({ WIN_CSC_LINK: 'x' })
  expect(win?.signtoolOptions).toEqual({ signingHashAlgorithms: ['sha256'] })
  expect(win?.azureSignOptions).toBeUndefined()
})

test.each([
  [azure, 'ESIM_DESK_WINDOWS_PUBLISHER is not set, and ESIM_DESK_AZURE_ENDPOINT needs it.'],
  [command, 'ESIM_DESK_WINDOWS_PUBLISHER is not set, and ESIM_DESK_WINDOWS_SIGN_COMMAND needs it.'],
  [
    { ESIM_DESK_AZURE_ACCOUNT: 'account' },
    'ESIM_DESK_AZURE_ENDPOINT is not set, and ESIM_DESK_AZURE_ACCOUNT needs it.',
  ],
  [{ ...command, WIN_CSC_LINK: 'x' }, 'Only one of WIN_CSC_LINK and ESIM_DESK_WINDOWS_SIGN_COMMAND can sign'],
  [{ ...command, ...azure }, 'Only one of ESIM_DESK_WINDOWS_SIGN_COMMAND and ESIM_DESK_AZURE_ENDPOINT can sign'],
])('signing for Windows with %o alone is refused', (env, sentence) => {
  expect(() => configurationWith(env)).toThrow(sentence)
})

describe('a program with an address of updates', () => {
  const address = { ESIM_DESK_UPDATE_URL: 'https://updates.example.com/' }
  const key = { ESIM_DESK_UPDATE_PUBLIC_KEY: 'a key' }

  test.each([
    ['linux', {}, 'nothing would verify the updates for Linux. Set ESIM_DESK_UPDATE_PUBLIC_KEY.'],
    ['linux', { ...certificate, ...command }, 'for Linux'],
    ['win32', certificate, 'for Windows. Set ESIM_DESK_UPDATE_PUBLIC_KEY, or sign the program.'],
    ['darwin', command, 'for macOS'],
  ] as const)('for %s with %o is refused, as nothing would verify them', (platform, env, sentence) => {
    expect(() => requireSignedUpdates([platform], { ...address, ...env })).toThrow(sentence)
    requireSignedUpdates([platform], { ...address, ...env, ...key })
    requireSignedUpdates([platform], env)
  })

  test('is packed where the system verifies the publisher', () => {
    requireSignedUpdates(['win32'], { ...address, ...azure })
    requireSignedUpdates(['darwin', 'win32'], { ...address, ...certificate, ...command })
    expect(() => requireSignedUpdates(['darwin', 'linux'], { ...address, ...certificate })).toThrow('for Linux')
  })
})

test('removing the program from Windows keeps what was recorded with it, and runs the steps of the project', () => {
  const { nsis } = configurationWith({})
  expect(nsis?.deleteAppDataOnUninstall).toBe(false)
  expect(existsSync(nsis?.include ?? '')).toBe(true)
})

test('the key for updates is read as text or from a file', () => {
  const { publicKey } = generateKey()
  const folder = mkdtempSync(join(tmpdir(), 'esim-desk-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, maxRetries: 5 }))
  writeFileSync(join(folder, 'key.pem'), publicKey)
  expect(publicKeyText(publicKey)).toBe(publicKey)
  expect(publicKeyText(join(folder, 'key.pem'))).toBe(publicKey)
  expect(publicKeyText(undefined)).toBeNull()
  expect(publicKeyText('')).toBeNull()
})

test('a private key, no key and a missing file are refused', () => {
  const { privateKey } = generateKey()
  expect(() => publicKeyText(privateKey)).toThrow('ESIM_DESK_UPDATE_PUBLIC_KEY is a private key. Give the public one.')
  expect(() => publicKeyText('-----BEGIN NOTHING-----')).toThrow(
    'ESIM_DESK_UPDATE_PUBLIC_KEY is no public key in PEM form.',
  )
  const { publicKey: other } = generateKeyPairSync('x25519')
  expect(() => publicKeyText(other.export({ type: 'spki', format: 'pem' }).toString())).toThrow(
    /has to be an Ed25519 key/,
  )
  expect(() => publicKeyText('/nowhere/key.pem')).toThrow(/nor the path of one that can be read \(ENOENT\)/)
})

test('a private key in the variable of the public one is refused and not printed, whatever text precedes it', () => {
  const { privateKey } = generateKey()
  const secret = privateKey.split('\n')[1] ?? ''
  for (const given of [`\n${privateKey}`, `  ${privateKey}  `, `Bag Attributes\n${privateKey}`, secret]) {
    const refuse = (): unknown => publicKeyText(given)
    expect(refuse).toThrow(/^ESIM_DESK_UPDATE_PUBLIC_KEY is /)
    expect(refuse).not.toThrow(secret)
  }
})

test('a certificate for macOS never signs packages for Windows', () => {
  const env = (): NodeJS.ProcessEnv => ({ ...certificate, WIN_CSC_LINK: 'x' })
  const seenBy = (
    platforms: Parameters<typeof dropUnusedCertificates>[0],
    given: NodeJS.ProcessEnv,
  ): readonly string[] => {
    dropUnusedCertificates(platforms, given)
    return Object.keys(given)
  }
  expect(seenBy(['win32'], env())).toEqual(['WIN_CSC_LINK'])
  expect(seenBy(['linux'], { ...certificate })).toEqual([])
  expect(seenBy(['darwin', 'win32'], env())).toEqual([...Object.keys(certificate), 'WIN_CSC_LINK'])
  expect(() => seenBy(['darwin', 'win32'], { ...certificate })).toThrow(
    'CSC_LINK would sign the packages for Windows, too',
  )
  const other = { ...certificate, ESIM_DESK_WINDOWS_SIGN_COMMAND: 'sign' }
  expect(seenBy(['darwin', 'win32'], other)).toEqual(Object.keys(other))
})

test('if Electron is missing and can not be downloaded, one sentence shows what to do', async () => {
  const { output, delete: remove } = await prepareDistributions()
  onTestFinished(remove)
  const mirror = `http://127.0.0.1:${String(await closedPort())}/`
  const env = { ELECTRON_MIRROR: mirror, electron_config_cache: join(output, 'empty-cache') }
  const run = await runPackaging(['--linux', '--x64', `--output=${output}`], env)
  expect(run.code).toBe(1)
  expect(run.output).toMatch(
    /^Electron [\d.]+ for linux-x64 is not on this machine and could not be downloaded \(.*ECONNREFUSED.*\)\./,
  )
  expect(run.output).toMatch(/ Run npm run package where .*--electron-dist=PATH\.\n$/)
  expect(run.output.split('\n')).toHaveLength(2)
  expect(namesIn(output)).toEqual([])
})

describe('a command that signs for Windows', () => {
  test('gets each program as its last argument', async () => {
    const { output, flags, delete: remove } = await prepareDistributions()
    onTestFinished(remove)
    const signed = `${output}-signed`
    const sign = { ESIM_DESK_WINDOWS_SIGN_COMMAND: `printf '%s\\n' >> '${signed}'` }
    const run = await runPackaging(['--windows', '--x64', '--dir', ...flags], { ...sign, ...publisher })
    expect(run.output).toContain('The packages for Windows are signed.')
    expect(run.code).toBe(0)
    const program = join(output, 'win-unpacked', `${product.name}.exe`)
    expect(readFileSync(signed, 'utf8').split('\n')).toContain(program)
  })

  test('and fails ends the run with a sentence', async () => {
    const { flags, delete: remove } = await prepareDistributions()
    onTestFinished(remove)
    const run = await runPackaging(['--windows', '--x64', '--dir', ...flags], {
      ESIM_DESK_WINDOWS_SIGN_COMMAND: 'false',
      ...publisher,
    })
    expect(run.code).toBe(1)
    expect(run.output).toMatch(
      /^The command of ESIM_DESK_WINDOWS_SIGN_COMMAND did not sign .*\.exe \(exit code 1\)\.$/m,
    )
  })
})

test('an Electron with a fuse that the settings do not name ends the run with a sentence', async () => {
  const { flags, delete: remove } = await prepareDistributions('1011000111')
  onTestFinished(remove)
  const run = await runPackaging(['--linux', '--x64', '--dir', ...flags])
  expect(run.code).toBe(1)
  expect(run.output).toMatch(/\nThe fuses of .*esim-desk-bin can't be set: .*has 10 fuses/)
  expect(run.output).not.toContain('    at ')
})

test.each([
  [['--electron-dist=/nowhere'], 'There is no Electron distribution at /nowhere.\n'],
  [['--snap'], /^Unknown option '--snap'/],
])('packing with %j stops with a sentence', async (flags, sentence) => {
  const run = await runPackaging(['--linux', '--x64', ...flags])
  expect(run.code).toBe(1)
  expect(run.output).toMatch(sentence)
  expect(run.output).not.toContain('    at ')
})
