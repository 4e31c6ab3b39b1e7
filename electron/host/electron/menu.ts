/**
 * The application menu as data. Roles do what the system expects. Zoom has items of its own, because Electron's roles
 * have no limits and only one key each.
 *
 * The keys of the page (Ctrl or Cmd with a digit, K, N or Tab, Alt with Left, Right or W, Esc, and all single
 * characters) have no item here: an item with one of these keys could take it from the page.
 */
import type { MenuItemConstructorOptions } from 'electron'
import type { MenuText } from './text/index.ts'
import type { ZoomChange } from './zoom.ts'

interface ApplicationMenuOptions {
  readonly platform: NodeJS.Platform
  /** The program's name. */
  readonly program: string
  readonly text: MenuText
  /** Adds the items for developers: developer tools and reload. */
  readonly isDevelopment: boolean
  readonly onZoom: (change: ZoomChange) => void
}

type Item = MenuItemConstructorOptions

const separator: Item = { type: 'separator' }

export function applicationMenu(options: ApplicationMenuOptions): Item[] {
  const { platform, text } = options
  const common = [
    { label: text.edit, submenu: editMenu(text) },
    { label: text.view, submenu: viewMenu(options) },
  ]
  if (platform === 'darwin') return [appMenu(options), ...common, windowMenuOfMac(text)]
  return [
    { label: text.file, submenu: [quitItem(options)] },
    ...common,
    { label: text.window, submenu: [minimizeItem(text), closeItem(text)] },
    { label: text.help, submenu: [aboutItem(options)] },
  ]
}

/** The first menu on macOS, which names it after the program, whatever its label is. */
function appMenu(options: ApplicationMenuOptions): Item {
  const { program, text } = options
  return {
    label: program,
    submenu: [
      aboutItem(options),
      separator,
      { role: 'services', label: text.services },
      separator,
      { role: 'hide', label: text.hide(program) },
      { role: 'hideOthers', label: text.hideOthers },
      { role: 'unhide', label: text.showAll },
      separator,
      quitItem(options),
    ],
  }
}

const aboutItem = ({ program, text }: ApplicationMenuOptions): Item => ({ role: 'about', label: text.about(program) })

const quitItem = ({ program, platform, text }: ApplicationMenuOptions): Item => ({
  role: 'quit',
  label: text.quit(program, platform),
})

const editMenu = (text: MenuText): Item[] => [
  { role: 'undo', label: text.undo },
  { role: 'redo', label: text.redo },
  separator,
  { role: 'cut', label: text.cut },
  { role: 'copy', label: text.copy },
  { role: 'paste', label: text.paste },
  { role: 'selectAll', label: text.selectAll },
]

function viewMenu({ text, isDevelopment, onZoom }: ApplicationMenuOptions): Item[] {
  return [
    ...zoomItems(text.zoomIn, ['CommandOrControl+Plus', 'CommandOrControl+=', 'CommandOrControl+numadd'], () =>
      onZoom('in'),
    ),
    ...zoomItems(text.zoomOut, ['CommandOrControl+-', 'CommandOrControl+numsub'], () => onZoom('out')),
    ...zoomItems(text.actualSize, ['CommandOrControl+0', 'CommandOrControl+num0'], () => onZoom('reset')),
    separator,
    { role: 'togglefullscreen', label: text.fullScreen },
    ...(isDevelopment ? developmentItems(text) : []),
  ]
}

const developmentItems = (text: MenuText): Item[] => [
  separator,
  { role: 'reload', label: text.reload },
  { role: 'toggleDevTools', label: text.developerTools },
]

/**
 * Returns the item and a hidden item for each further key, because an item has only one key. `Plus` means Shift and the
 * `=` key; keyboards on which `+` has a key of its own, and people who leave Shift out, press `=`.
 */
function zoomItems(label: string, [shown, ...further]: readonly [string, ...string[]], click: () => void): Item[] {
  const hidden = further.map((accelerator) => ({
    label,
    accelerator,
    click,
    visible: false,
    acceleratorWorksWhenHidden: true,
  }))
  return [{ label, accelerator: shown, click }, ...hidden]
}

/** With this role macOS adds the list of open windows. */
function windowMenuOfMac(text: MenuText): Item {
  return {
    role: 'window',
    label: text.window,
    submenu: [
      minimizeItem(text),
      { role: 'zoom', label: text.zoomWindow },
      closeItem(text),
      separator,
      { role: 'front', label: text.bringAllToFront },
    ],
  }
}

const minimizeItem = (text: MenuText): Item => ({ role: 'minimize', label: text.minimize })
const closeItem = (text: MenuText): Item => ({ role: 'close', label: text.closeWindow })
