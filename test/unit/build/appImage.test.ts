/**
 * The AppImage, as far as it can be made without electron-builder's tools: the folder that it carries, with the start
 * script that electron-builder writes, is real; the tool that compresses it is a stand-in that makes a tar file.
 */
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProject, readJson, textOf } from '../../../build/package/project.ts'
import { limits } from '../../limits.ts'
import { namesIn, prepareDistributions, runPackaging } from '../../support/package.ts'

const version = textOf(readJson(inProject('package.json')), 'version', 'package.json')
const appImage = `esim-desk-${version}-linux-x86_64.AppImage`

let prepared: Awaited<ReturnType<typeof prepareDistributions>>
/** What the AppImage carries, as it is mounted. */
let mounted: string

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  chmodSync(file, 0o755)
}

beforeAll(async () => {
  prepared = await prepareDistributions()
  const tools = join(prepared.output, '..', 'tools')
  write(join(tools, 'mksquashfs'), '#!/bin/sh\nexec tar -cf "$2" -C "$1" .\n')
  write(join(tools, 'desktop-file-validate'), '#!/bin/sh\n')
  write(join(tools, 'runtimes', 'runtime-x64'), '')
  mkdirSync(join(tools, 'lib', 'x64'), { recursive: true })
  const env = { APPIMAGE_TOOLS_PATH: tools, ESIM_DESK_UPDATE_URL: 'https://updates.example.com/' }
  const run = await runPackaging(['--linux', '--x64', '--target=AppImage', ...prepared.flags], env)
  if (run.code !== 0) throw new Error(`Packing failed.\n${run.output.slice(-4000)}`)
  mounted = join(prepared.output, '..', 'mounted')
  mkdirSync(mounted)
  execFileSync('tar', ['-xf', join(prepared.output, appImage), '-C', mounted], { stdio: 'ignore' })
}, limits.desk)

afterAll(() => prepared.delete())

/** Starts the AppImage on a system whose `unshare` fails, where the kernel forbids user namespaces or not. */
function start(
  namespaces: 'allowed' | 'forbidden',
  args: readonly string[],
): Promise<{ stdout: string; stderr: string }> {
  const system = join(mounted, '..', namespaces)
  write(join(system, 'bin', 'unshare'), '#!/bin/sh\nexit 1\n')
  write(join(system, 'bin', 'id'), '#!/bin/sh\necho 1000\n')
  write(join(system, 'bin', 'zenity'), '#!/bin/sh\n')
  const isForbidden = namespaces === 'forbidden' ? '1' : '0'
  write(join(system, 'proc', 'sys', 'kernel', 'apparmor_restrict_unprivileged_userns'), isForbidden)
  const launcher = readFileSync(inProject('build', 'package', 'linux', 'launcher.sh'), 'utf8')
  write(join(mounted, 'esim-desk'), launcher.replaceAll('/proc/sys/', `${system}/proc/sys/`))
  const env = { PATH: `${system}/bin:${process.env['PATH'] ?? ''}`, DISPLAY: ':0', APPDIR: mounted }
  return new Promise((resolve) => {
    execFile(join(mounted, 'AppRun'), [...args], { env }, (_error, stdout, stderr) => resolve({ stdout, stderr }))
  })
}

test('it carries the launcher, the program and its desktop entry, which does not switch the sandbox off', () => {
  expect(namesIn(mounted)).toEqual(expect.arrayContaining(['AppRun', 'esim-desk', 'esim-desk-bin', 'resources']))
  const entry = readFileSync(join(mounted, 'esim-desk.desktop'), 'utf8')
  expect(entry).toMatch(/^Exec=AppRun %U$/m)
  expect(entry).toMatch(/^StartupWMClass=esim-desk$/m)
  expect(namesIn(join(mounted, 'usr', 'share', 'icons', 'hicolor'))).toContain('512x512')
})

test('started where its script cannot test user namespaces, the program keeps its sandbox', async () => {
  expect(readFileSync(join(mounted, 'AppRun'), 'utf8')).toContain('NO_SANDBOX=(--no-sandbox)')
  expect(await start('allowed', ['--sandbox'])).toEqual({ stdout: 'started with --sandbox\n', stderr: '' })
})

test('started where user namespaces are forbidden, it says what to do and the program does not start', async () => {
  const { stdout, stderr } = await start('forbidden', [])
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^eSIM Desk can't start\. .*Install the \.deb package instead\.$/m)
})

test('the list of updates names it', () => {
  expect(readFileSync(join(prepared.output, 'latest-linux.yml'), 'utf8')).toContain(`url: ${appImage}\n`)
})
