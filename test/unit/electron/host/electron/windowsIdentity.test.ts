import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { product } from '../../../../../electron/base/product.ts'
import { identifyToWindows } from '../../../../../electron/host/electron/windowsIdentity.ts'

function idsOf(isPackaged: boolean): { readonly model: string; readonly activator: string | null } {
  const ids = { model: '', activator: null as string | null }
  identifyToWindows({
    isPackaged,
    setAppUserModelId: (id) => (ids.model = id),
    setToastActivatorCLSID: (id) => (ids.activator = id),
  })
  return ids
}

test('the installed program has the ids of its shortcut and of its notifications', () => {
  expect(idsOf(true)).toEqual({ model: product.id, activator: product.toastActivator })
  // Electron throws for a class id of another form.
  expect(product.toastActivator).toMatch(/^\{[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}\}$/)
})

test('a program that runs from its sources has none of them, so that its clicks start nothing that is installed', () => {
  expect(idsOf(false)).toEqual({ model: expect.not.stringMatching(product.id + '$'), activator: null })
})

test('the uninstaller removes what Electron registers for the class id, and an update keeps it', () => {
  const script = readFileSync('build/package/windows/installer.nsh', 'utf8')
  expect(script).toMatch(/\$\{ifNot\} \$\{isUpdated\}\n\s+DeleteRegKey[^\n]+\n\s+\$\{endIf\}/)
  expect(script).toContain(`HKCU "Software\\Classes\\CLSID\\${product.toastActivator}"`)
})
