import { expect, test } from 'vitest'
import { connectivityOf } from '#shared/model/esim/connectivity.ts'
import { Iccid } from '#shared/wire/ids.ts'

const iccid = Iccid.parse('8948010000000000017')
const now = Date.parse('2026-11-21T10:00:00Z')
const of = (answer: Parameters<typeof connectivityOf>[0]) => connectivityOf(answer, iccid, now)

test('the country, the connection and the time are taken from the answer', () => {
  const answer = { iccid, imsi: '1', connected: true, country: 'JP', lastSeen: '2026-11-21T09:59:00.12345Z' }
  expect(of(answer)).toEqual({
    iccid,
    connected: true,
    country: 'JP',
    lastSeen: '2026-11-21T09:59:00.123Z',
    asOf: '2026-11-21T10:00:00.000Z',
  })
})

test('what is missing or has another type is unknown', () => {
  expect(of({ country: ' jp ' })).toMatchObject({ country: 'JP', connected: null, lastSeen: null })
  expect(of({ country: 'JP', connected: 'yes', lastSeen: 12 })).toMatchObject({ connected: null, lastSeen: null })
})

test.each([
  ['no country', { connected: true, country: null }],
  ['no code of a country', { country: 'Japan' }],
  ['another eSIM', { iccid: '8948010000000000099', country: 'JP' }],
  ['a list', [{ country: 'JP' }]],
  ['a text', 'JP'],
  ['nothing', null],
])('an answer with %s says nothing', (_what, answer) => {
  expect(of(answer)).toBeNull()
})
