/** What another version of the desk has stored of a service. */
import { expect, test } from 'vitest'
import { Dialect } from '../../../../../electron/service/features/dialect.ts'

test('a feature that this version does not know is dropped, and the others stay', () => {
  const seen = { there: true, at: '2026-11-01T00:00:00.000Z' }
  const forms = { search: null, devices: null, refund: null, paging: null, list: null }
  expect(Dialect.parse({ ...forms, features: { retailPrice: seen, oneItem: seen } }).features).toEqual({
    oneItem: seen,
  })
})
