/** The message boxes of the main process, as data. */
import type { MessageBoxOptions } from 'electron'
import type { HostQuestion } from '../host.ts'
import type { HostText } from './text/index.ts'

/** Asked before the window closes while money is in flight. Enter and Escape choose to wait. */
export const closeQuestion = (text: HostText['closeQuestion']): MessageBoxOptions => ({
  type: 'question',
  buttons: [text.wait, text.closeAnyway],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
  message: text.message,
  detail: text.detail,
})

/** The button of `closeQuestion` that closes the window. */
export const closeAnywayButton = 1

/** Shown on a second start while the first process has closed its window and still waits for an answer. */
export const stillWaiting = (text: HostText['stillWaiting']): MessageBoxOptions => ({
  type: 'info',
  buttons: [text.ok],
  noLink: true,
  message: text.message,
  detail: text.detail,
})

/** The buttons of `questionBox`. Enter, Escape and closing the box mean no. */
const [noButton, yesButton] = [0, 1]

/** A question of the main process. Each fact is on a line of its own. */
export const questionBox = ({ title, text, facts, yes, no }: HostQuestion): MessageBoxOptions => ({
  type: 'warning',
  buttons: [no, yes],
  defaultId: noButton,
  cancelId: noButton,
  noLink: true,
  // No letter in the buttons or in the values becomes an access key.
  normalizeAccessKeys: false,
  message: title,
  detail: [...facts.map(({ label, value }) => `${label}: ${value}`), '', text].join('\n'),
})

export const isYes = (response: number): boolean => response === yesButton
