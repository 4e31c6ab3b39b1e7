import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasInstant, parseInstant, toInstant } from '../../../../shared/model/instant.ts'

describe('an instant of the service', () => {
  it.each([
    ['2026-06-15T12:00:00Z', Date.UTC(2026, 5, 15, 12)],
    ['2026-06-15T12:00:00.123Z', Date.UTC(2026, 5, 15, 12, 0, 0, 123)],
    ['2026-06-15T12:00:00.12345Z', Date.UTC(2026, 5, 15, 12, 0, 0, 123)],
    ['2026-06-15T12:00:00.5Z', Date.UTC(2026, 5, 15, 12, 0, 0, 500)],
    ['2026-06-15T12:00:00', Date.UTC(2026, 5, 15, 12)],
    ['2026-06-15T14:00:00+02:00', Date.UTC(2026, 5, 15, 12)],
    ['2026-06-15T14:00:00+0200', Date.UTC(2026, 5, 15, 12)],
    ['2026-06-15T06:30:00-0530', Date.UTC(2026, 5, 15, 12)],
    [' 2026-06-15T12:00:00Z\n', Date.UTC(2026, 5, 15, 12)],
    ['2026-06-15T12:00:00.999999999Z', Date.UTC(2026, 5, 15, 12, 0, 0, 999)],
    ['2026-06-15 12:00:00', Date.UTC(2026, 5, 15, 12)],
    ['2026-06-15T12:00Z', Date.UTC(2026, 5, 15, 12)],
    ['2026-06-15', Date.UTC(2026, 5, 15)],
    ['2026-06-15t12:00:00z', Date.UTC(2026, 5, 15, 12)],
    ['2026-06-15 14:00:00 +02:00', Date.UTC(2026, 5, 15, 12)],
    ['1781524800', Date.UTC(2026, 5, 15, 12)],
    ['1781524800123', Date.UTC(2026, 5, 15, 12, 0, 0, 123)],
  ])('%s is read to the millisecond, as UTC without a zone', (text, time) => {
    expect(parseInstant(text)).toBe(time)
  })

  it.each(['soon', '15.06.2026 12:00', '06/15/2026', '2026-13-45T99:99:99Z', '20260615', '178152480012', '12:00'])(
    '%j is an instant that can’t be read',
    (text) => {
      expect([parseInstant(text), hasInstant(text)]).toEqual([null, true])
    },
  )

  it.each([
    null,
    undefined,
    '',
    '   ',
    '0',
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00',
    '0000-00-00 00:00:00',
    '1970-01-01T00:00:00Z',
    '1970-01-01T00:00:00.000Z',
    '1969-12-31T23:00:00Z',
    '-62135596800000',
  ])('%j means that there is none yet', (text) => {
    expect([parseInstant(text), hasInstant(text)]).toEqual([null, false])
  })

  it('survives a round trip for any moment', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
        (date) => {
          expect(parseInstant(toInstant(date.getTime()))).toBe(date.getTime())
        },
      ),
    )
  })

  it('is null for null and outside the range of dates', () => {
    expect(toInstant(null)).toBeNull()
    expect(toInstant(Number.NaN)).toBeNull()
    expect(toInstant(9e15)).toBeNull()
  })
})
