/**
 * Prepares an offered release for the window: its version must be newer, and its notes become plain text of limited
 * length.
 */
import { maxReleaseNotes, type UpdateRelease } from '#shared/model/updates.ts'
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import { type OfferedRelease, UpdateFailure } from '../host/index.ts'

/**
 * Resolves to null for a release that is not greater than `current` by semantic versioning. Throws for an invalid
 * version.
 */
export async function newerRelease(offered: OfferedRelease, current: string): Promise<UpdateRelease | null> {
  const { default: semver } = await import('semver')
  const version = semver.valid(offered.version)
  if (version === null || version.length > 100) throw new UpdateFailure('unreadable')
  if (!semver.gt(version, current)) return null
  return { version, notes: plainNotes(offered.notes), releasedAt: toInstant(parseInstant(offered.releasedAt)) }
}

/** Matches control characters, lone surrogates and marks that change the direction of text. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Returns the notes as plain text. Markup is left as written, because the window shows it as text. */
export function plainNotes(notes: string | null): string | null {
  const text = (notes ?? '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(invisible, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  if (text === '') return null
  return text.length <= maxReleaseNotes ? text : `${truncate(text, maxReleaseNotes - 2)} …`
}

/** Cuts the text without splitting a surrogate pair. */
function truncate(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}
