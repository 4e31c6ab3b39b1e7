/** The stand-in for Electron's own updater, by which electron-updater announces that the program ends for an update. */
import { EventEmitter } from 'node:events'

export const autoUpdater = new EventEmitter()
