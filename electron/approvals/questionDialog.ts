/**
 * Shows one question at a time to a person. Another question is refused with `approval_pending` while one is open, and
 * every question is refused after too many refusals.
 */
import { DeskError } from '#shared/errors.ts'
import { questionTimeout } from '#shared/model/operation/approval.ts'
import type { DeskLanguage } from '#shared/language.ts'
import type { Clock } from '../base/clock.ts'
import type { Host, HostQuestion } from '../host/index.ts'
import type { Log } from '../log/index.ts'
import type { Question } from './question.ts'
import { createRateLimit } from './rateLimit.ts'
import { rateLimits } from './rules.ts'
import { questionText } from './text/index.ts'

export interface QuestionDialogOptions {
  readonly ask: Host['ask']
  readonly language: () => DeskLanguage
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Milliseconds until a question without an answer counts as refused. */
  readonly timeout?: number
}

interface QuestionDialog {
  /** Resolves if the person agrees. Otherwise it rejects with `not_approved` or `approval_pending`. */
  readonly requireApproval: (question: Question) => Promise<void>
  /** Closes the open question and refuses every further one. */
  readonly close: () => void
}

type Refusal = 'refused' | 'no_answer' | 'too_many' | 'closing'

const notApproved = (reason: Refusal): DeskError =>
  new DeskError('not_approved', 'A person was asked and did not agree', { reason })

export function createQuestionDialog({
  ask,
  language,
  clock,
  log,
  timeout = questionTimeout,
}: QuestionDialogOptions): QuestionDialog {
  const refusals = createRateLimit(rateLimits.refusals, clock)
  const closing = new AbortController()
  let hasOpenQuestion = false

  /** Races the host against the timeout, because a dialog that can't be closed must not block the caller. */
  const askWithTimeout = async (question: HostQuestion): Promise<'yes' | Refusal> => {
    const end = new AbortController()
    const ended = Promise.withResolvers<Refusal>()
    const resolveWith = (reason: Refusal) => (): void => {
      ended.resolve(reason)
      end.abort()
    }
    const onClosing = resolveWith('closing')
    closing.signal.addEventListener('abort', onClosing, { once: true })
    const timer = setTimeout(resolveWith('no_answer'), timeout)
    try {
      const answered = ask(question, end.signal).then((isYes): 'yes' | Refusal => (isYes ? 'yes' : 'refused'))
      return await Promise.race([answered, ended.promise])
    } finally {
      clearTimeout(timer)
      closing.signal.removeEventListener('abort', onClosing)
    }
  }

  return {
    async requireApproval(question) {
      const { kind } = question
      if (closing.signal.aborted) throw notApproved('closing')
      if (hasOpenQuestion) throw new DeskError('approval_pending', 'Another question is still open', { question: kind })
      if (refusals.isExceeded()) {
        log.warn('A person was not asked after several refusals', { question: kind })
        throw notApproved('too_many')
      }
      hasOpenQuestion = true
      try {
        // A dialog that could not be shown counts as not approved.
        const answer = await askWithTimeout(questionText(question, language())).catch((error: unknown): Refusal => {
          log.warn('A question could not be shown', { question: kind, error })
          return 'no_answer'
        })
        log[answer === 'yes' ? 'info' : 'warn']('A person was asked', { question: kind, answer })
        if (answer === 'yes') return
        if (answer !== 'closing') refusals.record()
        throw notApproved(answer)
      } finally {
        hasOpenQuestion = false
      }
    },
    close: () => closing.abort(),
  }
}
