/**
 * The ids by which Windows knows the program. Electron writes both into a shortcut of the start menu and registers the
 * second for clicks on notifications of a closed program, when the first notification is shown.
 */
import type { App } from 'electron'
import { product } from '../../base/product.ts'

/**
 * A program that runs from its sources gets an id of its own, and Electron makes up the other. With those of the
 * installed program, Windows would start the Electron of the sources for a click on the installed one's notification.
 */
export function identifyToWindows(app: Pick<App, 'isPackaged' | 'setAppUserModelId' | 'setToastActivatorCLSID'>): void {
  app.setAppUserModelId(app.isPackaged ? product.id : `${product.id}.sources`)
  if (app.isPackaged) app.setToastActivatorCLSID(product.toastActivator)
}
