import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxZoom, minZoom, normalZoom, zoomAfter, type ZoomChange } from '../../../../../electron/host/electron/zoom.ts'

/** As Chromium gives a factor back: it keeps the logarithm to the base of 1.2. */
const readBack = (factor: number): number => 1.2 ** (Math.log(factor) / Math.log(1.2))

function walk(from: number, change: ZoomChange, times: number): readonly number[] {
  const seen: number[] = []
  for (let factor = from; seen.length < times; factor = readBack(seen.at(-1) ?? factor))
    seen.push(zoomAfter(factor, change))
  return seen
}

test('it goes up and down in the steps of a browser and stays within 50 % and 300 %', () => {
  expect(walk(1, 'in', 9)).toEqual([1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3, 3])
  expect(walk(1, 'out', 7)).toEqual([0.9, 0.8, 0.75, 0.67, 0.5, 0.5, 0.5])
})

test('a factor between two steps goes to the next one, and a reset returns every factor to 1', () => {
  expect([zoomAfter(1.05, 'in'), zoomAfter(1.05, 'out'), zoomAfter(2.7, 'reset')]).toEqual([1.1, 1, 1])
})

test('no change of any factor leaves the limits', () => {
  const anyFactor = fc.double({ min: 0.01, max: 100, noNaN: true })
  fc.assert(
    fc.property(anyFactor, fc.constantFrom<ZoomChange>('in', 'out', 'reset'), (factor, change) => {
      for (const result of [zoomAfter(factor, change), normalZoom(factor)]) {
        expect(result).toBeGreaterThanOrEqual(minZoom)
        expect(result).toBeLessThanOrEqual(maxZoom)
      }
    }),
  )
})

test('a factor that was read back is the one that was set', () => {
  for (const factor of [0.5, 0.67, 1, 1.1, 1.75, 3]) expect(normalZoom(readBack(factor))).toBe(factor)
  expect([normalZoom(0.2), normalZoom(5)]).toEqual([minZoom, maxZoom])
})
