/** Starts the relay: builds every part once, by hand, and closes them in the opposite order. */
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { heartbeatMs } from '#shared/wire/relay.ts'
import { createGate } from './access/access.ts'
import { createAnswer, moveSpooledAnswers } from './answers/answer.ts'
import { createForwarder } from './answers/forward.ts'
import { channel, connectRuntime, type Database, type DatabaseRefused } from './database/database.ts'
import { createPreparation, prepareOrSpool, whenPrepared } from './database/prepare.ts'
import { runUpkeep } from './database/upkeep.ts'
import { createPlaces } from './feed/places.ts'
import { followLog } from './feed/tail.ts'
import type { RelayContext } from './http/context.ts'
import { createMetricsServer, createServer } from './http/server.ts'
import { createAddresses } from './ingest/addresses.ts'
import { openSpool } from './ingest/spool.ts'
import { createWriter, type Writer, type WriterParts } from './ingest/writer.ts'
import { reportHole, startListening } from './listening.ts'
import { codeOf, type Log } from './log.ts'
import { createMetrics } from './operation/metrics.ts'
import { createSealer, readOrMakeKey } from './secrets.ts'
import { claimDataFolder, hasUntrustedProxy, type RelaySettings } from './settings.ts'

export interface Relay {
  readonly url: string
  readonly metricsUrl: string
  /** Resolves if the relay has started without its database and finds then that it may not use it: it has to end. */
  readonly refused: Promise<DatabaseRefused>
  readonly close: () => Promise<void>
}

export interface RelayOptions {
  readonly heartbeatMs?: number
  readonly upkeepMs?: number
}

const defaultUpkeepMs = 3_600_000
/** Milliseconds in which answers that were begun are sent when the relay ends. */
const closeMs = 2000

type KeepUpParts = Pick<RelayContext, 'settings' | 'log' | 'isPrepared'> & { readonly everyMs: number }

/** The preparation of the database has an upkeep of its own. */
function keepUp({ settings, log, isPrepared, everyMs }: KeepUpParts, stop: AbortSignal): void {
  void (async () => {
    while (!stop.aborted) {
      await sleep(everyMs, undefined, { signal: stop, ref: false })
      if (!isPrepared()) continue
      await runUpkeep(settings, log).catch((error: unknown) => log.warn('upkeep_failed', { code: codeOf(error) }))
    }
  })().catch(() => undefined)
}

/** One notification at a time: those that would follow while it is sent become one. */
function createNotifier(database: Database): () => void {
  let state: 'idle' | 'sending' | 'again' = 'idle'
  const notify = async (): Promise<void> => {
    do {
      state = 'sending'
      await database.write.query(`NOTIFY ${channel}`).catch(() => undefined)
    } while (isAgain())
    state = 'idle'
  }
  const isAgain = (): boolean => state === 'again'
  return () => {
    if (state === 'idle') void notify()
    else state = 'again'
  }
}

type RelayWriterParts = Pick<RelayContext, 'settings' | 'database' | 'log' | 'metrics'> &
  Pick<WriterParts, 'preparation' | 'spool' | 'sealer' | 'onRefused'> & { readonly poll: () => void }

function createRelayWriter(parts: RelayWriterParts): Writer {
  const { settings, database, spool, sealer, poll } = parts
  const notify = createNotifier(database)
  return createWriter({
    ...parts,
    pool: database.write,
    timeoutMs: settings.databaseTimeoutMs,
    onWritten: () => {
      poll()
      notify()
    },
    onBack: async (refusedSince) => {
      await moveSpooledAnswers(database.read, spool, sealer)
      if (refusedSince === null) return
      const client = await database.write.connect()
      try {
        await reportHole(client, refusedSince, Date.now())
      } finally {
        client.release()
      }
    },
  })
}

/** A desk that neither reads nor hangs up does not keep the relay from ending. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), closeMs)
  try {
    await app.close()
  } finally {
    clearTimeout(timer)
  }
}

/** `name` is the beginning of the names of its variables. */
async function listen(app: FastifyInstance, host: string, port: number, name: string): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const sentences: Readonly<Record<string, string>> = {
      EADDRINUSE: `Another program listens on port ${String(port)}. Set ${name}_PORT to a free one.`,
      EADDRNOTAVAIL: `This machine does not have the address ${host}. Set ${name}_HOST to one that it has.`,
    }
    const sentence = sentences[codeOf(error)]
    if (sentence === undefined) throw error
    throw new Error(sentence, { cause: error })
  }
  const address = app.server.address() as AddressInfo
  const reached = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${reached}:${String(address.port)}`
}

/** Throws after it has closed what was open: nothing keeps the process of a relay that could not start. */
export async function startRelay(settings: RelaySettings, log: Log, options: RelayOptions = {}): Promise<Relay> {
  const parts = new AsyncDisposableStack()
  try {
    const addresses = await startParts(parts, settings, log, options)
    log.info('listening')
    return {
      ...addresses,
      close: async () => {
        await parts.disposeAsync()
        log.info('ended')
      },
    }
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

/** Each part is put on the stack, from which they are closed in the opposite order. */
async function startParts(
  parts: AsyncDisposableStack,
  settings: RelaySettings,
  log: Log,
  options: RelayOptions,
): Promise<Omit<Relay, 'close'>> {
  claimDataFolder(settings.dataFolder)
  const forwarder = parts.adopt(createForwarder(settings.appCaFile), (open) => open.close())
  const sealer = createSealer(readOrMakeKey(settings))
  const spool = parts.adopt(openSpool(settings.dataFolder, settings.spoolMegabytes, sealer), (open) => open.close())
  const database = connectRuntime(settings.databaseUrl, settings.databaseTimeoutMs, log)
  parts.defer(database.close)
  const { keyId } = sealer
  const preparation = createPreparation({ settings, database, spool, keyId, log })
  await prepareOrSpool(preparation, { spool, keyId, log })
  const refused = Promise.withResolvers<DatabaseRefused>()
  const onRefused = (error: DatabaseRefused): void => {
    log.error('database_refused', { code: error.code })
    refused.resolve(error)
  }
  const streams = new Set<FastifyRequest>()
  const isUntrusted = hasUntrustedProxy(settings)
  if (isUntrusted) log.warn('proxy_not_trusted', { set: 'RELAY_TRUST_PROXY' })
  const metrics = createMetrics({
    spoolDepth: () => spool.depth(),
    streams: () => streams.size,
    untrustedProxy: () => Number(isUntrusted),
  })
  const addresses = parts.adopt(createAddresses(database.read, spool, log), (open) => open.close())
  const gate = createGate(database.read)
  const onSettings = (): void => {
    void addresses.refreshAgain()
    gate.forget()
  }
  const onRestored = (): void => metrics.restored.inc()
  const places = createPlaces({ settings, database, spool, preparation, log, onRestored })
  const tail = parts.adopt(followLog(database, log, metrics, onSettings, places), (open) => open.close())
  const poll = (): void => tail.poll()
  const shared = { settings, database, log, metrics, preparation, spool, sealer }
  const writer = createRelayWriter({ ...shared, onRefused, poll })
  const listening = parts.adopt(startListening(database.write, preparation, spool, log), (open) => open.close())
  parts.defer(writer.close)
  const stop = new AbortController()
  let url = ''
  const answersIn = whenPrepared(database.read, preparation)
  const context: RelayContext = {
    settings,
    database,
    isPrepared: preparation.isDone,
    addresses,
    writer,
    answer: createAnswer({ database: answersIn, spool, sealer, forward: forwarder.forward }),
    tail,
    gate,
    log,
    metrics,
    origin: () => settings.address ?? url,
    heartbeatMs: options.heartbeatMs ?? heartbeatMs,
    closing: stop.signal,
    streams,
  }
  await tail.started
  const metricsApp = parts.adopt(createMetricsServer(context), (open) => open.close())
  const app = parts.adopt(await createServer(context), closeServer)
  parts.defer(() => {
    listening.stop()
    stop.abort()
  })
  url = await listen(app, settings.host, settings.port, 'RELAY')
  const metricsUrl = await listen(metricsApp, settings.metricsHost, settings.metricsPort, 'RELAY_METRICS')
  listening.announce(settings.address ?? url)
  keepUp({ ...context, everyMs: options.upkeepMs ?? defaultUpkeepMs }, stop.signal)
  return { url, metricsUrl, refused: refused.promise }
}
