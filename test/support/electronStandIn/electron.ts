/**
 * A stand-in for the module `electron`. It keeps Electron's order of events and runs the desk's own entry, preload
 * script and host unchanged; a page of the installed Chromium is its window. It proves the order of the desk's calls,
 * never how Electron behaves.
 */
export { app } from './app.ts'
export { autoUpdater } from './autoUpdater.ts'
export {
  clipboard,
  ClipboardItem,
  dialog,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  screen,
  shell,
} from './desktop.ts'
export { ipcMain } from './ipc.ts'
export { net } from './net.ts'
export { protocol, session } from './session.ts'
export { utilityProcess } from './utilityProcess.ts'
export { BrowserWindow } from './window.ts'
