/**
 * The last steps of an installation that need no Electron: package managers, Squirrel and the environment of a new
 * AppImage.
 */
import { EventEmitter } from 'node:events'
import fs, { readdir, readFile, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  environmentOutside,
  replaceAppImage,
  requireChangeable,
  requireReplaceable,
} from '../../../../../electron/host/electron/updates/appImage.ts'
import { installPackage } from '../../../../../electron/host/electron/updates/packageManager.ts'
import { passToSquirrel } from '../../../../../electron/host/electron/updates/squirrel.ts'
import { temporaryFolder } from '../../../../support/temporaryFolder.ts'

/** Programs of the system as scripts; the package manager waits until the test lets it end. */
async function systemWith(
  version: string,
  manager = 'apt-get',
): Promise<{ readonly calls: () => Promise<string>; readonly go: () => Promise<void> }> {
  const folder = await temporaryFolder()
  const [calls, go] = [join(folder, 'calls'), join(folder, 'go')]
  const script = (name: string, lines: string): Promise<void> =>
    writeFile(join(folder, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  await script(
    manager,
    `printf '%s\\n' "$@" > '${calls}.part' && mv '${calls}.part' '${calls}'\nwhile [ ! -e '${go}' ]; do sleep 0.02; done`,
  )
  for (const query of ['dpkg-query', 'rpm']) await script(query, `echo ${version}`)
  await script('pkexec', 'shift\nexec "$@"')
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return { calls: () => readFile(calls, 'utf8'), go: () => writeFile(go, '') }
}

test('this process answers while apt installs, and apt receives the unchanged path of the package', async () => {
  const system = await systemWith('2.0.0~beta.1')
  const file = `/home/o'neill/eSIM $(desk) "2".deb`
  let isInstalled = false
  const installing = installPackage('deb', { version: '2.0.0-beta.1', file }).then(() => (isInstalled = true))
  await expect.poll(() => system.calls().catch(() => '')).toBe(`install\n-y\n${file}\n`)
  expect(isInstalled).toBe(false)
  await system.go()
  await installing
})

test('a package that apt did not install is a failure', async () => {
  const system = await systemWith('1.0.0')
  await system.go()
  await expect(installPackage('deb', { version: '2.0.0', file: '/x.deb' })).rejects.toMatchObject({
    problem: 'installer_failed',
  })
})

test.each([
  ['dnf', 'install\n-y\n/x.rpm\n'],
  ['zypper', '--non-interactive\ninstall\n--allow-unsigned-rpm\n/x.rpm\n'],
])('an .rpm is installed by %s where that is the package manager', async (manager, call) => {
  const system = await systemWith('2.0.0', manager)
  await system.go()
  await installPackage('rpm', { version: '2.0.0', file: '/x.rpm' })
  expect(await system.calls()).toBe(call)
})

function squirrelThat(
  checks: (squirrel: EventEmitter) => void,
): EventEmitter & { readonly checkForUpdates: () => void } {
  const squirrel = new EventEmitter()
  return Object.assign(squirrel, { checkForUpdates: () => checks(squirrel) })
}

test('an update that Squirrel accepts is prepared, and its listeners are removed', async () => {
  const squirrel = squirrelThat((self) => void setImmediate(() => self.emit('update-downloaded')))
  await passToSquirrel(squirrel)
  expect(squirrel.eventNames()).toEqual([])
})

test('an update that Squirrel refuses or accepts too late is a failure, and its listeners are removed', async () => {
  const refusing = squirrelThat(
    (self) => void setImmediate(() => self.emit('error', new Error('The signature does not hold'))),
  )
  await expect(passToSquirrel(refusing)).rejects.toMatchObject({ problem: 'installer_failed' })
  const late = squirrelThat(() => undefined)
  await expect(passToSquirrel(late, 1)).rejects.toMatchObject({ problem: 'installer_failed' })
  for (const squirrel of [refusing, late]) expect(squirrel.eventNames()).toEqual([])
})

test('a program on a volume that nobody can change is another problem than one that this user cannot change', async () => {
  const folder = await temporaryFolder()
  const program = join(folder, 'desk.AppImage')
  await writeFile(program, '')
  await requireChangeable(program)
  await requireReplaceable(program)
  const refuse = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
  const { access } = fs
  onTestFinished(() => {
    Object.assign(fs, { access })
    syncBuiltinESMExports()
  })
  for (const [code, problem] of [
    ['EROFS', 'read_only'],
    ['EACCES', 'not_writable'],
  ] as const) {
    Object.assign(fs, { access: refuse(code) })
    syncBuiltinESMExports()
    await expect(requireReplaceable(program)).rejects.toMatchObject({ problem })
  }
  // The installer of macOS asks for a password then.
  await requireChangeable(program)
})

test('what a killed update left of an AppImage does not stop the next one, and goes with it', async () => {
  const folder = await temporaryFolder()
  const [program, downloaded] = [join(folder, 'desk.AppImage'), join(folder, 'new')]
  await writeFile(program, 'old')
  await writeFile(join(folder, '.desk.AppImage.update'), 'half of an earlier one')
  await writeFile(downloaded, 'new')
  await replaceAppImage(downloaded, program)
  expect(await readFile(program, 'utf8')).toBe('new')
  expect(await readdir(folder)).toEqual(['desk.AppImage'])
})

test('a new AppImage gets no search path into the folder of the old one', () => {
  const folder = '/tmp/.mount_eSIMxyz'
  const old = {
    APPIMAGE: '/home/a/eSIM Desk.AppImage',
    APPDIR: folder,
    ARGV0: 'eSIM Desk.AppImage',
    OWD: '/home/a',
    PATH: `${folder}:${folder}/usr/sbin:/usr/bin:/bin`,
    LD_LIBRARY_PATH: `${folder}/usr/lib:`,
    XDG_DATA_DIRS: `${folder}/usr/share/:/usr/share:/tmp/.mount_eSIMxyz2/share`,
    GSETTINGS_SCHEMA_DIR: `${folder}/usr/share/glib-2.0/schemas:`,
    HOME: '/home/a',
  }
  expect(environmentOutside(old)).toEqual({
    PATH: '/usr/bin:/bin',
    XDG_DATA_DIRS: '/usr/share:/tmp/.mount_eSIMxyz2/share',
    HOME: '/home/a',
  })
})
