/** The names of countries in other languages are read in parts, each in a moment in which nothing else is going on. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { prepareCountryNames } from '../../../../renderer/app/prepareCountryNames.ts'
import { preparations } from '../../../../renderer/lib/otherCountryNames.ts'

test('the window is idle before each part, and all are read', async () => {
  let moments = 0
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work))
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    moments += 1
    work()
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const named = vi.spyOn(Intl.DisplayNames.prototype, 'of')
  onTestFinished(() => named.mockRestore())
  await prepareCountryNames()
  expect(moments).toBe(preparations.length)
  expect(named.mock.calls.length).toBeGreaterThan(5 * 200)
})
