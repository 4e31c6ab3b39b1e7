/** Which releases are offered, and what their notes may hold. */
import { describe, expect, it } from 'vitest'
import { maxReleaseNotes, UpdateRelease } from '#shared/model/updates.ts'
import { newerRelease, plainNotes } from '../../../../electron/updates/release.ts'

const offered = (version: string) => ({ version, notes: null, releasedAt: '2026-01-02T03:04:05.000Z' })

describe('a release is offered', () => {
  it.each(['1.2.4', '1.3.0', '2.0.0', '1.10.0', 'v1.2.4', '1.2.4-beta.1'])(
    'that is greater than 1.2.3: %s',
    async (version) => {
      expect(await newerRelease(offered(version), '1.2.3')).toMatchObject({
        version: version.replace('v', ''),
        releasedAt: '2026-01-02T03:04:05.000Z',
      })
    },
  )
  it.each(['1.2.3', '1.2.2', '0.9.9', '1.2.3-rc.1', '1.2.3+build.7', '1.1.99'])(
    'but none that is not: %s',
    async (version) => {
      expect(await newerRelease(offered(version), '1.2.3')).toBeNull()
    },
  )
  it.each(['', 'newest', '1.2', '1.2.3.4', `1.2.${'9'.repeat(200)}`])(
    'and what is no version is a failure: %s',
    async (version) => {
      await expect(newerRelease(offered(version), '1.2.3')).rejects.toMatchObject({ problem: 'unreadable' })
    },
  )
})

describe('notes', () => {
  it('are text, markup and all', () => {
    expect(plainNotes('<b>New</b>\r\n* one\r* two\n\n\n\nend  ')).toBe('<b>New</b>\n* one\n* two\n\nend')
  })
  it('hold nothing that steers a terminal or turns text around', () => {
    expect(plainNotes('a\u0000b\u001B[31mc\u202Ed\u2066e\u200Ff\uD800g\th')).toBe('ab[31mcdefg\th')
  })
  it('have an end, and no half characters there', () => {
    const notes = plainNotes('😀'.repeat(maxReleaseNotes)) ?? ''
    expect(notes.length).toBeLessThanOrEqual(maxReleaseNotes)
    expect(notes.isWellFormed()).toBe(true)
    expect(notes.endsWith(' …')).toBe(true)
    expect(UpdateRelease.safeParse({ version: '1.0.0', notes, releasedAt: null }).success).toBe(true)
  })
  it('that say nothing are none', () => {
    expect([plainNotes(null), plainNotes(''), plainNotes(' \n\u0007 ')]).toEqual([null, null, null])
  })
})
