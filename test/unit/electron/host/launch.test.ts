import { chown, mkdir, readFile, stat, symlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { candidatePaths, findBrowser, missingBrowser } from '../../../../electron/host/chromium/browsers.ts'
import { browserArguments, origin } from '../../../../electron/host/chromium/launch.ts'
import { createBrowserProfile, sweepBrowserProfiles } from '../../../../electron/host/chromium/profile.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const wish = { headless: false, debugPort: null, width: 1280, height: 800, isRoot: false }

test('the browser is an app window that can reach nothing', () => {
  const args = browserArguments(wish)
  expect(args.some((arg) => arg.startsWith('--app='))).toBe(true)
  for (const needed of [
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--no-proxy-server',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  ]) {
    expect(args).toContain(needed)
  }
  expect(args.join(' ')).not.toMatch(/no-sandbox|disable-web-security|remote-debugging|remote-allow-origins/)
})

test('only a window without a screen does without the graphics card', () => {
  expect(browserArguments({ ...wish, headless: true })).toContain('--disable-gpu')
  expect(browserArguments(wish).join(' ')).not.toContain('gpu')
})

test('a debugging port is open only when asked for, on loopback', () => {
  const args = browserArguments({ ...wish, debugPort: 9333 })
  expect(args).toContain('--remote-debugging-port=9333')
  expect(args).toContain('--remote-debugging-address=127.0.0.1')
})

test('the origin is a secure context that no name service knows', () => {
  expect(origin).toMatch(/^https:\/\/[a-z]+\.invalid$/)
})

test('the first browser on the path is used, Chromium before others; a missing browser is reported in a sentence', async () => {
  expect(candidatePaths('linux', { PATH: '/a:/b' }).slice(0, 2)).toEqual(['/a/chromium', '/b/chromium'])
  expect(candidatePaths('win32', { ProgramFiles: 'C:/P' })[0]).toContain('chrome.exe')
  expect(findBrowser('linux', { PATH: '/nowhere' })).toBeNull()
  expect(missingBrowser('linux')).toContain('apt-get install chromium')
})

test('the profile is private, stores nothing that is typed, and is deleted at the end', async () => {
  const profile = createBrowserProfile(await temporaryFolder())
  expect((await stat(profile.folder)).mode & 0o777).toBe(0o700)
  expect(JSON.parse(await readFile(join(profile.folder, 'Default', 'Preferences'), 'utf8'))).toMatchObject({
    credentials_enable_service: false,
    profile: { password_manager_enabled: false },
    webrtc: { ip_handling_policy: 'disable_non_proxied_udp' },
    net: { network_prediction_options: 2 },
  })
  await profile.delete()
  expect(existsSync(profile.folder)).toBe(false)
})

test('the folder of a killed desk is deleted; that of a running one is not', async () => {
  const parent = await temporaryFolder()
  const left = join(parent, 'esim-desk-window-4194999-abc')
  const foreign = join(parent, 'something-else')
  await mkdir(left)
  await mkdir(foreign)
  const running = createBrowserProfile(parent)
  await sweepBrowserProfiles(parent)
  expect([existsSync(left), existsSync(foreign), existsSync(running.folder)]).toEqual([false, true, true])
  await running.delete()
})

test('a link and a folder of another user are left alone although they have such a name', async () => {
  const parent = await temporaryFolder()
  const target = join(parent, 'target')
  await mkdir(target)
  const [link, others] = ['link', 'others'].map((end) => join(parent, `esim-desk-window-4194999-${end}`)) as [
    string,
    string,
  ] // two names, two paths
  await symlink(target, link)
  await mkdir(others)
  // Only root can give a folder away; for anybody else the folder is not somebody else's and goes.
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(others, 65_534, 65_534)
  await sweepBrowserProfiles(parent)
  expect([existsSync(target), existsSync(link), existsSync(others)]).toEqual([true, true, isRoot])
})
