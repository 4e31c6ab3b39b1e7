/**
 * Searches the directory, and looks up at the service what the directory does not have. Lists the directory as well.
 */
import { asDeskError } from '#shared/errors.ts'
import { toInstant } from '#shared/model/instant.ts'
import { understandSearch } from '#shared/model/search/search.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Log } from '../log/index.ts'
import { lookupQueryFor } from './ask.ts'
import type { SearchPage, SearchRequest } from './directory/protocol.ts'
import type { Session } from './session.ts'
import { storeEntries } from './storeEntries.ts'

type Handlers = HandlersOf<'customers'>

type Answer = Awaited<ReturnType<Handlers['search']>>

/** The offer is a help, so a failure of the directory is only logged. */
export async function similarQueries(
  { directory }: Session,
  query: string,
  log: Pick<Log, 'warn'>,
): ReturnType<Handlers['similar']> {
  try {
    return { queries: await directory.call((remote) => remote.near(query)) }
  } catch (thrown) {
    log.warn('The directory could not be searched for what resembles a query', { code: asDeskError(thrown).code })
    return { queries: [] }
  }
}

export async function searchCustomers(
  active: Session,
  { query, limit, cursor, everybody = false }: Parameters<Handlers['search']>[0],
  signal: AbortSignal,
  log: Pick<Log, 'warn'>,
): Promise<Answer> {
  const { open, sync, lookUp, keepsList } = active
  sync.recordActivity(`search ${query} ${cursor ?? ''}`)
  const lookupQuery = lookupQueryFor(query, limit)
  const request = { query, limit, cursor, now: open.client.now() }
  const { exactCount, hasSimilar, ...page } = await searchDirectory(active, request, lookupQuery !== null, log)
  // A reference, unlike an identifier, names a customer only among all customers.
  const { whole } = understandSearch(query)
  const names = whole !== null || (keepsList && sync.isComplete())
  const found = { ...page, exact: names ? page.exact : null }
  // One address may belong to several customers, of whom some may not be in the list yet.
  const mayHaveOthers = everybody && whole?.kind === 'email' && !sync.isComplete()
  const isMissing =
    !keepsList || mayHaveOthers || (exactCount === 0 && (found.rows.length === 0 || hasSimilar || !sync.isComplete()))
  if (cursor !== undefined || lookupQuery === null || !isMissing)
    return { ...found, source: 'directory', serviceProblem: null, ...asOf(active) }

  const { onSend, at } = active.trackSending()
  const result = await lookUp(query, lookupQuery, { signal: AbortSignal.any([signal, open.signal]), onSend })
  await storeEntries(active, result.entries, at(), log)
  const rows = [...result.rows, ...found.rows.filter(({ uid }) => result.rows.every((row) => row.uid !== uid))]
  const source = found.rows.length === 0 ? 'service' : result.rows.length === 0 ? 'directory' : 'both'
  return {
    ...found,
    rows: rows.slice(0, Math.max(limit, found.rows.length)),
    source,
    exact: result.exact,
    serviceProblem: result.problem,
    ...asOf(active),
  }
}

export const listCustomers = async (
  active: Session,
  { limit, cursor }: Parameters<Handlers['list']>[0],
): ReturnType<Handlers['list']> => ({
  ...(await active.directory.call((remote) => remote.list({ limit, cursor, now: active.open.client.now() }))),
  ...asOf(active),
})

/** A failure of the directory is only logged if the service can be searched instead. */
async function searchDirectory(
  { directory }: Session,
  request: SearchRequest,
  canAskService: boolean,
  log: Pick<Log, 'warn'>,
): Promise<SearchPage> {
  try {
    return await directory.call((remote) => remote.search(request))
  } catch (thrown) {
    const { code } = asDeskError(thrown)
    if (!canAskService || code === 'invalid_input') throw thrown
    log.warn('The directory could not be searched', { code })
    return { rows: [], exactCount: 0, hasSimilar: false, exact: null }
  }
}

const asOf = ({ open }: Session): { readonly asOf: string } => ({ asOf: toInstant(open.client.now()) ?? '' })
