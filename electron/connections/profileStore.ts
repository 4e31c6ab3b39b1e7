/**
 * The file of connection profiles. It holds no secret. A damaged file is moved to quarantine, and a new list begins.
 */
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import { LinkHost } from '#shared/model/esim/activationCode.ts'
import { defaultLocalListRules, LocalListRules } from '#shared/model/customer/localList.ts'
import { Instant } from '#shared/model/customer/views.ts'
import type { Clock } from '../base/clock.ts'
import { createJsonFile } from '../storage/index.ts'
import { Dialect } from '../service/index.ts'
import { StoredRelay } from './relayKeys.ts'

/** `countsFrom` is when the list was read completely, or when its age began to count. */
const StoredLocalList = LocalListRules.extend({ countsFrom: Instant.nullable() })

export const defaultLocalList = { ...defaultLocalListRules, countsFrom: null }

export const StoredProfile = z.object({
  id: z.string().min(1).max(100),
  name: z.string(),
  address: z.string(),
  segment: z.string(),
  caFile: z.string().nullable(),
  proxy: z.string().nullable().default(null),
  /** Missing in files of earlier versions, which had one link host for all connections. */
  linkHost: LinkHost.nullable().default(null),
  /**
   * Where the secret was stored. A secret that was stored and is not found was either removed or cannot be read now.
   */
  secret: z.enum(['stored', 'session']),
  createdAt: Instant,
  lastOpenedAt: Instant.nullable(),
  /** When these settings last worked. An address that worked once is expected to come back. */
  workedAt: Instant.nullable(),
  dialect: Dialect.nullable(),
  /** The relay that receives this connection's events. Missing in files of earlier versions. */
  relay: StoredRelay.nullable().default(null),
  /** What is kept of the customers. Missing in files of earlier versions, which always kept the list. */
  localList: StoredLocalList.default(defaultLocalList),
})
export type StoredProfile = z.infer<typeof StoredProfile>

const Content = z.object({
  version: z.literal(1),
  profiles: z.array(StoredProfile),
  /** Id of the profile that was open last, or null after a person closed it. */
  open: z.string().nullable(),
  /** Identifies the journal of this folder and how far it reached. Only the operations module interprets it. */
  journalMark: z.unknown().optional(),
})

export interface ProfileStore {
  readonly all: () => Promise<readonly StoredProfile[]>
  /** Throws `connection_not_found`. */
  readonly get: (id: string) => Promise<StoredProfile>
  /** Adds the profile, or replaces the one with the same id. */
  readonly put: (profile: StoredProfile) => Promise<void>
  /**
   * Does nothing if there is no such profile. A function receives the profile as it is when its turn to be changed has
   * come.
   */
  readonly patch: (
    id: string,
    change: Partial<StoredProfile> | ((before: StoredProfile) => Partial<StoredProfile>),
  ) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  readonly open: () => Promise<string | null>
  readonly setOpen: (id: string | null) => Promise<void>
  /** Resolves to undefined if no mark was ever written. */
  readonly journalMark: () => Promise<unknown>
  readonly setJournalMark: (mark: unknown) => Promise<void>
  /** Returns once the new name of an unreadable file that was moved; null otherwise. */
  readonly takeMovedTo: () => Promise<string | null>
  /** Resolves when no write is running. */
  readonly idle: () => Promise<void>
}

export function createProfileStore(file: string, clock: Clock): ProfileStore {
  const json = createJsonFile({
    file,
    version: 1,
    schema: Content,
    empty: { version: 1, profiles: [], open: null },
    now: clock.now,
  })
  let loaded: Promise<{ content: z.infer<typeof Content>; movedTo: string | null }> | null = null
  const load = () => {
    loaded ??= json.read()
    loaded.catch(() => (loaded = null))
    return loaded
  }
  let previous: Promise<unknown> = Promise.resolve()
  /**
   * Runs changes one after another. Each starts from what the one before has written; a change that could not be
   * written has no effect.
   */
  const change = (edit: (content: z.infer<typeof Content>) => z.infer<typeof Content>): Promise<void> => {
    const result = previous.then(async () => {
      const state = await load()
      const next = edit(state.content)
      if (next === state.content) return
      await json.write(next)
      state.content = next
    })
    previous = result.catch(() => undefined)
    return result
  }

  return {
    all: async () => (await load()).content.profiles,
    async get(id) {
      const found = (await load()).content.profiles.find((profile) => profile.id === id)
      if (found === undefined) throw new DeskError('connection_not_found', 'There is no such connection')
      return found
    },
    put: (profile) =>
      change((content) => {
        const known = content.profiles.some(({ id }) => id === profile.id)
        const profiles = known
          ? content.profiles.map((other) => (other.id === profile.id ? profile : other))
          : [...content.profiles, profile]
        return { ...content, profiles }
      }),
    patch: (id, part) =>
      change((content) => {
        if (!content.profiles.some((profile) => profile.id === id)) return content
        return {
          ...content,
          profiles: content.profiles.map((profile) =>
            profile.id === id ? { ...profile, ...(typeof part === 'function' ? part(profile) : part) } : profile,
          ),
        }
      }),
    remove: (id) =>
      change((content) => ({
        ...content,
        profiles: content.profiles.filter((profile) => profile.id !== id),
        open: content.open === id ? null : content.open,
      })),
    open: async () => (await load()).content.open,
    setOpen: (id) => change((content) => (content.open === id ? content : { ...content, open: id })),
    journalMark: async () => (await load()).content.journalMark,
    setJournalMark: (journalMark) => change((content) => ({ ...content, journalMark })),
    idle: async () => void (await previous),
    async takeMovedTo() {
      const state = await load()
      const { movedTo } = state
      state.movedTo = null
      return movedTo
    },
  }
}
