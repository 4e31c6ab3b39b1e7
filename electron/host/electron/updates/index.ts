/**
 * Updates on Electron. This module is loaded with the first call, and electron-updater with the first check, so that a
 * start loads neither.
 */
import { app } from 'electron'
import type { Log } from '../../../log/index.ts'
import type { UpdateSource } from '../../updates.ts'
import { readUpdateConfig } from './config.ts'
import type { LoadedUpdater } from './load.ts'
import { packageKind } from './packageKind.ts'

export interface ElectronUpdates {
  readonly source: UpdateSource
  /** Completes an installation once the desk has closed. On macOS the system ends this program here. */
  readonly finish: () => Promise<void>
}

/** Resolves to null if no address was packaged, and for a program that cannot replace itself. */
export async function openElectronUpdates(log: Pick<Log, 'info' | 'warn' | 'error'>): Promise<ElectronUpdates | null> {
  if (!app.isPackaged) return null
  const { platform, env, execPath, resourcesPath: resources } = process
  const config = await readUpdateConfig(resources)
  if (config === null) return null
  const kind = packageKind({ platform, env, execPath, resources })
  if (kind === null) {
    log.info('This program can not replace itself, so it checks for no updates')
    return null
  }

  let loaded: LoadedUpdater | null = null
  const load = async (): Promise<LoadedUpdater> => {
    const { loadUpdater } = await import('./load.ts')
    return (loaded ??= loadUpdater(kind, config, log))
  }
  return {
    source: {
      check: async () => await (await load()).source.check(),
      download: async (onProgress) => await (await load()).source.download(onProgress),
      cancelDownload: () => loaded?.source.cancelDownload(),
      prepareInstall: async (options) => await (await load()).source.prepareInstall(options),
      restart: () => loaded?.source.restart(),
    },
    finish: async () => await loaded?.installer.finish(),
  }
}
