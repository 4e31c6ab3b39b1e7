/** Creates electron-updater for this program. This module is loaded with the first check. */
import { AppImageUpdater, type AppUpdater, DebUpdater, MacUpdater, NsisUpdater, RpmUpdater } from 'electron-updater'
import type { Log } from '../../../log/index.ts'
import type { UpdateSource } from '../../updates.ts'
import type { UpdateConfig } from './config.ts'
import {
  appImageInstaller,
  type ElectronInstaller,
  macInstaller,
  nsisInstaller,
  packageInstaller,
} from './installers.ts'
import type { PackageKind } from './packageKind.ts'
import { providerOf } from './provider.ts'
import { createUpdateSource } from './source.ts'

/** When this program was built (electron.vite.config.ts). */
declare const __BUILT_AT__: string

export interface LoadedUpdater {
  readonly source: UpdateSource
  readonly installer: ElectronInstaller
}

export function loadUpdater(
  kind: PackageKind,
  config: UpdateConfig,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
): LoadedUpdater {
  const { updater, installer } = updaterOf(kind, config, log)
  const { netSession } = updater
  // The guard of all sessions refuses everything except the window's own requests; this session may reach the update
  // server only.
  netSession.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: URL.parse(url)?.origin !== config.url.origin }),
  )
  // A proxy that asks for credentials gets none. Without an answer the request would wait forever.
  updater.on('login', (_authentication, answer) => {
    const cancel: (...credentials: string[]) => void = answer
    cancel()
  })
  const source = createUpdateSource({
    updater,
    installer,
    closeConnections: () => netSession.closeAllConnections(),
    log,
  })
  return { source, installer }
}

function updaterOf(
  kind: PackageKind,
  config: UpdateConfig,
  log: Pick<Log, 'error'>,
): { readonly updater: AppUpdater; readonly installer: ElectronInstaller } {
  const options = { provider: 'custom', updateProvider: providerOf(config, __BUILT_AT__) } as const
  switch (kind) {
    case 'appImage': {
      const installer = appImageInstaller(process.env['APPIMAGE'] ?? '', log)
      return { updater: new AppImageUpdater(options), installer }
    }
    case 'deb':
      return { updater: new DebUpdater(options), installer: packageInstaller('deb', log) }
    case 'rpm':
      return { updater: new RpmUpdater(options), installer: packageInstaller('rpm', log) }
    case 'nsis': {
      const updater = new NsisUpdater(options)
      return { updater, installer: nsisInstaller(updater, log) }
    }
    case 'mac':
      return { updater: new MacUpdater(options), installer: macInstaller() }
  }
}
