/** Electron's own updater, which Windows and macOS have. electron-updater announces through it that the program ends for an update. */
import { EventEmitter } from 'node:events'

export const autoUpdater = new EventEmitter()
