/** Questions and notes of the main process, as data. */
import type { MessageBoxOptions } from 'electron'
import type { HostQuestion } from '../host.ts'
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

/** Buttons of `questionBox`. Enter and Escape say no, and so does closing the box. */
const [saysNo, saysYes] = [0, 1]

/** A question of the main process. The facts stand one on a line. */
export const questionBox = ({ title, text, facts, yes, no }: HostQuestion): MessageBoxOptions => ({
  type: 'warning',
  buttons: [no, yes],
  defaultId: saysNo,
  cancelId: saysNo,
  noLink: true,
  // No letter of the buttons or of what others wrote becomes a key.
  normalizeAccessKeys: false,
  message: title,
  detail: [...facts.map(({ label, value }) => `${label}: ${value}`), '', text].join('\n'),
})

export const isYes = (response: number): boolean => response === saysYes
