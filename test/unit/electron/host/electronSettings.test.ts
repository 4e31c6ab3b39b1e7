import { expect, test } from 'vitest'
import {
  fuses,
  isOwnAddress,
  isPermitted,
  privileges,
  webPreferences,
} from '../../../../electron/host/electron/settings.ts'

test('the window has no Node, is isolated and sandboxed, and lives in memory', () => {
  expect(webPreferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  })
  expect(webPreferences.partition.startsWith('persist:')).toBe(false)
})

test('the packaged program can not be turned into a plain Node', () => {
  expect(fuses).toMatchObject({
    RunAsNode: false,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    OnlyLoadAppFromAsar: true,
    EnableEmbeddedAsarIntegrityValidation: true,
    GrantFileProtocolExtraPrivileges: false,
  })
})

test('the scheme is a secure one whose policy can not be bypassed', () => {
  expect(privileges).toMatchObject({ standard: true, secure: true, bypassCSP: false, allowServiceWorkers: false })
})

test('the desk’s own page may write to the clipboard, and no other permission is granted', () => {
  expect(isPermitted('clipboard-sanitized-write', 'app://desk')).toBe(true)
  expect(isPermitted('clipboard-sanitized-write', 'https://elsewhere.example')).toBe(false)
  for (const permission of [
    'clipboard-read',
    'media',
    'geolocation',
    'notifications',
    'openExternal',
    'fullscreen',
    'usb',
    'hid',
    'serial',
  ])
    expect(isPermitted(permission, 'app://desk'), permission).toBe(false)
})

test.each([
  ['app://desk/', true],
  ['app://desk/assets/x.js', true],
  ['app://other/', false],
  ['https://desk/', false],
  ['file:///etc/passwd', false],
  ['app://desk@elsewhere/', false],
  ['devtools://x', false],
  ['data:text/html,x', false],
  ['', false],
])('own address: %s is %s', (address, own) => {
  expect(isOwnAddress(address)).toBe(own)
})
