import { expect, it } from 'vitest'
import { isWindowTitle } from '../../../../../electron/host/electron/windowTitle.ts'

it.each(['eSIM Desk', '(1) eSIM Desk', '(999999) eSIM Desk'])('the title %s is accepted', (title) => {
  expect(isWindowTitle(title, 'eSIM Desk')).toBe(true)
})

it.each(['', 'Bank', 'eSIM Desk ', '(1)eSIM Desk', '(x) eSIM Desk', '(1) Bank eSIM Desk', ' eSIM Desk', '(1) '])(
  'the title %j is refused',
  (title) => {
    expect(isWindowTitle(title, 'eSIM Desk')).toBe(false)
  },
)
