/** The modules that all others are built on: files, secrets, settings and connections. */
import packageJson from '../../package.json' with { type: 'json' }
import type { Emit } from '#shared/contract.ts'
import { type Approvals, createApprovals } from '../approvals/index.ts'
import { type Clock, systemClock } from '../base/clock.ts'
import { type Connections, createConnections, createSandboxStarter } from '../connections/index.ts'
import { deleteLinks, deleteTicks } from '../customers/index.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Log } from '../log/index.ts'
import { createParser } from '../service/index.ts'
import { createLanguage, createSettings, type Language, type Settings } from '../settings/index.ts'
import { deleteNotes } from '../notes/index.ts'
import { openStorage, type Storage } from '../storage/index.ts'
import { releaseDebugFolder } from './debugFolder.ts'
import { checkTokenAddress } from './debugPort.ts'
import type { BuildOptions } from './deskOptions.ts'
import { requestMailToken } from './mailToken.ts'
import { type RunMark, setRunMark } from './runMark.ts'

export interface Foundation {
  readonly clock: Clock
  readonly log: Log
  readonly emit: Emit
  readonly keychain: Keychain
  readonly approvals: Approvals
  readonly storage: Storage
  readonly settings: Settings
  readonly language: Language
  readonly parser: ReturnType<typeof createParser>
  readonly connections: Connections
  readonly mark: RunMark
}

export async function buildFoundation(options: BuildOptions, emit: Emit): Promise<Foundation> {
  const { host, profile, flags, entry, keychain } = options
  const clock = systemClock
  const { folder, log } = profile
  const language = createLanguage(host)
  const approvals = createApprovals({ ask: host.ask, language: language.shown, clock, log })
  const storage = await openStorage({ folder: profile.path, keychain, clock, log })
  if (flags.debugPort === null) await releaseDebugFolder(profile.path)
  const settings = createSettings({
    file: folder.path('settings.json'),
    work: storage.work,
    keychain,
    approvals,
    clock,
    osUser: options.osUser,
    version: packageJson.version,
    host: host.kind,
    language,
    emit,
    mayStoreCustomers: async (connectionId) => (await connections.localLists.rules(connectionId)).keep,
    onTheme: host.setTheme,
    async requestMailToken(request) {
      if (flags.debugPort !== null) checkTokenAddress(request.renewal.address)
      return await requestMailToken(connections, request)
    },
  })
  const parser = createParser(new URL('parser.js', entry))
  const connections: Connections = createConnections({
    parser,
    file: folder.path('profiles.json'),
    keychain,
    approvals,
    clock,
    log,
    emit,
    startSandboxProcess: createSandboxStarter({ host, entry: new URL('sandbox.js', entry) }),
    async deleteFiles(connectionId) {
      deleteLinks(storage.work, connectionId)
      deleteTicks(storage.work, connectionId)
      deleteNotes(storage.work, connectionId)
      settings.forgetOpenCustomers(connectionId)
      await storage.deleteConnectionFiles(connectionId)
    },
    resolveProxy: host.resolveProxy,
    environment: process.env,
  })
  // A file that this desk cannot read ends the start before anything is opened or sent.
  await Promise.all([settings.checkFile(), connections.checkFile()])
  const mark = await setRunMark(folder.path('running'))
  const foundation = {
    clock,
    log,
    emit,
    keychain,
    approvals,
    storage,
    settings,
    language,
    parser,
    connections,
    mark,
  }
  reportWorkInMemory(foundation)
  return foundation
}

/**
 * A keychain that was unlocked after the start stores secrets again, but what agents enter stays in memory. A damaged
 * one is reported at once.
 */
export function reportWorkInMemory({
  connections,
  storage,
  keychain,
  emit,
}: Pick<Foundation, 'emit'> & {
  readonly connections: Pick<Connections, 'onChange'>
  readonly storage: Pick<Storage, 'keychainProblem' | 'workLocation'>
  readonly keychain: Pick<Keychain, 'state'>
}): void {
  if (storage.keychainProblem === 'keychain_damaged')
    return emit('notice', { code: storage.keychainProblem, level: 'error', details: {} })
  connections.onChange(async (open) => {
    if (open !== null && storage.workLocation === 'memory' && (await keychain.state()) === 'stored')
      emit('notice', { code: 'work_in_memory', level: 'warning', details: {} })
  })
}
