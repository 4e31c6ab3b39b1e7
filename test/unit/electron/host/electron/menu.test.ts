import { readdirSync } from 'node:fs'
import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test, vi } from 'vitest'
import { DeskLanguage } from '#shared/language.ts'
import { applicationMenu } from '../../../../../electron/host/electron/menu.ts'
import { textIn } from '../../../../../electron/host/electron/text/index.ts'

type Item = MenuItemConstructorOptions
type Platform = 'darwin' | 'win32' | 'linux'
const platforms: readonly Platform[] = ['darwin', 'win32', 'linux']
const program = 'eSIM Desk'

interface Wanted {
  readonly platform: Platform
  readonly isDevelopment?: boolean
  readonly onZoom?: (change: string) => void
}

const menuOf = ({ platform, isDevelopment = false, onZoom = () => undefined }: Wanted): Item[] =>
  applicationMenu({ platform, program, text: textIn('en').menu, isDevelopment, onZoom })

const children = ({ submenu }: Item): readonly Item[] => (Array.isArray(submenu) ? submenu : [])
const everyItem = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((item) => [item, ...everyItem(children(item))])
const withoutMark = (label: string | undefined): string => (label ?? '').replace('&', '')
const labels = (items: readonly Item[]): readonly string[] =>
  items.filter(({ visible, type }) => visible !== false && type !== 'separator').map(({ label }) => withoutMark(label))
const submenuOf = (items: readonly Item[], label: string): readonly string[] =>
  items.filter((item) => withoutMark(item.label) === label).flatMap((item) => labels(children(item)))
const rolesOf = (items: readonly Item[]): readonly string[] =>
  everyItem(items).flatMap(({ role }) => (role === undefined ? [] : [role]))

/** The keys that Electron gives to a role by itself (lib/browser/api/menu-item-roles.ts of Electron). */
function keyOfRole(role: string, platform: Platform): string | undefined {
  const mac = platform === 'darwin'
  const keys: Readonly<Record<string, string | undefined>> = {
    about: undefined,
    services: undefined,
    hide: 'Command+H',
    hideOthers: 'Command+Alt+H',
    unhide: undefined,
    quit: platform === 'win32' ? undefined : 'CommandOrControl+Q',
    undo: 'CommandOrControl+Z',
    redo: platform === 'win32' ? 'Control+Y' : 'Shift+CommandOrControl+Z',
    cut: 'CommandOrControl+X',
    copy: 'CommandOrControl+C',
    paste: 'CommandOrControl+V',
    selectAll: 'CommandOrControl+A',
    togglefullscreen: mac ? 'Control+Command+F' : 'F11',
    reload: 'CommandOrControl+R',
    toggleDevTools: mac ? 'Alt+Command+I' : 'Control+Shift+I',
    minimize: 'CommandOrControl+M',
    zoom: undefined,
    close: 'CommandOrControl+W',
    front: undefined,
    window: undefined,
  }
  if (!(role in keys)) throw new Error(`The role ${role} has no key in this table`)
  return keys[role]
}

/** One spelling of each combination of keys: its modifiers in order, then the key that is pressed with them. */
function combination(accelerator: string, platform: Platform): string {
  const command = platform === 'darwin' ? 'Command' : 'Control'
  const [key = '', ...modifiers] = accelerator.split('+').toReversed()
  // Plus is Shift and the key of `=`.
  const parts = key === 'Plus' ? ['Shift', ...modifiers] : modifiers
  return [...parts.map((part) => part.replace('CommandOrControl', command)).sort(), key === 'Plus' ? '=' : key].join(
    '+',
  )
}

const keysOf = (items: readonly Item[], platform: Platform): readonly string[] =>
  everyItem(items).flatMap(({ role, accelerator }) => {
    const key = accelerator ?? (role === undefined ? undefined : keyOfRole(role, platform))
    return key === undefined ? [] : [combination(key, platform)]
  })

describe.each(platforms)('on %s', (platform) => {
  test.each([false, true])('no two items have the same keys (development: %s)', (isDevelopment) => {
    const keys = keysOf(menuOf({ platform, isDevelopment }), platform)
    expect(keys.length).toBeGreaterThan(12)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test.each([false, true])("the menu takes none of the window's own keys (development: %s)", (isDevelopment) => {
    const keys = keysOf(menuOf({ platform, isDevelopment }), platform)
    const command = platform === 'darwin' ? 'Command' : 'Control'
    const own = ['1', '2', '3', '4', '5'].map((digit) => `${command}+${digit}`)
    for (const key of [...own, '/', 'R', 'Alt+Left', 'Escape', 'Esc']) expect(keys).not.toContain(key)
    // A key without a modifier is one that somebody types.
    expect(keys.filter((key) => !key.includes('+') && !/^F\d+$/.test(key))).toEqual([])
  })

  test('every item has a text', () => {
    for (const item of everyItem(menuOf({ platform, isDevelopment: true }))) {
      if (item.type !== 'separator') expect(withoutMark(item.label), item.role ?? 'an item').not.toBe('')
    }
  })

  test('every item does something: it has a role, opens a menu or is an action', () => {
    for (const { type, role, submenu, click } of everyItem(menuOf({ platform, isDevelopment: true }))) {
      expect([type === 'separator', role !== undefined, submenu !== undefined, click !== undefined].some(Boolean)).toBe(
        true,
      )
    }
  })

  test('developer tools and reload are available in development only', () => {
    expect(rolesOf(menuOf({ platform }))).not.toEqual(expect.arrayContaining(['reload']))
    for (const role of ['reload', 'forceReload', 'toggleDevTools'])
      expect(rolesOf(menuOf({ platform }))).not.toContain(role)
    for (const role of ['reload', 'toggleDevTools'])
      expect(rolesOf(menuOf({ platform, isDevelopment: true }))).toContain(role)
  })

  test('text can be edited, and the program can be ended', () => {
    const roles = rolesOf(menuOf({ platform }))
    for (const role of [
      'undo',
      'redo',
      'cut',
      'copy',
      'paste',
      'selectAll',
      'quit',
      'about',
      'minimize',
      'close',
      'togglefullscreen',
    ]) {
      expect(roles).toContain(role)
    }
  })

  test.each([
    ['in', ['CommandOrControl+Plus', 'CommandOrControl+=', 'CommandOrControl+numadd']],
    ['out', ['CommandOrControl+-', 'CommandOrControl+numsub']],
    ['reset', ['CommandOrControl+0', 'CommandOrControl+num0']],
  ])('zoom %s has its keys, on the number pad too, and one visible item', (change, keys) => {
    const onZoom = vi.fn()
    const items = everyItem(menuOf({ platform, onZoom })).filter(({ accelerator }) => keys.includes(accelerator ?? ''))
    expect(items.map(({ accelerator }) => accelerator)).toEqual(keys)
    expect(items.map(({ visible }) => visible !== false)).toEqual(keys.map((_key, index) => index === 0))
    for (const { click } of items) Reflect.apply(click ?? (() => undefined), undefined, [])
    expect(onZoom.mock.calls).toEqual(keys.map(() => [change]))
  })
})

test('macOS has the menus of a Mac program', () => {
  const menu = menuOf({ platform: 'darwin' })
  expect(labels(menu)).toEqual([program, 'Edit', 'View', 'Window'])
  expect(submenuOf(menu, program)).toEqual([
    'About eSIM Desk',
    'Services',
    'Hide eSIM Desk',
    'Hide Others',
    'Show All',
    'Quit eSIM Desk',
  ])
  expect(submenuOf(menu, 'Window')).toEqual(['Minimize', 'Zoom', 'Close Window', 'Bring All to Front'])
  expect(menu.at(-1)?.role).toBe('window')
})

test.each([
  ['win32', 'Exit'],
  ['linux', 'Quit'],
] as const)('%s has the menus of a program there', (platform, quit) => {
  const menu = menuOf({ platform })
  expect(labels(menu)).toEqual(['File', 'Edit', 'View', 'Window', 'Help'])
  expect(submenuOf(menu, 'File')).toEqual([quit])
  expect(submenuOf(menu, 'Edit')).toEqual(['Undo', 'Redo', 'Cut', 'Copy', 'Paste', 'Select All'])
  expect(submenuOf(menu, 'View')).toEqual(['Zoom In', 'Zoom Out', 'Actual Size', 'Full Screen'])
  expect(submenuOf(menu, 'Help')).toEqual(['About eSIM Desk'])
  for (const role of ['services', 'hide', 'hideOthers', 'unhide', 'front', 'zoom'])
    expect(rolesOf(menu)).not.toContain(role)
})

describe.each(DeskLanguage.options)('in %s', (language) => {
  const letter = (label: string | undefined): string | undefined => /&(\w)/.exec(label ?? '')?.[1]?.toLowerCase()

  test.each(['win32', 'linux'] as const)(
    'each item of a menu on %s can be chosen by a letter of its own',
    (platform) => {
      const menu = applicationMenu({
        platform,
        program,
        text: textIn(language).menu,
        isDevelopment: true,
        onZoom: () => undefined,
      })
      for (const items of [menu, ...menu.map(children)]) {
        const letters = items
          .filter(({ type, visible }) => type !== 'separator' && visible !== false)
          .map(({ label }) => letter(label))
        expect(letters).not.toContain(undefined)
        expect(new Set(letters).size).toBe(letters.length)
      }
    },
  )
})

test('menus and dialogs have the languages that the window has', () => {
  const locales = new URL('../../../../../renderer/locales/', import.meta.url)
  const folders = readdirSync(locales, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([...DeskLanguage.options].sort())
})
