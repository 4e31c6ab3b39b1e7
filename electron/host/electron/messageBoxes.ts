/** Questions and notes of the main process, as data. */
import type { MessageBoxOptions } from 'electron'
import type { HostText } from './text/index.ts'

/** Asked before the window closes while money is in flight. Enter and Escape wait. */
export const closeQuestion = (text: HostText['closeQuestion']): MessageBoxOptions => ({
  type: 'question',
  buttons: [text.wait, text.closeAnyway],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
  message: text.message,
  detail: text.detail,
})

/** The answer to `closeQuestion` by which the window is closed. */
export const closesAnyway = 1

/** Shown on a second start while the first program has closed its window and still awaits an answer. */
export const stillWaiting = (text: HostText['stillWaiting']): MessageBoxOptions => ({
  type: 'info',
  buttons: [text.ok],
  noLink: true,
  message: text.message,
  detail: text.detail,
})
