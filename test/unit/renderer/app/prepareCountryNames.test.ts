/** The names of countries in other languages are read in parts, each in a moment in which nothing else is going on. */
import { expect, test, vi } from 'vitest'
import { prepareCountryNames } from '../../../../renderer/app/prepareCountryNames.ts'

const { log } = vi.hoisted(() => ({ log: new Array<string>() }))
vi.mock('../../../../renderer/lib/otherCountryNames.ts', () => ({
  prepareSome: () => log.push('some') < 6,
}))
vi.mock('../../../../renderer/lib/afterPaint.ts', () => ({
  afterPaint: () => Promise.resolve(log.push('idle')),
}))

test('the window is idle before each part, and all are read', async () => {
  await prepareCountryNames()
  expect(log).toEqual(['idle', 'some', 'idle', 'some', 'idle', 'some'])
})
