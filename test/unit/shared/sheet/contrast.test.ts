import { expect, it } from 'vitest'
import { contrastOf, contrastOn } from '#shared/sheet/contrast.ts'

it.each([
  ['#3d48cc', '#ffffff', '#3d48cc'],
  ['#000000', '#ffffff', '#000000'],
  ['#ffe066', '#171b26', '#171b26'],
  ['#ffffff', '#171b26', '#171b26'],
  ['#767676', '#ffffff', '#767676'],
  ['#787878', '#171b26', '#171b26'],
])('%s carries %s and is written as %s', (colour, on, of) => {
  expect([contrastOn(colour), contrastOf(colour)]).toEqual([on, of])
})
