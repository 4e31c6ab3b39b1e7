import { expect, test } from 'vitest'
import { queryHint } from '../../../renderer/rules/queryHint.ts'

test.each([
  ['89049032000001000000012345678901', 'eid'],
  ['8904 9032 0000 0100 0000 0123 4567 8901', 'eid'],
  ['EID: 89049032000001000000012345678901', 'eid'],
  ['my EID is 89049032000001000000012345678901', 'eid'],
  ['356938035643809', 'imei'],
  ['35-693803-564380-9', 'imei'],
  ['8.94311E+18', 'shortened'],
  ['8,94E+18', 'shortened'],
  ['="8.94311E+18"', 'shortened'],
  ['9e+18', 'shortened'],
  ['8943108165000710000', 'rounded'],
  ['894310816500071000', 'rounded'],
  ['8,943,108,165,000,710,000', 'rounded'],
  ['8943108165000712345', 'misread'],
])('%j is %s', (query, hint) => expect(queryHint(query)).toBe(hint))

test.each([
  '8943108165000712344',
  '240071234567891',
  '1e5',
  '2E+5',
  '7e15',
  'anna',
  '',
  '8796',
  'a@x.example',
  '1.5e+18 Anna',
])('%j is nothing of this kind', (query) => expect(queryHint(query)).toBeNull())
