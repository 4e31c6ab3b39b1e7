/** Electron's own updater. electron-updater announces through it that the program ends for an update. */
import { EventEmitter } from 'node:events'

export const autoUpdater = new EventEmitter()
