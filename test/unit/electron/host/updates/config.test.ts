/** The packaged configuration of updates is used or refused; and which programs can replace themselves. */
import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configFile, keyFile, readUpdateConfig } from '../../../../../electron/host/electron/updates/config.ts'
import { packageKind } from '../../../../../electron/host/electron/updates/packageKind.ts'
import { temporaryFolder } from '../../../../support/temporaryFolder.ts'

async function resources(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}
const pem = (type: 'ed25519' | 'x25519'): string => {
  const { publicKey } = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')
  return publicKey.export({ type: 'spki', format: 'pem' }).toString()
}

describe('the address of updates', () => {
  it('is absent if none was packaged, whatever other files exist', async () => {
    expect(await readUpdateConfig(await resources({ [keyFile]: pem('ed25519') }))).toBeNull()
    expect(await readUpdateConfig('/nowhere/at/all')).toBeNull()
  })
  it.each([
    ['https://updates.example.com/desk', 'https://updates.example.com/desk/'],
    ['https://updates.example.com', 'https://updates.example.com/'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
  ])('%s is taken', async (url, href) => {
    const config = await readUpdateConfig(
      await resources({ [configFile]: `provider: generic\nurl: ${url}\nupdaterCacheDirName: desk\n` }),
    )
    expect(config).toMatchObject({ channel: null, useMultipleRangeRequest: true, key: null })
    expect(config?.url.href).toBe(href)
  })
  it.each([
    ['plain http to another machine', 'provider: generic\nurl: http://updates.example.com/'],
    ['http to a name that only begins like this machine', 'provider: generic\nurl: http://127.0.0.1.example.com/'],
    ['a file', 'provider: generic\nurl: file:///tmp/'],
    ['credentials in it', 'provider: generic\nurl: https://user:word@updates.example.com/'],
    ['another provider', 'provider: github\nowner: a\nrepo: b'],
    ['nothing', ''],
    ['no YAML', '{{'],
  ])('with %s is refused', async (_, content) => {
    await expect(readUpdateConfig(await resources({ [configFile]: content }))).rejects.toThrow()
  })
})

describe('the key', () => {
  const address = 'provider: generic\nurl: https://updates.example.com/'
  it('is taken with the address', async () => {
    const config = await readUpdateConfig(await resources({ [configFile]: address, [keyFile]: pem('ed25519') }))
    expect(config?.key?.asymmetricKeyType).toBe('ed25519')
  })
  it.each([
    ['is of another kind', pem('x25519')],
    ['is none', 'key'],
    ['is empty', ''],
  ])('that %s turns updates off rather than the check of signatures', async (_, content) => {
    await expect(readUpdateConfig(await resources({ [configFile]: address, [keyFile]: content }))).rejects.toThrow()
  })
})

describe('a program can replace itself', () => {
  const mount = '/tmp/.mount_desk'
  const appImage = { APPIMAGE: '/home/ada/desk.AppImage', APPDIR: mount }
  it.each([
    ['as an AppImage', 'linux', appImage, `${mount}/esim-desk`, {}, 'appImage'],
    [
      'as an AppImage though the resources were made for both',
      'linux',
      appImage,
      `${mount}/esim-desk`,
      { 'package-type': 'deb' },
      'appImage',
    ],
    ['as a Debian package', 'linux', {}, '/opt/eSIM Desk/esim-desk', { 'package-type': 'deb\n' }, 'deb'],
    [
      'as a Debian package, started from the terminal of another AppImage',
      'linux',
      appImage,
      '/opt/eSIM Desk/esim-desk',
      { 'package-type': 'deb' },
      'deb',
    ],
    ['not in the terminal of another AppImage', 'linux', appImage, '/home/ada/desk/esim-desk', {}, null],
    ['not beside an AppImage with a similar name', 'linux', appImage, `${mount}-2/esim-desk`, {}, null],
    ['not as a folder', 'linux', {}, '/home/ada/desk/esim-desk', {}, null],
    ['as a package of Fedora', 'linux', {}, '/opt/eSIM Desk/esim-desk', { 'package-type': 'rpm' }, 'rpm'],
    ['not as a package of a kind that is not made', 'linux', {}, '/opt/desk', { 'package-type': 'pacman' }, null],
    ['on Windows', 'win32', {}, 'C:\\desk.exe', {}, 'nsis'],
    ['not as a portable program', 'win32', { PORTABLE_EXECUTABLE_FILE: 'C:\\desk.exe' }, 'C:\\desk.exe', {}, null],
    ['on macOS', 'darwin', {}, '/Applications/eSIM Desk.app/Contents/MacOS/eSIM Desk', {}, 'mac'],
    ['nowhere else', 'freebsd', {}, '/desk', {}, null],
  ] as const)('%s', async (_, platform, env, execPath, files, kind) => {
    expect(packageKind({ platform, env, execPath, resources: await resources(files) })).toBe(kind)
  })
})
