/** An offered release as the window may show it: a version that is really newer, and notes as bounded plain text. */
import { maxReleaseNotes, type UpdateRelease } from '#shared/model/updates.ts'
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import { type OfferedRelease, UpdateFailure } from '../host/index.ts'

/** Null for a release that is not greater than `current` by semantic versioning. Throws for what is no version. */
export async function newerRelease(offered: OfferedRelease, current: string): Promise<UpdateRelease | null> {
  const { default: semver } = await import('semver')
  const version = semver.valid(offered.version)
  if (version === null || version.length > 100) throw new UpdateFailure('unreadable')
  if (!semver.gt(version, current)) return null
  return { version, notes: plainNotes(offered.notes), releasedAt: toInstant(parseInstant(offered.releasedAt)) }
}

/** Control characters, lone halves of a character, and marks that turn the direction of text around. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Markup is left as it was written: the window shows it as text. */
export function plainNotes(notes: string | null): string | null {
  const text = (notes ?? '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(invisible, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  if (text === '') return null
  return text.length <= maxReleaseNotes ? text : `${cutWhole(text, maxReleaseNotes - 2)} …`
}

/** Not between the two halves of a character. */
function cutWhole(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}
