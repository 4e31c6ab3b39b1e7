import { expect, it } from 'vitest'
import { contrastOf } from '#shared/sheet/contrast.ts'

it.each([
  ['#3d48cc', '#3d48cc'],
  ['#000000', '#000000'],
  ['#ffe066', '#171b26'],
  ['#ffffff', '#171b26'],
  ['#767676', '#767676'],
  ['#787878', '#171b26'],
])('%s is written as %s', (colour, written) => {
  expect(contrastOf(colour)).toBe(written)
})
