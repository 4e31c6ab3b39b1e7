import { expect, it } from 'vitest'
import { limitedReloads } from '../../../../electron/host/reloads.ts'

it('reloads a crashing window three times a minute, then gives up, and allows reloads again later', () => {
  let now = 0
  const comeBack = limitedReloads(() => now)
  expect([comeBack(), comeBack(), comeBack(), comeBack()]).toEqual([true, true, true, false])
  now += 61_000
  expect(comeBack()).toBe(true)
})
