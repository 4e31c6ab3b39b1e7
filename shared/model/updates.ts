/** Updates of the program itself, as the window shows them. */
import * as z from 'zod'
import { Instant } from './customer/views.ts'

/** Why a check, a download or an installation failed. The window has a sentence for each. */
export const UpdateProblem = z.enum([
  /** The server did not answer, or not in time. */
  'unreachable',
  /** The server answered with an error. */
  'server_error',
  /** What the server published can't be read, or names files that may not be used. */
  'unreadable',
  /** The published update has no signature, or one that does not fit the key of this program. */
  'signature',
  /** The downloaded file is not the one that was published. */
  'corrupt',
  /** The download was interrupted. */
  'interrupted',
  'disk_full',
  /** This user is not allowed to replace the program's files. */
  'not_writable',
  'read_only',
  /** The system's installer refused, or the person cancelled its prompt. */
  'installer_failed',
  /** The update is installed, but the program did not end by itself to start it. */
  'not_restarted',
  'unexpected',
])
export type UpdateProblem = z.infer<typeof UpdateProblem>

export const maxReleaseNotes = 5000

export const UpdateRelease = z.strictObject({
  version: z.string().max(100),
  /** Plain text. */
  notes: z.string().max(maxReleaseNotes).nullable(),
  releasedAt: Instant.nullable(),
})
export type UpdateRelease = z.infer<typeof UpdateRelease>

export const UpdateState = z.discriminatedUnion('phase', [
  /** This program checks for no updates, because none were configured when it was packaged. */
  z.strictObject({ phase: z.literal('off') }),
  /** `checkedAt`: when the server last reported that this is the newest version. */
  z.strictObject({ phase: z.literal('idle'), checkedAt: Instant.nullable() }),
  z.strictObject({ phase: z.literal('checking') }),
  z.strictObject({ phase: z.literal('available'), release: UpdateRelease, postponed: z.boolean() }),
  z.strictObject({
    phase: z.literal('downloading'),
    release: UpdateRelease,
    percent: z.number().int().min(0).max(100).nullable(),
  }),
  z.strictObject({
    phase: z.literal('ready'),
    release: UpdateRelease,
    postponed: z.boolean(),
    installOnClose: z.boolean(),
    /** The number of operations that are in flight or unresolved. Nothing is installed unless it is zero. */
    unresolvedOperations: z.number().int().min(0),
  }),
  z.strictObject({ phase: z.literal('installing'), release: UpdateRelease }),
  z.strictObject({
    phase: z.literal('failed'),
    step: z.enum(['check', 'download', 'install']),
    problem: UpdateProblem,
    release: UpdateRelease.nullable(),
    postponed: z.boolean(),
  }),
])
export type UpdateState = z.infer<typeof UpdateState>
