/**
 * Asks a person for approval in a dialog of the main process, which the window can neither draw nor answer. The rules
 * are applied to data of the main process. An action that needs approval waits for the answer or throws `not_approved`.
 *
 * One question is open at a time. Another one is refused with `approval_pending` and the caller may try again: with a
 * queue, a compromised window could pile up questions until somebody agrees to all of them.
 */
import type { StorageLoss } from '#shared/model/operation/journalState.ts'
import { isSameAddress, type MailServer } from '#shared/model/mail.ts'
import type { BuyingRules } from '#shared/model/operation/purchase.ts'
import { createRateLimit } from './rateLimit.ts'
import type {
  CorrectionQuestion,
  LettersQuestion,
  MoneyFacts,
  NotAppliedFacts,
  RelayQuestion,
  ServiceEndpoint,
} from './question.ts'
import { createQuestionDialog, type QuestionDialogOptions } from './questionDialog.ts'
import { isOtherMailServer, linkHostKey, loosenedRules, moneyReasons, rateLimits, endpointKey } from './rules.ts'

export interface RequestedService extends ServiceEndpoint {
  /** Host of the installation links, or `null` for the default one. */
  readonly linkHost: string | null
}

interface Recipient {
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
  /** Call it before a relay is contacted. It always asks. */
  readonly relay: (relay: Omit<RelayQuestion, 'kind'>) => Promise<void>
  readonly mailServer: (next: MailServer, before: MailServer | null) => Promise<void>
  readonly recipient: (recipient: Recipient) => Promise<void>
  /** Call it before a customer's e-mail address is corrected. It always asks. */
  readonly correction: (correction: Omit<CorrectionQuestion, 'kind'>) => Promise<void>
  readonly rules: (before: BuyingRules, after: BuyingRules, service: string) => Promise<void>
  /** Also counts the operation for the rate limit if it is allowed. */
  readonly money: (facts: MoneyFacts, askAbove: string) => Promise<void>
  /** Call it before what may have been done is recorded as not done, so that it can be sent again. It always asks. */
  readonly notApplied: (facts: NotAppliedFacts) => Promise<void>
  /** Counts one activation code for the rate limit. */
  readonly code: () => Promise<void>
  /**
   * Call it before this many mails with activation codes to the customers' own addresses. Resolves to whether a person
   * has agreed to them. There is no question about a number that the rate limit of codes allows. Consent to other codes
   * does not count, because it was not about mails.
   */
  readonly mails: (count: number) => Promise<boolean>
  /**
   * Call it before the same mail without a code to this many customers. Resolves to whether a person has agreed. It
   * asks about as many as `mails` does, and about several with an agent's own sentence.
   */
  readonly letters: (letters: Omit<LettersQuestion, 'kind'>) => Promise<boolean>
  readonly journal: (losses: readonly StorageLoss[]) => Promise<void>
  /** Closes the open question and refuses every further action that needs approval. */
  readonly close: () => void
}

export function createApprovals(options: QuestionDialogOptions): Approvals {
  const money = createRateLimit(rateLimits.money, options.clock)
  const codes = createRateLimit(rateLimits.codes, options.clock)
  const { requireApproval, close } = createQuestionDialog(options)
  /**
   * Endpoints that a person approved in this run, so that testing a connection and then adding it needs one approval.
   */
  const approved = new Set<string>()
  let pendingCodesQuestion: Promise<void> | null = null

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
    relay: (relay) => requireApproval({ kind: 'relay', ...relay }),
    async mailServer(next, before) {
      if (!isOtherMailServer(before, next)) return
      const { host, port, security, user, from, caFile, renewal } = next
      const tokenAddress = renewal?.address ?? null
      await requireApproval({ kind: 'mailServer', host, port, security, user, from, caFile, tokenAddress })
    },
    async recipient({ to, expected, customer, iccid }) {
      if (isSameAddress(to, expected)) return
      await requireApproval({ kind: 'recipient', to, customer, iccid })
    },
    correction: (correction) => requireApproval({ kind: 'correction', ...correction }),
    async rules(before, after, service) {
      const changes = loosenedRules(before, after)
      if (changes.length > 0) await requireApproval({ kind: 'rules', service, changes })
    },
    async money(facts, askAbove) {
      const reasons = moneyReasons(facts, askAbove, money.isExceeded())
      if (reasons.length > 0) await requireApproval({ kind: 'money', ...facts, reasons, askAbove })
      if (reasons.includes('pace')) money.grant()
      money.record()
    },
    notApplied: (facts) => requireApproval({ kind: 'notApplied', ...facts }),
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
    async mails(count) {
      if (!codes.wouldExceed(count)) return false
      await requireApproval({ kind: 'mails', count })
      return true
    },
    async letters(letters) {
      const { count, note } = letters
      if (!codes.wouldExceed(count) && (note === '' || count === 1)) return false
      await requireApproval({ kind: 'letters', ...letters })
      return true
    },
    async journal(losses) {
      await requireApproval({
        kind: 'journal',
        losses: losses.map(({ file, kind, missing }) => ({ file, loss: kind, missing })),
        connections: losses.flatMap(({ connections }) => connections.map(({ name }) => name)),
      })
    },
    close,
  }
}
