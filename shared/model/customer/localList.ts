/** What a connection keeps of its service's customers on this machine. */
import * as z from 'zod'

/** The largest number of days that a person can choose. */
export const maxListAgeDays = 365

export const LocalListRules = z.strictObject({
  /** Whether the list of customers is copied. Without a copy the service alone is searched. */
  keep: z.boolean(),
  /** The number of days without a complete sync after which the copy is deleted; `null` for no limit. */
  maxAgeDays: z.number().int().min(1).max(maxListAgeDays).nullable(),
})
export type LocalListRules = z.infer<typeof LocalListRules>

export const defaultLocalListRules: LocalListRules = { keep: true, maxAgeDays: null }
