/**
 * What each connection keeps of its customers on this machine. The rules are stored with the connection and are removed
 * with it. Those of a connection that is not stored last as long as the desk, and so does its list.
 */
import { defaultLocalListRules, type LocalListRules } from '#shared/model/customer/localList.ts'
import { parseInstant } from '#shared/model/instant.ts'
import { nowInstant, type ConnectionsContext } from './context.ts'
import type { LocalLists } from './types.ts'

const dayMs = 24 * 60 * 60_000

type Context = Pick<ConnectionsContext, 'store' | 'clock'>
type Stored = LocalListRules & { readonly countsFrom: string | null }

export function createLocalLists(context: Context): LocalLists {
  const { store } = context
  const unstored = new Map<string, LocalListRules>()
  const find = async (id: string): Promise<Stored | null> =>
    (await store.all()).find((profile) => profile.id === id)?.localList ?? null

  return {
    async rules(id) {
      const { keep, maxAgeDays } = (await find(id)) ?? unstored.get(id) ?? defaultLocalListRules
      return { keep, maxAgeDays }
    },
    async setRules(id, rules, refreshedAt) {
      if ((await find(id)) === null) unstored.set(id, rules)
      else await store.patch(id, { localList: { ...rules, countsFrom: refreshedAt ?? nowInstant(context) } })
    },
    async restartAge(id) {
      const stored = await find(id)
      // Without a maximum age its start is not needed, so the file is not written for each sync.
      if (stored === null || stored.maxAgeDays === null) return
      await store.patch(id, ({ localList }) => ({ localList: { ...localList, countsFrom: nowInstant(context) } }))
    },
    expired: async () =>
      (await store.all())
        .filter(({ localList }) => hasExpired(localList, context.clock.now()))
        .map(({ id, name }) => ({ id, name })),
  }
}

/** A list from the future counts as expired: its age cannot be known, and a copy can be read again. */
function hasExpired({ keep, maxAgeDays, countsFrom }: Stored, now: number): boolean {
  const since = parseInstant(countsFrom)
  if (!keep || maxAgeDays === null || since === null) return false
  return now - since >= maxAgeDays * dayMs || since - now > dayMs
}
