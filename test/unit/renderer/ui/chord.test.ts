import { expect, test } from 'vitest'
import { ariaKeys, keysOf } from '../../../../renderer/ui/chord.ts'

test('keys are shown as they are written on the keyboards of the system', () => {
  const names = { Space: 'Leertaste', Mod: 'Strg', Alt: 'Alt', Shift: 'Umschalt' }
  expect(keysOf('Mod+K', names, false)).toEqual(['Strg', 'K'])
  expect(keysOf('Mod+Shift+Tab', names, false)).toEqual(['Strg', 'Umschalt', 'Tab'])
  expect(keysOf('Mod+K', names, true)).toEqual(['⌘', 'K'])
  expect(keysOf('Alt+ArrowLeft', names, true)).toEqual(['⌥', '←'])
  expect(keysOf('?', names, false)).toEqual(['?'])
  expect(keysOf('t', names, false)).toEqual(['T'])
})

test('assistive technology gets the names of the specification', () => {
  expect(ariaKeys('Mod+K')).toBe('Control+K')
})
