/** electron-updater for AppImages, with Node's HTTP in the place of Electron's network and real files. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { type ClientRequest, type RequestOptions, request } from 'node:http'
import { dirname, join } from 'node:path'
import { HttpExecutor, type DownloadOptions } from 'builder-util-runtime'
import { AppImageUpdater } from 'electron-updater'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import { expect, onTestFinished, vi } from 'vitest'
import { replaceAppImage, requireReplaceable } from '../../../../../electron/host/electron/updates/appImage.ts'
import { configFile, keyFile, readUpdateConfig } from '../../../../../electron/host/electron/updates/config.ts'
import { providerOf } from '../../../../../electron/host/electron/updates/provider.ts'
import { createUpdateSource, type SourceOptions } from '../../../../../electron/host/electron/updates/source.ts'
import type { UpdateSource } from '../../../../../electron/host/index.ts'
import { temporaryFolder } from '../../../../support/temporaryFolder.ts'

export interface InstalledProgram {
  readonly folder: string
  readonly source: UpdateSource
  /** The running AppImage. */
  readonly program: string
  readonly cache: string
  readonly content: () => Promise<Buffer>
  readonly happened: string[]
  readonly log: string[]
}

export interface ProgramOptions {
  readonly address: string
  /** PEM of the packaged public key. */
  readonly publicKey?: string
  readonly version?: string
  readonly builtAt?: string
  readonly limits?: SourceOptions['limits']
  /** Restarts this program with the files that it left. */
  readonly again?: InstalledProgram
}

export const oldContent = Buffer.from('the program as it is now')

export async function installProgram({
  address,
  publicKey,
  version = '1.0.0',
  builtAt = '2026-01-02T03:04:05.000Z',
  limits,
  again,
}: ProgramOptions): Promise<InstalledProgram> {
  const folder = again?.folder ?? (await installFiles(address, publicKey))
  const [resources, cache, program] = [
    join(folder, 'resources'),
    join(folder, 'cache'),
    join(folder, 'programs', 'eSIM Desk.AppImage'),
  ]
  vi.stubEnv('APPIMAGE', program)
  onTestFinished(() => void vi.unstubAllEnvs())

  const config = await readUpdateConfig(resources)
  if (config === null) throw new Error('No address was packaged')
  const executor = new NodeExecutor()
  const updater = new AppImageUpdater(null, adapter({ version, resources, folder, cache }))
  // electron-updater sets it itself where Electron is, and takes it from here when it makes the provider.
  Reflect.set(updater, 'httpExecutor', executor)
  updater.setFeedURL({ provider: 'custom', updateProvider: providerOf(config, builtAt) })
  const happened: string[] = []
  const log: string[] = []
  const write = (message: string): void => void log.push(message)
  const source = createUpdateSource({
    updater,
    installer: {
      requirePossible: () => requireReplaceable(program),
      prepare: ({ file }) => replaceAppImage(file, program),
      restart: () => void happened.push('restart'),
    },
    closeConnections: executor.closeAll,
    log: { info: write, warn: write, error: write },
    ...(limits !== undefined && { limits }),
  })
  return { folder, source, program, cache, content: () => readFile(program), happened, log }
}

async function installFiles(address: string, publicKey: string | undefined): Promise<string> {
  const folder = await temporaryFolder()
  for (const name of ['resources', 'cache', 'programs']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'programs', 'eSIM Desk.AppImage'), oldContent, { mode: 0o755 })
  const resources = join(folder, 'resources')
  await writeFile(
    join(resources, configFile),
    `provider: generic\nurl: ${address}\nupdaterCacheDirName: esim-desk-updater\n`,
  )
  if (publicKey !== undefined) await writeFile(join(resources, keyFile), publicKey)
  return folder
}

function adapter({
  version,
  resources,
  folder,
  cache,
}: Readonly<Record<'version' | 'resources' | 'folder' | 'cache', string>>): AppAdapter {
  return {
    version,
    name: 'eSIM Desk',
    isPackaged: true,
    appUpdateConfigPath: join(resources, configFile),
    userDataPath: folder,
    baseCachePath: cache,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  }
}

class NodeExecutor extends HttpExecutor<ClientRequest> {
  readonly #open = new Set<ClientRequest>()

  override createRequest(options: RequestOptions, callback: (response: unknown) => void): ClientRequest {
    const made = request({ ...options, agent: false }, callback)
    this.#open.add(made)
    made.once('close', () => this.#open.delete(made))
    return made
  }

  readonly closeAll = (): Promise<void> => {
    for (const open of this.#open) open.destroy(new Error('net::ERR_CONNECTION_ABORTED'))
    return Promise.resolve()
  }

  /** As electron-updater's own executor does it. */
  async download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return await options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const callback = (error?: Error | null): void => (error instanceof Error ? reject(error) : resolve(destination))
      this.doDownload(
        {
          protocol: url.protocol,
          hostname: url.hostname,
          port: url.port,
          path: url.pathname + url.search,
          headers: options.headers ?? undefined,
        },
        { destination, options, onCancel, callback, responseHandler: null },
        0,
      )
    })
  }
}

export const pending = async ({ cache }: InstalledProgram): Promise<readonly string[]> =>
  await readdir(join(cache, 'esim-desk-updater', 'pending')).catch(() => [])
export const download = async ({ source }: InstalledProgram): Promise<readonly number[]> => {
  const percents: number[] = []
  await source.download((percent) => void percents.push(percent))
  return percents
}

/** The program is what it was, and nothing half is left that could be taken for an update. */
export async function expectUnchanged(program: InstalledProgram): Promise<void> {
  expect(await program.content()).toEqual(oldContent)
  expect(await pending(program)).toEqual([])
  expect(await readdir(dirname(program.program))).toEqual(['eSIM Desk.AppImage'])
}
