import { expect, test } from 'vitest'
import { ariaKeys, keysOf } from '../../../../renderer/ui/chord.ts'

test('keys are shown as they are written on the keyboards of the system', () => {
  expect(keysOf('Mod+K', false)).toEqual(['Ctrl', 'K'])
  expect(keysOf('Mod+Shift+Tab', false)).toEqual(['Ctrl', 'Shift', 'Tab'])
  expect(keysOf('Mod+K', true)).toEqual(['⌘', 'K'])
  expect(keysOf('Alt+ArrowLeft', true)).toEqual(['⌥', '←'])
  expect(keysOf('?', false)).toEqual(['?'])
  expect(keysOf('t', false)).toEqual(['T'])
})

test('assistive technology gets the names of the specification', () => {
  expect(ariaKeys('Mod+K')).toBe('Control+K')
})
