import { expect, test } from 'vitest'
import { closeQuestion, closeAnywayButton, stillWaiting } from '../../../../../electron/host/electron/messageBoxes.ts'
import { textIn } from '../../../../../electron/host/electron/text/index.ts'

const text = textIn('en')

test('closing the window while money is in flight asks first, and an accidental key press chooses to wait', () => {
  const question = closeQuestion(text.closeQuestion)
  expect(question.buttons).toEqual(['Wait', 'Close anyway'])
  expect(question.buttons?.[closeAnywayButton]).toBe('Close anyway')
  expect([question.defaultId, question.cancelId]).not.toContain(closeAnywayButton)
})

test('a second start during that time shows what the first one waits for', () => {
  expect(stillWaiting(text.stillWaiting)).toMatchObject({
    type: 'info',
    message: expect.stringContaining('still waits'),
    buttons: ['OK'],
  })
})
