/**
 * What a connection keeps of its customers on this machine: no list that its rules forbid is opened, and none that is
 * older than they allow.
 */
import { asDeskError } from '#shared/errors.ts'
import { isStored, type OpenConnection } from '../connections/index.ts'
import type { CustomersOptions } from './options.ts'

type Context = Pick<CustomersOptions, 'connections' | 'storage' | 'emit' | 'log'>

/** Milliseconds between two checks for lists that have become too old. */
export const expiryCheckMs = 60 * 60_000

/**
 * Deletes a list that must not be there before it would be opened. Returns whether the connection keeps one. Throws if
 * the rules cannot be read; a list that cannot be deleted is reported, and the next start tries again.
 */
export async function prepareList(context: Context, open: OpenConnection): Promise<boolean> {
  const { connections, storage, emit, log } = context
  const { profile } = open
  const { keep } = await connections.localLists.rules(profile.id)
  const expired = (await connections.localLists.expired()).find(({ id }) => id === profile.id)
  if (!isStored(profile) || (keep && expired === undefined)) return keep
  try {
    await storage.deleteDirectory(profile.id)
    if (expired !== undefined) await reportExpired(context, expired)
  } catch (thrown) {
    const { code } = asDeskError(thrown)
    log.warn('A list that must not be kept could not be deleted', { code })
    emit('notice', { code: 'directory_not_deleted', level: 'warning', details: { problem: code } })
  }
  return keep
}

/** The age of the list that comes next counts from now. */
export async function reportExpired(
  { connections, emit, log }: Pick<Context, 'connections' | 'emit' | 'log'>,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await connections.localLists.restartAge(id)
  log.info('A list was deleted because it had not been read for too long')
  emit('notice', { code: 'directory_expired', level: 'info', details: { connection: name } })
}

/** Checks at once and then every hour, once the desk has started. Returns the function that ends this. */
export function watchExpiry(deleteExpired: () => Promise<void>, started: Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  void started.then(() => {
    if (stopped) return
    void deleteExpired()
    timer = setInterval(() => void deleteExpired(), expiryCheckMs).unref()
  })
  return () => {
    stopped = true
    clearInterval(timer)
  }
}
