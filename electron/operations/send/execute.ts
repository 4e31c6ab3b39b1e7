/**
 * Runs a previewed operation: INTENT is written to the disk, then SENDING, then the request is sent, then its outcome
 * is written, and only then the caller gets an answer. An operation with an unknown outcome is never repeated.
 */
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { ParsedInputOf } from '#shared/contract.ts'
import { isPurchaseKind } from '#shared/model/purchase.ts'
import type { MoneyFacts } from '../../approvals/index.ts'
import type { OpenConnection } from '../../connections/index.ts'
import type { Journal } from '../journal/journal.ts'
import { itemKinds } from '../kinds.ts'
import type { BoundPreview } from '../preview/previews.ts'
import { send } from './send.ts'
import type { Agent, Intent, PurchaseResult, OperationRequest, Transition } from '../types.ts'
import { limitReason, spentToday } from '../export/totals.ts'
import { sanitizeReason } from '../journal/sanitizeReason.ts'

export interface RunContext {
  readonly open: OpenConnection
  readonly journal: Journal
  /** Called after each transition is on the disk; for INTENT only if SENDING has to wait for a token. */
  readonly onTransition: (id: string) => void
  /** Called with the ICCID of the eSIM that the purchase created. */
  readonly onIccid: (id: string, iccid: string) => void
}

type RunInput = ParsedInputOf<'operations', 'run'>

/**
 * Throws `operation_not_possible`, `operation_in_progress` or `preview_changed` if the previewed operation is not
 * possible (any more).
 */
export function checkRunnable(bound: BoundPreview, journal: Journal): void {
  if (!bound.view.possible) {
    throw new DeskError('operation_not_possible', 'The preview says that this is not possible', {
      reasons: bound.view.reasons.join(','),
    })
  }
  if (journal.isLocked(bound.lockKey))
    throw new DeskError('operation_in_progress', 'Another operation on the same target is open')
  if (journal.newestSeq(bound.lockKey) !== bound.journalAt) {
    throw new DeskError('preview_changed', 'Another operation has changed the target since the preview')
  }
}

/** Returns the host of the connection's service, as questions to a person name it. */
export const serviceHost = ({ profile }: OpenConnection): string => URL.parse(profile.address)?.host ?? profile.address

/** Returns the facts for the approval question. They come from the service's answers, not from the window. */
export function moneyFacts({ view }: BoundPreview, open: OpenConnection): MoneyFacts {
  const { kind, packageName, amount, customerEmail, customerUid } = view
  return { operation: kind, packageName, amount, customer: customerEmail ?? customerUid, service: serviceHost(open) }
}

/**
 * Throws `operation_not_possible` if a purchase exceeds the daily limit now: since the preview, other purchases may
 * have started and the limit may have changed.
 */
export function checkLimit(
  { view, connection }: BoundPreview,
  journal: Journal,
  now: number,
  limit: string | null,
): void {
  if (limit === null) return
  const reason = limitReason(view.amount, spentToday(journal, connection, now), limit)
  if (reason !== null)
    throw new DeskError('operation_not_possible', 'The daily limit does not allow it', { reasons: reason })
}

const takesReason = ({ kind }: BoundPreview['view']): boolean => !isPurchaseKind(kind) && itemKinds[kind].takesReason

/** `repeats`: the id of the recent sale that was acknowledged. */
export function intentOf(
  id: string,
  bound: BoundPreview,
  input: RunInput,
  { open, agent, repeats }: { readonly open: OpenConnection; readonly agent: Agent; readonly repeats: string | null },
): Intent {
  const { view, lockKey, purchase } = bound
  return {
    id,
    kind: view.kind,
    lockKey,
    connection: open.identity,
    connectionName: open.profile.name,
    agent,
    customerUid: view.customerUid,
    itemUid: view.itemUid,
    packageName: view.packageName,
    amount: view.amount,
    refundReason: takesReason(view) ? (input.refundReason ?? null) : null,
    ticket: sanitizeReason(input.ticket),
    purchase,
    ...(repeats !== null && { repeats }),
  }
}

/**
 * Sends the request of an intent that is in the journal. Resolves when the journal has the outcome. Throws
 * `journal_unwritable` if the journal can't be written.
 */
export async function execute(
  intent: Pick<Intent, 'id' | 'customerUid'>,
  request: OperationRequest,
  run: RunContext,
): Promise<void> {
  const { journal, open } = run
  const move = (transition: Transition, result?: PurchaseResult): void => {
    journal.move(intent.id, transition, result)
    run.onTransition(intent.id)
  }
  // If a token is present, `prepareMoney` resolves before `setImmediate` calls back, and INTENT is not notified.
  const pendingNotification = setImmediate(run.onTransition, intent.id)
  try {
    await open.client.prepareMoney()
  } catch (thrown) {
    const { code } = asDeskError(thrown)
    move({ state: 'NOT_SENT', cause: `prepare: ${code}`, reason: code })
    return
  } finally {
    clearImmediate(pendingNotification)
  }
  move({ state: 'SENDING', cause: 'send' })
  try {
    const { transition, result, iccid } = await send({ ...intent, request, client: open.client, journal })
    if (iccid) run.onIccid(intent.id, iccid)
    move(transition, result)
  } catch (thrown) {
    const { code, message } = asDeskError(thrown)
    throw new DeskError(code, message, { operation: intent.id, sent: true }, { cause: thrown })
  }
}
