/** The drawn icons: every size is there, in the form that each system reads. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { icnsTypes, icoSizes, linuxSizes } from '../../../build/icons/sizes.ts'
import { inProject } from '../../../build/package/project.ts'

const icon = (...parts: readonly string[]): Buffer => readFileSync(inProject('build', 'icons', ...parts))

test.each(linuxSizes)('the icon of %d pixels has that size and transparency', (size) => {
  const png = icon('png', `${String(size)}x${String(size)}.png`)
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  const colourWithAlpha = 6
  expect({ width: png.readUInt32BE(16), height: png.readUInt32BE(20), colour: png.readUInt8(25) }).toEqual({
    width: size,
    height: size,
    colour: colourWithAlpha,
  })
})

test('the icon of Windows holds every size that its shell asks for', () => {
  const ico = icon('icon.ico')
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + index * 16) || 256)
  expect(sizes).toEqual([...icoSizes])
})

test('the icon of macOS holds every size, also for screens of double density', () => {
  const icns = icon('icon.icns')
  const types: string[] = []
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) types.push(icns.toString('latin1', at, at + 4))
  expect(icns.readUInt32BE(4)).toBe(icns.length)
  expect(types).toEqual(expect.arrayContaining(icnsTypes.map(({ type }) => type)))
})
