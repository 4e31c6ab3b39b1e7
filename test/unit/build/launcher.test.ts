/**
 * The launcher of the packages for Linux, as the real script in a folder like an installed one. The files of the kernel
 * and of AppArmor that it reads, and the commands that it asks, are replaced by ones of this test.
 */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inProject } from '../../../build/package/project.ts'

interface System {
  /** Settings of the kernel by their paths in /proc/sys. */
  readonly settings?: Readonly<Record<string, string>>
  readonly user?: number
  /** Who owns chrome-sandbox. */
  readonly helperOwner?: number
  readonly helperMode?: number
  /** Whether AppArmor has a profile that names the program. */
  readonly hasProfile?: boolean
  readonly isAppImage?: boolean
  readonly env?: Readonly<Record<string, string>>
}

interface Start {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly folder: string
  /** The text of the dialog, or null if there was none. */
  readonly shown: string | null
}

function write(file: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  chmodSync(file, mode)
}

function install(system: System): { folder: string; bin: string } {
  const root = mkdtempSync(join(tmpdir(), 'esim-desk-launcher-'))
  onTestFinished(() => rmSync(root, { recursive: true, maxRetries: 5 }))
  const folder = join(root, 'opt', 'eSIM Desk')
  const script = readFileSync(inProject('build', 'package', 'linux', 'launcher.sh'), 'utf8')
  const there = script
    .replaceAll('/proc/sys/', `${root}/proc/sys/`)
    .replaceAll('/etc/apparmor.d/', `${root}/etc/apparmor.d/`)
  write(join(folder, 'esim-desk'), there, 0o755)
  write(join(folder, 'esim-desk-bin'), '#!/bin/sh\necho "started:$#:$*"\n', 0o755)
  write(join(folder, 'chrome-sandbox'), '', system.helperMode ?? 0o755)
  if (system.isAppImage === true) write(join(folder, 'AppRun'), '', 0o755)
  if (system.hasProfile === true) write(join(root, 'etc', 'apparmor.d', 'esim-desk'), profileOf(folder))
  for (const [path, value] of Object.entries(system.settings ?? {}))
    write(join(root, 'proc', 'sys', path), `${value}\n`)
  const bin = join(root, 'bin')
  write(join(bin, 'id'), `#!/bin/sh\necho ${String(system.user ?? 1000)}\n`, 0o755)
  write(join(bin, 'stat'), `#!/bin/sh\necho ${String(system.helperOwner ?? 1000)}\n`, 0o755)
  write(
    join(bin, 'zenity'),
    `#!/bin/sh\nfor last; do :; done\nprintf '%s' "\${last#--text=}" > '${root}/shown'\n`,
    0o755,
  )
  return { folder, bin }
}

/** The profile that the package installs, for this folder. */
function profileOf(folder: string): string {
  const template = readFileSync(inProject('build', 'package', 'linux', 'apparmor-profile'), 'utf8')
  return template.replaceAll('${executable}', 'esim-desk').replaceAll('/opt/${sanitizedProductName}', folder)
}

function start(system: System, args: readonly string[] = []): Promise<Start> {
  const { folder, bin } = install(system)
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, DISPLAY: ':0', ...system.env }
  return new Promise((resolve) => {
    execFile(join(folder, 'esim-desk'), [...args], { env }, (error, stdout, stderr) => {
      resolve({
        code: typeof error?.code === 'number' ? error.code : 0,
        stdout,
        stderr,
        folder,
        shown: shownIn(join(bin, '..', 'shown')),
      })
    })
  })
}

function shownIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const forbidden = { 'kernel/apparmor_restrict_unprivileged_userns': '1' }

test('the program starts with its arguments if user namespaces are allowed', async () => {
  const { code, stdout, shown } = await start(
    { settings: { 'kernel/unprivileged_userns_clone': '1', 'user/max_user_namespaces': '1000' } },
    ['--sandbox', 'two words'],
  )
  expect({ code, stdout, shown }).toEqual({ code: 0, stdout: 'started:2:--sandbox two words\n', shown: null })
})

test('the program starts on a kernel that has none of these settings', async () => {
  expect((await start({})).stdout).toBe('started:0:\n')
})

test.each([
  ['by AppArmor', forbidden],
  ['by the kernel of Debian', { 'kernel/unprivileged_userns_clone': '0' }],
  ['by a limit of none', { 'user/max_user_namespaces': '0' }],
])('if user namespaces are forbidden %s, the command that sets up the helper is named', async (_, settings) => {
  const { code, stdout, stderr, folder, shown } = await start({ settings })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  const helper = `'${folder}/chrome-sandbox'`
  const command = `sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`
  expect(stderr).toBe(`eSIM Desk can't start. Its sandbox needs one command first: ${command}\n`)
  expect(stderr).toContain(shown)
})

test('the program starts if the package has set up the helper', async () => {
  expect((await start({ settings: forbidden, helperMode: 0o4755, helperOwner: 0 })).stdout).toBe('started:0:\n')
})

test('a helper that belongs to a person does not count', async () => {
  expect((await start({ settings: forbidden, helperMode: 0o4755, helperOwner: 1000 })).code).toBe(1)
})

test("the program starts if AppArmor has the package's profile", async () => {
  expect((await start({ settings: forbidden, hasProfile: true })).stdout).toBe('started:0:\n')
})

test('an AppImage never starts without its sandbox: if namespaces are forbidden, it names the packages', async () => {
  const { code, stdout, stderr } = await start({ settings: forbidden, isAppImage: true }, ['--no-sandbox', '--sandbox'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/Install the \.deb or \.rpm package instead\.\n$/)
})

test('an AppImage starts with its sandbox even if its start script wrongly takes namespaces for forbidden', async () => {
  expect((await start({ isAppImage: true }, ['--no-sandbox', '--sandbox'])).stdout).toBe('started:1:--sandbox\n')
})

test('root is advised to start it as an ordinary user', async () => {
  const { code, stderr } = await start({ user: 0 })
  expect(code).toBe(1)
  expect(stderr).toMatch(/does not run as root/)
})

test('a missing display is reported, and no dialog is tried', async () => {
  const { code, stderr, shown } = await start({ env: { DISPLAY: '' } })
  expect({ code, shown }).toEqual({ code: 1, shown: null })
  expect(stderr).toMatch(/There is no display/)
})

test('Wayland is a display', async () => {
  expect((await start({ env: { DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' } })).stdout).toBe('started:0:\n')
})
