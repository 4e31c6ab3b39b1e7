import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bounds, placeWindow } from '../../../../../electron/host/electron/bounds.ts'

const initial = { width: 1280, height: 800 }
const minimum = { width: 900, height: 600 }
const place = (stored: Bounds | null, ...workAreas: readonly Bounds[]): Bounds =>
  placeWindow({ stored, workAreas, initial, minimum }).bounds

const laptop: Bounds = { x: 0, y: 25, width: 1440, height: 875 }
const toTheLeft: Bounds = { x: -1920, y: -200, width: 1920, height: 1040 }

const coordinate = fc.integer({ min: -20_000, max: 20_000 })
const length = fc.integer({ min: 1, max: 10_000 })
const anyBounds: fc.Arbitrary<Bounds> = fc.record({ x: coordinate, y: coordinate, width: length, height: length })
const gap = fc.integer({ min: 0, max: 500 })

/** One to five screens side by side, at any height, of any size, with taskbars between them. None covers another. */
const anyWorkAreas: fc.Arbitrary<readonly Bounds[]> = fc
  .tuple(
    coordinate,
    fc.array(fc.record({ gap, y: coordinate, width: length, height: length }), { minLength: 1, maxLength: 5 }),
  )
  .map(([left, screens]) => {
    let x = left
    return screens.map(({ gap: before, ...screen }) => {
      const area = { x: x + before, ...screen }
      x = area.x + area.width
      return area
    })
  })

function isWithin(inner: Bounds, outer: Bounds): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

describe('for any stored bounds and any screens', () => {
  test('the window is whole within the free area of one screen, so its title bar can be reached', () => {
    fc.assert(
      fc.property(fc.option(anyBounds), anyWorkAreas, (stored, workAreas) => {
        const bounds = place(stored, ...workAreas)
        expect(workAreas.some((area) => isWithin(bounds, area))).toBe(true)
        expect(Object.values(bounds).every(Number.isInteger)).toBe(true)
      }),
    )
  })

  test('it is no smaller than the minimum if its screen has room for that', () => {
    fc.assert(
      fc.property(fc.option(anyBounds), anyWorkAreas, (stored, workAreas) => {
        const { bounds, minimum: least } = placeWindow({ stored, workAreas, initial, minimum })
        expect(bounds.width).toBeGreaterThanOrEqual(least.width)
        expect(bounds.height).toBeGreaterThanOrEqual(least.height)
        const roomy = workAreas.every(({ width, height }) => width >= minimum.width && height >= minimum.height)
        if (roomy) expect(least).toEqual(minimum)
      }),
    )
  })

  test('placing a window twice returns the same bounds', () => {
    fc.assert(
      fc.property(fc.option(anyBounds), anyWorkAreas, (stored, workAreas) => {
        const once = place(stored, ...workAreas)
        expect(place(once, ...workAreas)).toEqual(once)
      }),
    )
  })

  test('a window that fits its screen opens exactly where it was', () => {
    const fitting = anyWorkAreas.chain((workAreas) =>
      fc.constantFrom(...workAreas).chain((area) =>
        fc
          .record({
            width: fc.integer({ min: Math.min(minimum.width, area.width), max: area.width }),
            height: fc.integer({ min: Math.min(minimum.height, area.height), max: area.height }),
          })
          .chain(({ width, height }) =>
            fc.record({
              x: fc.integer({ min: area.x, max: area.x + area.width - width }),
              y: fc.integer({ min: area.y, max: area.y + area.height - height }),
              width: fc.constant(width),
              height: fc.constant(height),
            }),
          )
          .map((bounds) => ({ workAreas, bounds })),
      ),
    )
    fc.assert(
      fc.property(fitting, ({ workAreas, bounds }) => {
        expect(place(bounds, ...workAreas)).toEqual(bounds)
      }),
    )
  })
})

test('the first start is in the middle of the first screen', () => {
  expect(place(null, laptop, toTheLeft)).toEqual({ x: 80, y: 62, width: 1280, height: 800 })
})

test('a screen to the left has negative coordinates', () => {
  const stored = { x: -1800, y: -100, width: 1000, height: 700 }
  expect(place(stored, laptop, toTheLeft)).toEqual(stored)
})

test('when its screen was taken away, the window opens in the middle of the first one in its own size', () => {
  expect(place({ x: -1800, y: -100, width: 1000, height: 700 }, laptop)).toEqual({
    x: 220,
    y: 112,
    width: 1000,
    height: 700,
  })
})

test('when its screen got smaller, the window gets as large as that', () => {
  expect(place({ x: 0, y: 0, width: 2560, height: 1400 }, laptop)).toEqual(laptop)
})

test('a title bar above the upper edge or under the taskbar comes back into reach', () => {
  expect(place({ x: 100, y: -30, width: 1000, height: 700 }, laptop).y).toBe(25)
  expect(place({ x: 100, y: 880, width: 1000, height: 700 }, laptop).y).toBe(200)
})

test('on a screen that is smaller than the minimum the minimum shrinks', () => {
  const small = { x: 0, y: 0, width: 683, height: 360 }
  expect(placeWindow({ stored: null, workAreas: [small], initial, minimum })).toEqual({
    bounds: small,
    minimum: { width: 683, height: 360 },
  })
})

test('without any screen the requested bounds are unchanged', () => {
  expect(place(null)).toEqual({ x: 0, y: 0, ...initial })
  expect(place(laptop)).toEqual(laptop)
})
