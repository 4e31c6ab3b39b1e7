/** Identifiers are used in paths. A value that would name another location is not an identifier. */
import { expect, it } from 'vitest'
import { PathSegment } from '#shared/model/connection.ts'
import { CountrySetId, CustomerUid, ItemUid } from '#shared/wire/ids.ts'

it.each(['.', '..', '\ud800', ''])('%j is neither an identifier nor a segment', (text) => {
  for (const form of [CustomerUid, ItemUid, CountrySetId, PathSegment]) expect(form.safeParse(text).success).toBe(false)
})

it.each(['a/b', 'a\\b', 'a?b', 'a#b', '%2e%2e', 'a b', '/a', 'a\nb', 'ä'])(
  '%j is not a segment, because it would change the path or its meaning',
  (text) => {
    expect(PathSegment.safeParse(text).success).toBe(false)
  },
)

it.each(['...', 'a.b', '.a', '..a'])('%j is both', (text) => {
  for (const form of [CustomerUid, ItemUid, CountrySetId, PathSegment]) expect(form.parse(text)).toBe(text)
})
