/**
 * Runs a previewed effect: INTENT on the disk, then SENDING on the disk, then the request, then its outcome on the disk,
 * and only then an answer. Nothing repeats what is not known.
 */
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { ParsedInputOf } from '#shared/contract.ts'
import { isPurchaseKind } from '#shared/model/purchase.ts'
import type { MoneyFacts } from '../approvals/index.ts'
import type { OpenConnection } from '../connections/index.ts'
import type { Journal } from './journal.ts'
import { itemKinds } from './kinds.ts'
import type { BoundPreview } from './previews.ts'
import { send } from './send.ts'
import type { Agent, Intent, PurchaseResult, OperationRequest, Transition } from './types.ts'
import { limitReason, spentToday } from './totals.ts'
import { sanitizeReason } from './sanitizeReason.ts'

export interface RunContext {
  readonly open: OpenConnection
  readonly journal: Journal
  /** Called after each transition is on the disk; after INTENT only where SENDING has to wait for a token. */
  readonly onTransition: (id: string) => void
  /** Of the eSIM that it made. */
  readonly onIccid: (id: string, iccid: string) => void
}

type RunInput = ParsedInputOf<'operations', 'run'>

/** Throws where this preview's effect is not to be had (any more). */
export function checkRunnable(bound: BoundPreview, journal: Journal): void {
  if (!bound.view.possible) {
    throw new DeskError('operation_not_possible', 'The preview says that this is not possible', {
      reasons: bound.view.reasons.join(','),
    })
  }
  if (journal.isLocked(bound.lockKey))
    throw new DeskError('operation_in_progress', 'An operation on the same subject is open')
  if (journal.newestSeq(bound.lockKey) !== bound.journalAt) {
    throw new DeskError('preview_changed', 'Another operation has changed the subject since the preview')
  }
}

export const serviceHost = ({ profile }: OpenConnection): string => URL.parse(profile.address)?.host ?? profile.address

/** What a person is told who has to agree: what the service said for the preview, not what the window shows. */
export function moneyFacts({ view }: BoundPreview, open: OpenConnection): MoneyFacts {
  const { kind, packageName, amount, customerEmail, customerUid } = view
  return { operation: kind, packageName, amount, customer: customerEmail ?? customerUid, service: serviceHost(open) }
}

/** Of a purchase, asked again in the moment of the intent: since the preview other purchases may have begun, or a limit may have been set. */
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

export function intentOf(id: string, bound: BoundPreview, input: RunInput, open: OpenConnection, agent: Agent): Intent {
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
  }
}

/** The intent is in the journal already. Returns once its outcome is too; throws `journal_unwritable` where it can't be. */
export async function execute(
  intent: Pick<Intent, 'id' | 'customerUid'>,
  order: OperationRequest,
  run: RunContext,
): Promise<void> {
  const { journal, open } = run
  const move = (transition: Transition, result?: PurchaseResult): void => {
    journal.move(intent.id, transition, result)
    run.onTransition(intent.id)
  }
  // A token at hand takes no time to look at: between the two writes nobody is told, and nothing else has its turn.
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
    const { transition, result, iccid } = await send({ ...intent, order, client: open.client, journal })
    if (iccid) run.onIccid(intent.id, iccid)
    move(transition, result)
  } catch (thrown) {
    const { code, message } = asDeskError(thrown)
    throw new DeskError(code, message, { operation: intent.id, sent: true }, { cause: thrown })
  }
}
