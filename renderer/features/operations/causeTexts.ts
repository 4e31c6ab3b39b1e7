/**
 * Translates the journal's terms for the cause of a transition into sentences for an agent. A cause without a
 * translation is shown as it is, such as the service's own reasons.
 */
import { DeskErrorCode } from '#shared/errors.ts'
import type { OperationRow, OperationState } from '#shared/model/operation/operation.ts'

export const causeKeys: ReadonlyMap<string, string> = new Map([
  ['run', 'run'],
  ['run: repeats', 'runRepeats'],
  ['run: not read', 'runNotRead'],
  ['send', 'send'],
  ['restart', 'restart'],
  ['journal unwritable', 'journalUnwritable'],
  ['person', 'person'],
  ['no_token', 'noToken'],
  ['dns', 'dns'],
  ['refused', 'refused'],
  ['tls', 'tls'],
  ['proxy', 'proxy'],
  ['timeout connect', 'timeoutConnect'],
  ['timeout headers', 'timeoutHeaders'],
  ['timeout total', 'timeoutTotal'],
  ['reset', 'reset'],
  ['cut', 'cut'],
  ['too_large', 'tooLarge'],
  ['aborted', 'aborted'],
  ['other', 'other'],
  ['read: incomplete', 'readIncomplete'],
  ['read: gone', 'readGone'],
  ['read: applied', 'readApplied'],
  ['read: not applied', 'readNotApplied'],
  ['read: denied', 'readDenied'],
  ['read: denied, changed', 'readDeniedChanged'],
  ['read: item gone', 'readItemGone'],
  ['read: unchanged', 'readUnchanged'],
  ['read: not found', 'readNotFound'],
  ['read: found', 'readFound'],
  ['looks ended', 'looksEnded'],
  ['not readable', 'notReadable'],
])

/** An answer without a text of its own: its HTTP status, and its outcome where the status leaves that open. */
const bareAnswer = /^answer (?<status>\d+)(?: (?<outcome>open|denied))?$/

/** The HTTP status of an answer without a text of its own, or `null` for any other cause. */
export const bareStatus = (cause: string): string | null => bareAnswer.exec(cause)?.groups?.['status'] ?? null

/** Whether a reason is a term of the journal rather than the service's own text. */
function isTerm(reason: string): boolean {
  if (causeKeys.has(reason) || bareStatus(reason) !== null) return true
  return DeskErrorCode.safeParse(reason.replace(/^prepare: /, '')).success
}

/** The service's own text in the reason of an operation, or `null` if it has none. */
export const serviceMessage = ({ reason }: Pick<OperationRow, 'reason'>): string | null =>
  reason === null || reason === '' || isTerm(reason) ? null : reason

export interface CauseText {
  readonly cause: (cause: string, state: OperationState) => string
  /** The outcome of one request. What it means for the operation is the cause of the transition. */
  readonly outcome: (word: string) => string
}

/** Returns a string of the window by its key. */
type Translate = (key: string, named?: Record<string, unknown>) => string

/** `describeCode` returns what an error of the desk means. */
export function causeTexts(t: Translate, describeCode: (code: DeskErrorCode) => string): CauseText {
  function answered(status: string, ending: string | undefined, state: OperationState): string {
    if (state === 'CONFIRMED') return t('operations.cause.answerDone')
    if (ending === 'open') return t('operations.cause.answerOpen', { status })
    if (ending === 'denied') return t('operations.cause.answerDenied', { status })
    return state === 'REJECTED'
      ? t('operations.cause.answerRefused', { status })
      : t('operations.cause.answerUnclear', { status })
  }

  function cause(word: string, state: OperationState): string {
    const key = word === 'restart' && state === 'NOT_SENT' ? 'restartNotSent' : causeKeys.get(word)
    if (key !== undefined) return t(`operations.cause.${key}`)
    const { status, outcome: ending } = bareAnswer.exec(word)?.groups ?? {}
    if (status !== undefined) return answered(status, ending, state)
    const code = DeskErrorCode.safeParse(word.replace(/^prepare: /, ''))
    return code.success ? describeCode(code.data) : word
  }

  function outcome(word: string): string {
    const status = bareStatus(word)
    return status === null ? cause(word, 'UNKNOWN') : t('operations.attempt.answered', { status })
  }

  return { cause, outcome }
}
