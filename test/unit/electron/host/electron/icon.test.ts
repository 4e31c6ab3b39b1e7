import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { windowIcon } from '../../../../../electron/host/electron/icon.ts'

const programFolder = fileURLToPath(new URL('../../../../../', import.meta.url))
const resourcesPath = join('/', 'opt', 'esim-desk', 'resources')

test('on Linux the window has the icon of the package, and in development the one that packages are built with', () => {
  const request = { platform: 'linux', resourcesPath, programFolder } as const
  expect(windowIcon({ ...request, isPackaged: true })).toBe(join(resourcesPath, 'icon.png'))
  expect(existsSync(windowIcon({ ...request, isPackaged: false }) ?? '')).toBe(true)
})

test.each(['darwin', 'win32'] as const)('on %s the window has the icon of its program', (platform) => {
  expect(windowIcon({ platform, isPackaged: true, resourcesPath, programFolder })).toBeNull()
})
