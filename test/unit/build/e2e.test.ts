/** Which end-to-end tests run on which host, and which environment the desk's process gets there. */
import { expect, test } from 'vitest'
import { displayVariables } from '../../support/testHost.ts'

// A plain script without types: what is used of it is named here.
const { e2eOn }: { e2eOn: (host: string, platform: string) => { readonly args: readonly string[] } } = await import(
  '../../../build/test/e2e.mjs' as string
)

const filter = (host: string, platform: string): string =>
  e2eOn(host, platform).args.find((argument) => argument.startsWith('--tags-filter=')) ?? ''

test('on Electron no journey needs a person, and off Linux none needs the programs that read paper', () => {
  expect(filter('electron', 'linux')).toBe(
    '--tags-filter=journey && !saves-files && !answers-questions && !reads-clipboard',
  )
  for (const platform of ['win32', 'darwin']) expect(filter('electron', platform)).toContain('&& !reads-paper')
  expect(filter('electron-stand-in', 'linux')).toBe('--tags-filter=journey')
  expect(filter('chromium', 'linux')).toBe('')
})

test('Electron gets what the display needs, its authority included, and nothing else of the session', () => {
  const session = {
    PATH: '/bin',
    DISPLAY: ':99',
    XAUTHORITY: '/tmp/xvfb-run.1/Xauthority',
    WAYLAND_DISPLAY: 'wayland-0',
    XDG_RUNTIME_DIR: '/run/user/1',
  }
  const other = {
    LANG: 'de_DE',
    LC_ALL: 'de_DE',
    TZ: 'Europe/Berlin',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x',
    ESIM_DESK_CLIENT_SECRET: 'secret',
  }
  expect(displayVariables({ ...session, ...other })).toEqual(session)
})

test('Electron on Windows gets the folders that every program there needs', () => {
  const windows = {
    SystemRoot: 'C:\\Windows',
    TEMP: 'C:\\Temp',
    USERPROFILE: 'C:\\Users\\a',
    APPDATA: 'C:\\Users\\a\\AppData\\Roaming',
  }
  expect(displayVariables(windows)).toEqual(windows)
})
