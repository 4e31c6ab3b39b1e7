/**
 * Asks a person for approval in a dialog of the main process, which the window can neither draw nor answer. The rules are
 * applied to data of the main process. An action that needs approval waits for the answer or throws `not_approved`.
 *
 * One question is open at a time. Another one is refused with `approval_pending` and the caller may try again: with a
 * queue, a compromised window could pile up questions until somebody agrees to all of them.
 */
import { DeskError } from '#shared/errors.ts'
import { questionTimeout } from '#shared/model/approval.ts'
import { defaultLanguage } from '#shared/language.ts'
import type { StorageLoss } from '#shared/model/journalState.ts'
import { isSameAddress, type MailServer } from '#shared/model/mail.ts'
import type { BuyingRules } from '#shared/model/purchase.ts'
import type { Clock } from '../base/clock.ts'
import type { Host, HostQuestion } from '../host/index.ts'
import type { Log } from '../log/index.ts'
import { createRateLimit } from './rateLimit.ts'
import type { MoneyFacts, Question, ServiceEndpoint } from './question.ts'
import { isOtherMailServer, linkHostKey, loosenedRules, moneyReasons, rateLimits, endpointKey } from './rules.ts'
import { questionText } from './text/index.ts'

export interface RequestedService extends ServiceEndpoint {
  /** Host of the installation links, or `null` for the default one. */
  readonly linkHost: string | null
}

export interface Recipient {
  readonly to: string
  /** The address that needs no approval: the customer's own, or the sender's for a test mail. */
  readonly expected: string | null
  /** The customer by e-mail address or uid, or `null` for a test mail. */
  readonly customer: string | null
  readonly iccid: string | null
}

/** Each function resolves if the action is allowed, and otherwise rejects with `not_approved` or `approval_pending`. */
export interface Approvals {
  /** Call it before a service is contacted or stored. `known` are the stored connections. */
  readonly service: (wanted: RequestedService, known: readonly RequestedService[]) => Promise<void>
  readonly mailServer: (next: MailServer, before: MailServer | null) => Promise<void>
  readonly recipient: (recipient: Recipient) => Promise<void>
  readonly rules: (before: BuyingRules, after: BuyingRules, service: string) => Promise<void>
  /** Also counts the operation for the rate limit if it is allowed. */
  readonly money: (facts: MoneyFacts, askAbove: string) => Promise<void>
  /** Counts one activation code for the rate limit. */
  readonly code: () => Promise<void>
  readonly journal: (losses: readonly StorageLoss[]) => Promise<void>
  /** Closes the open question and refuses every further action that needs approval. */
  readonly close: () => void
}

export interface ApprovalsOptions {
  readonly ask: Host['ask']
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Milliseconds until a question without an answer counts as refused. */
  readonly timeout?: number
}

type Refusal = 'refused' | 'no_answer' | 'too_many' | 'closing'

const notApproved = (reason: Refusal): DeskError =>
  new DeskError('not_approved', 'A person was asked and did not agree', { reason })

export function createApprovals({ ask, clock, log, timeout = questionTimeout }: ApprovalsOptions): Approvals {
  const money = createRateLimit(rateLimits.money, clock)
  const codes = createRateLimit(rateLimits.codes, clock)
  const refusals = createRateLimit(rateLimits.refusals, clock)
  /** Endpoints that a person approved in this run, so that testing a connection and then adding it needs one approval. */
  const approved = new Set<string>()
  const closing = new AbortController()
  let hasOpenQuestion = false
  let pendingCodesQuestion: Promise<void> | null = null

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

  const requireApproval = async (question: Question): Promise<void> => {
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
      const answer = await askWithTimeout(questionText(question, defaultLanguage)).catch((error: unknown): Refusal => {
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
  }

  return {
    async service(wanted, known) {
      const { origin, proxy, caFile, linkHost } = wanted
      const endpoint = endpointKey(wanted)
      const linkHostId = linkHost === null ? null : linkHostKey(origin, linkHost)
      const isKnownEndpoint = approved.has(endpoint) || known.some((each) => endpointKey(each) === endpoint)
      const isKnownLinkHost =
        linkHostId === null ||
        approved.has(linkHostId) ||
        known.some((each) => each.linkHost !== null && linkHostKey(each.origin, each.linkHost) === linkHostId)
      if (isKnownEndpoint && isKnownLinkHost) return
      await requireApproval({ kind: 'service', origin, proxy, caFile, linkHost })
      approved.add(endpoint)
      if (linkHostId !== null) approved.add(linkHostId)
    },
    async mailServer(next, before) {
      if (!isOtherMailServer(before, next)) return
      const { host, port, security, user, from, caFile } = next
      await requireApproval({ kind: 'mailServer', host, port, security, user, from, caFile })
    },
    async recipient({ to, expected, customer, iccid }) {
      if (isSameAddress(to, expected)) return
      await requireApproval({ kind: 'recipient', to, customer, iccid })
    },
    async rules(before, after, service) {
      const changes = loosenedRules(before, after)
      if (changes.length > 0) await requireApproval({ kind: 'rules', service, changes })
    },
    async money(facts, askAbove) {
      const reasons = moneyReasons(facts.operation, facts.amount, askAbove, money.isExceeded())
      if (reasons.length > 0) await requireApproval({ kind: 'money', ...facts, reasons, askAbove })
      if (reasons.includes('pace')) money.grant()
      money.record()
    },
    async code() {
      // Concurrent calls share one question.
      while (codes.isExceeded()) {
        pendingCodesQuestion ??= requireApproval({ kind: 'codes' })
          .then(codes.grant)
          .finally(() => {
            pendingCodesQuestion = null
          })
        await pendingCodesQuestion
      }
      codes.record()
    },
    async journal(losses) {
      await requireApproval({
        kind: 'journal',
        losses: losses.map(({ file, kind, missing }) => ({ file, loss: kind, missing })),
        connections: losses.flatMap(({ connections }) => connections.map(({ name }) => name)),
      })
    },
    close: () => closing.abort(),
  }
}
