/** The file of connection profiles: no secret is in it. A damaged one is moved aside and a new list begins. */
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import { LinkHost } from '#shared/model/activationCode.ts'
import { Instant } from '#shared/model/views.ts'
import type { Clock } from '../clock.ts'
import { createJsonFile } from '../jsonFile.ts'
import { Dialect } from '../service/index.ts'

export const StoredProfile = z.object({
  id: z.string().min(1).max(100),
  name: z.string(),
  address: z.string(),
  segment: z.string(),
  caFile: z.string().nullable(),
  proxy: z.string().nullable().default(null),
  /** Not in files of earlier desks, which had one for all connections. */
  linkHost: LinkHost.nullable().default(null),
  /** Where its secret was put: one that was stored and isn't found is either gone or can't be read now. */
  secret: z.enum(['stored', 'session']),
  createdAt: Instant,
  lastOpenedAt: Instant.nullable(),
  /** When these settings last worked: an address that did is expected to come back. */
  workedAt: Instant.nullable(),
  dialect: Dialect.nullable(),
})
export type StoredProfile = z.infer<typeof StoredProfile>

const Content = z.object({
  version: z.literal(1),
  profiles: z.array(StoredProfile),
  /** The profile that was open last, null after it was closed by hand. */
  open: z.string().nullable(),
  /** Which journal belongs to this folder, and how far it reached: what it means is known to the operations. */
  journalMark: z.unknown().optional(),
})

export interface ProfileStore {
  readonly all: () => Promise<readonly StoredProfile[]>
  /** Throws `connection_not_found`. */
  readonly get: (id: string) => Promise<StoredProfile>
  /** Adds, or replaces the one with this id. */
  readonly put: (profile: StoredProfile) => Promise<void>
  /** Nothing happens where there is no such profile. */
  readonly patch: (id: string, change: Partial<StoredProfile>) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  readonly open: () => Promise<string | null>
  readonly setOpen: (id: string | null) => Promise<void>
  /** Undefined where none was ever written. */
  readonly journalMark: () => Promise<unknown>
  readonly setJournalMark: (mark: unknown) => Promise<void>
  /** Where an unreadable file was moved, told once; null otherwise. */
  readonly takeMovedTo: () => Promise<string | null>
  /** Resolves when nothing is being written. */
  readonly settled: () => Promise<void>
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
  let last: Promise<unknown> = Promise.resolve()
  /** One after another: each begins with what the one before has written, and what could not be written did not happen. */
  const change = (edit: (content: z.infer<typeof Content>) => z.infer<typeof Content>): Promise<void> => {
    const mine = last.then(async () => {
      const state = await load()
      const next = edit(state.content)
      if (next === state.content) return
      await json.write(next)
      state.content = next
    })
    last = mine.catch(() => undefined)
    return mine
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
          profiles: content.profiles.map((profile) => (profile.id === id ? { ...profile, ...part } : profile)),
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
    settled: async () => void (await last),
    async takeMovedTo() {
      const state = await load()
      const { movedTo } = state
      state.movedTo = null
      return movedTo
    },
  }
}
