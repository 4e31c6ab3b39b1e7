/**
 * The packages for Linux, as far as they can be made without the tools that electron-builder downloads: stand-ins for
 * them show what goes into the packages. Whether they can be installed is seen on real machines.
 *
 * @module-tag slow
 */
import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { inProject, readJson, textOf } from '../../../build/package/project.ts'
import { findProblems } from '../../../build/package/verify.ts'
import { readUpdateConfig } from '../../../electron/host/electron/updates/config.ts'
import { product } from '../../../electron/base/product.ts'
import { limits } from '../../limits.ts'
import { machineOf } from '../../support/binaries.ts'
import { generateKey } from '../../support/keys.ts'
import { writeLinuxTools, writeProgram } from '../../support/linuxTools.ts'
import { namesIn, prepareDistributions, runPackaging } from '../../support/package.ts'

const list = z.array(z.string())
const text = z.string()
const wishSchema = z.object({
  kind: text,
  name: text,
  version: text,
  architecture: text,
  maintainer: text,
  section: text.optional(),
  description: text,
  depends: list,
  recommends: list,
  afterInstall: text,
  afterRemove: text,
  desktopEntry: text,
  files: list,
  others: list,
})

const version = textOf(readJson(inProject('package.json')), 'version', 'package.json')
const packageName = `esim-desk-${version}-linux-amd64.deb`
const rpmName = `esim-desk-${version}-linux-x86_64.rpm`
const appImage = `esim-desk-${version}-linux-x86_64.AppImage`

let prepared: Awaited<ReturnType<typeof prepareDistributions>>
let wish: z.infer<typeof wishSchema>
let rpm: z.infer<typeof wishSchema>
/** What the AppImage carries, as it is mounted. */
let mounted: string
const key = generateKey()

beforeAll(async () => {
  prepared = await prepareDistributions()
  const env = {
    ...writeLinuxTools(join(prepared.output, '..', 'tools')),
    ESIM_DESK_UPDATE_URL: 'https://updates.example.com/esim-desk',
    ESIM_DESK_UPDATE_PUBLIC_KEY: key.publicKey,
    ESIM_DESK_MAINTAINER: 'Support <support@example.com>',
  }
  const run = await runPackaging(['--linux', '--x64', ...prepared.flags], env)
  if (run.code !== 0) throw new Error(`Packing failed.\n${run.output.slice(-4000)}`)
  wish = wishSchema.parse(readJson(join(prepared.output, packageName)))
  rpm = wishSchema.parse(readJson(join(prepared.output, rpmName)))
  mounted = join(prepared.output, '..', 'mounted')
  mkdirSync(mounted)
  execFileSync('tar', ['-xf', join(prepared.output, appImage), '-C', mounted], { stdio: 'ignore' })
}, limits.desk)

afterAll(() => prepared.delete())

test('the package describes what it is, who made it and what it needs', () => {
  expect(wish).toMatchObject({
    name: 'esim-desk',
    version,
    architecture: 'amd64',
    maintainer: 'Support <support@example.com>',
    section: 'net',
  })
  expect(wish.description).toMatch(/^Support desk of a reseller of eSIM data packages\n A support desk for resellers/)
  expect(wish.depends).toEqual(
    expect.arrayContaining(['libsecret-1-0', 'libnss3', 'libgbm1', 'libgtk-3-0t64 | libgtk-3-0']),
  )
  expect(wish.recommends).toEqual(['gnome-keyring | kwalletmanager | keepassxc', 'pkexec | policykit-1'])
})

test('the package for Fedora is the same program with the same entry and scripts, and needs files by their names', () => {
  const { name, kind, depends, desktopEntry, files, afterInstall, afterRemove, others } = rpm
  expect({ name, kind }).toEqual({ name: 'esim-desk', kind: 'rpm' })
  expect({ desktopEntry, files, afterInstall, afterRemove }).toEqual({
    desktopEntry: wish.desktopEntry,
    files: wish.files,
    afterInstall: wish.afterInstall,
    afterRemove: wish.afterRemove,
  })
  expect(depends).toEqual(expect.arrayContaining(['libgtk-3.so.0()(64bit)', 'libsecret-1.so.0()(64bit)', 'xdg-utils']))
  // Every package with this Electron would have the same links by its build ids.
  expect(others).toContain('--rpm-rpmbuild-define=_build_id_links none')
})

test('the desktop entry starts the launcher and belongs to the windows that Electron names after it', () => {
  const entry = Object.fromEntries(
    wish.desktopEntry
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => line.split(/=(.*)/s)),
  )
  expect(entry).toMatchObject({
    Name: product.name,
    Exec: '"/opt/eSIM Desk/esim-desk" %U',
    Icon: 'esim-desk',
    StartupWMClass: 'esim-desk',
    Categories: 'Office;',
    Terminal: 'false',
    Type: 'Application',
  })
  expect(wish.files).toContain('/usr/share/applications/esim-desk.desktop')
  expect(readJson(inProject('package.json'))).toMatchObject({ desktopName: 'esim-desk.desktop' })
})

test('the icon is installed in every size', () => {
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
    expect(wish.files).toContain(`/usr/share/icons/hicolor/${String(size)}x${String(size)}/apps/esim-desk.png`)
})

test('installing sets up the sandbox: the helper with its rights, and a profile that names the program', () => {
  expect(wish.afterInstall).toContain("folder='/opt/eSIM Desk'")
  expect(wish.afterInstall).toContain('chown root:root "$folder/chrome-sandbox" && chmod 4755 "$folder/chrome-sandbox"')
  expect(wish.afterInstall).toContain("target='/etc/apparmor.d/esim-desk'")
  expect(wish.afterInstall + wish.afterRemove).not.toContain('${')
  const resources = join(prepared.output, 'linux-unpacked', 'resources')
  expect(readFileSync(join(resources, 'apparmor-profile'), 'utf8')).toMatch(
    /profile "esim-desk" "\/opt\/eSIM Desk\/esim-desk-bin" flags=\(unconfined\) \{\n {2}userns,/,
  )
  expect(existsSync(join(prepared.output, 'linux-unpacked', 'esim-desk-bin'))).toBe(true)
})

test('the scripts do what their comments say on a system with AppArmor', () => {
  const root = mkdtempSync(join(tmpdir(), 'esim-desk-deb-'))
  onTestFinished(() => rmSync(root, { recursive: true, maxRetries: 5 }))
  for (const folder of ['usr/bin', 'etc/apparmor.d', 'bin', 'opt']) mkdirSync(join(root, folder), { recursive: true })
  cpSync(join(prepared.output, 'linux-unpacked'), join(root, 'opt', 'eSIM Desk'), { recursive: true })
  // AppArmor's commands and a change of owner need rights that a test has not.
  for (const command of ['apparmor_status', 'apparmor_parser', 'chown', 'update-desktop-database']) {
    writeFileSync(join(root, 'bin', command), `#!/bin/sh\necho "${command} $*" >> '${root}/calls'\n`, { mode: 0o755 })
  }
  const run = (script: string, ...args: readonly string[]): void => {
    writeFileSync(join(root, 'script'), script.replaceAll(/(?=\/(?:opt|etc|usr\/bin\/esim-desk))/g, root))
    execFileSync('bash', [join(root, 'script'), ...args], { env: { PATH: `${root}/bin:${process.env['PATH'] ?? ''}` } })
  }

  run(wish.afterInstall)
  const folder = join(root, 'opt', 'eSIM Desk')
  expect(readlinkSync(join(root, 'usr', 'bin', 'esim-desk'))).toBe(join(folder, 'esim-desk'))
  expect(statSync(join(folder, 'chrome-sandbox')).mode & 0o7777).toBe(0o4755)
  expect(namesIn(join(root, 'etc', 'apparmor.d'))).toEqual(['esim-desk'])
  const calls = readFileSync(join(root, 'calls'), 'utf8')
  expect(calls).toContain(`chown root:root ${folder}/chrome-sandbox`)
  expect(calls).toContain(`apparmor_parser --replace --write-cache --skip-read-cache ${root}/etc/apparmor.d/esim-desk`)

  // An .rpm runs the script of the old version last, with the number of versions that are left.
  run(rpm.afterRemove, '1')
  expect(namesIn(join(root, 'usr', 'bin'))).toEqual(['esim-desk'])
  expect(namesIn(join(root, 'etc', 'apparmor.d'))).toEqual(['esim-desk'])

  run(wish.afterRemove, 'remove')
  expect(namesIn(join(root, 'usr', 'bin'))).toEqual([])
  expect(namesIn(join(root, 'etc', 'apparmor.d'))).toEqual([])
})

test('removing deletes the command and the profile, and nothing that a person recorded', () => {
  expect(wish.afterRemove).toContain("rm -f '/usr/bin/esim-desk'")
  expect(wish.afterRemove).not.toMatch(/\.config|home|rm -r/)
})

test('the program in it has the expected files, with the native modules of its processor', () => {
  const program = join(prepared.output, 'linux-unpacked')
  expect(findProblems(program, { platform: 'linux', arch: 'x64' })).toEqual([])
  const unpacked = join(program, 'resources', 'app.asar.unpacked')
  const modules = globSync('**/*.node', { cwd: unpacked }).map((file) => machineOf(readFileSync(join(unpacked, file))))
  expect(modules).toEqual([
    { platform: 'linux', arch: 'x64' },
    { platform: 'linux', arch: 'x64' },
  ])
})

test('its updates come from the address and are verified by the key that were set when it was built', async () => {
  const config = await readUpdateConfig(join(prepared.output, 'linux-unpacked', 'resources'))
  expect(config).toMatchObject({ url: new URL('https://updates.example.com/esim-desk/'), channel: 'latest' })
  expect(config?.key?.export({ type: 'spki', format: 'pem' })).toBe(key.publicKey)
})

/** Starts the AppImage on a system whose `unshare` fails, where the kernel forbids user namespaces or not. */
function start(
  namespaces: 'allowed' | 'forbidden',
  args: readonly string[],
): Promise<{ stdout: string; stderr: string }> {
  const system = join(mounted, '..', namespaces)
  writeProgram(join(system, 'bin', 'unshare'), '#!/bin/sh\nexit 1\n')
  writeProgram(join(system, 'bin', 'id'), '#!/bin/sh\necho 1000\n')
  writeProgram(join(system, 'bin', 'zenity'), '#!/bin/sh\n')
  const isForbidden = namespaces === 'forbidden' ? '1' : '0'
  writeProgram(join(system, 'proc', 'sys', 'kernel', 'apparmor_restrict_unprivileged_userns'), isForbidden)
  const launcher = readFileSync(inProject('build', 'package', 'linux', 'launcher.sh'), 'utf8')
  writeProgram(join(mounted, 'esim-desk'), launcher.replaceAll('/proc/sys/', `${system}/proc/sys/`))
  const env = { PATH: `${system}/bin:${process.env['PATH'] ?? ''}`, DISPLAY: ':0', APPDIR: mounted }
  return new Promise((resolve) => {
    execFile(join(mounted, 'AppRun'), [...args], { env }, (_error, stdout, stderr) => resolve({ stdout, stderr }))
  })
}

test('the AppImage carries the launcher, the program and a desktop entry that keeps the sandbox', () => {
  expect(namesIn(mounted)).toEqual(expect.arrayContaining(['AppRun', 'esim-desk', 'esim-desk-bin', 'resources']))
  const entry = readFileSync(join(mounted, 'esim-desk.desktop'), 'utf8')
  expect(entry).toMatch(/^Exec=AppRun %U$/m)
  expect(entry).toMatch(/^StartupWMClass=esim-desk$/m)
  expect(namesIn(join(mounted, 'usr', 'share', 'icons', 'hicolor'))).toContain('512x512')
})

test('if the script of an AppImage cannot test user namespaces, the program keeps its sandbox', async () => {
  expect(readFileSync(join(mounted, 'AppRun'), 'utf8')).toContain('NO_SANDBOX=(--no-sandbox)')
  expect(await start('allowed', ['--sandbox'])).toEqual({ stdout: 'started with --sandbox\n', stderr: '' })
})

test('an AppImage shows what to do and does not start if user namespaces are forbidden', async () => {
  const { stdout, stderr } = await start('forbidden', [])
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^eSIM Desk can't start\. .*Install the \.deb or \.rpm package instead\.$/m)
})

test('one processor makes one package of each kind, and the list of updates for the server names them', () => {
  const made = namesIn(prepared.output).filter((name) => /\.(?:AppImage|deb|rpm|yml)$/.test(name))
  expect(made).toEqual(['builder-debug.yml', packageName, appImage, rpmName, 'latest-linux.yml'])
  const list = readFileSync(join(prepared.output, 'latest-linux.yml'), 'utf8')
  expect(list).toContain(`version: ${version}\n`)
  expect([...list.matchAll(/ {2}- url: (.*)/g)].map(([, name]) => name)).toEqual([appImage, packageName, rpmName])
})
