/** Runs a previewed operation: checks it, asks a person where one has to agree, writes the intent, and sends it. */
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { ParsedInputOf } from '#shared/contract.ts'
import { isPurchaseKind, type RecentSale } from '#shared/model/operation/purchase.ts'
import type { MoneyFacts } from '../../approvals/index.ts'
import { raceAbort } from '../../base/raceAbort.ts'
import type { OpenConnection } from '../../connections/index.ts'
import { trackSending } from '../../service/index.ts'
import { currentRules } from '../buyingRules.ts'
import { serviceHost, type Handler, type OperationsContext } from '../context.ts'
import { limitReason, spentToday } from '../export/totals.ts'
import type { Journal, JournalRow } from '../journal/journal.ts'
import { sanitizeReason } from '../journal/sanitizeReason.ts'
import { itemKinds } from '../kinds.ts'
import { isAcceptedUnseen } from '../outcomes.ts'
import type { BoundPreview } from '../preview/previews.ts'
import { onCustomerRead } from '../reconcile/customerRead.ts'
import { readBuyers, recentSaleTo, salesElsewhere, type SoldTo } from '../preview/recentSale.ts'
import { execute } from '../send/send.ts'
import { followsUnseenRefund } from './unseenRefund.ts'
import type { Intent } from '../types.ts'

type RunInput = ParsedInputOf<'operations', 'run'>

/**
 * Throws `operation_not_possible`, `operation_in_progress` or `preview_changed` if the previewed operation is not
 * possible (any more).
 */
export function checkRunnable(bound: BoundPreview, journal: Journal): void {
  if (!bound.view.possible) {
    throw new DeskError('operation_not_possible', 'The preview shows that this is not possible', {
      reasons: bound.view.reasons.join(','),
    })
  }
  if (journal.isLocked(bound.lockKey))
    throw new DeskError('operation_in_progress', 'Another operation on the same target is open')
  if (journal.newestSeq(bound.lockKey) !== bound.journalAt) {
    throw new DeskError('preview_changed', 'Another operation has changed the target since the preview')
  }
}

/** Returns the facts for the approval question. They come from the service's answers, not from the window. */
function moneyFacts(
  { view, lockKey }: BoundPreview,
  open: OpenConnection,
  journal: Journal,
  { repeated, refundUnseen }: { readonly repeated: RecentSale | null; readonly refundUnseen: boolean },
): MoneyFacts {
  const { kind, packageName, amount, customerEmail, customerUid } = view
  return {
    operation: kind,
    packageName,
    amount,
    customer: customerEmail ?? customerUid,
    service: serviceHost(open),
    acceptedBefore: !isPurchaseKind(kind) && journal.acceptedAt(lockKey, kind) !== null,
    repeatsUnknown: repeated?.confirmed === false,
    refundUnseen,
  }
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

interface Press extends Pick<Intent, 'agent'> {
  readonly open: OpenConnection
  /** The name of the recent sale that was acknowledged. */
  readonly repeats: string | null
  /** Whether the customer could not be read once more. */
  readonly isUnread?: boolean
}

export function intentOf(
  id: string,
  bound: BoundPreview,
  input: RunInput,
  { open, agent, repeats, isUnread = false }: Press,
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
    readBy: bound.readBy,
    purchase,
    ...(repeats !== null && { repeats }),
    ...(isUnread && { isUnread }),
  }
}

/** Throws if the operation is not possible (any more). */
function requireRunnable(context: OperationsContext, bound: BoundPreview, open: OpenConnection): void {
  const { submissions, recovery, guard, journal, clock } = context
  if (submissions.isRefusing() || open.signal.aborted)
    throw new DeskError('aborted', 'The desk or the connection is closing')
  recovery.recoverOrphaned()
  guard.require(open)
  checkRunnable(bound, journal)
  if (bound.purchase !== null) {
    checkLimit(bound, journal, clock.now(), currentRules(journal, open).dailyLimit)
  }
}

/** A sale does not wait longer for a read that only searches for another sale. */
const lookWithin = 10_000

const soldTo = ({ view }: BoundPreview): SoldTo => ({ customerUid: view.customerUid, email: view.customerEmail })

/**
 * Reads at the press whether another desk has sold the package to this customer since the preview. Returns `null` if
 * they can't be read, which must not stop the sale.
 */
async function lookElsewhere(
  context: OperationsContext,
  bound: BoundPreview,
  open: OpenConnection,
): Promise<readonly RecentSale[] | null> {
  if (bound.sold === null) return []
  const signal = AbortSignal.any([open.signal, AbortSignal.timeout(lookWithin)])
  try {
    const buyers = await raceAbort(readBuyers(soldTo(bound), open.client, signal), signal)
    return salesElsewhere(buyers, bound.sold, { ...context, open })
  } catch (thrown) {
    context.log.info('The customer could not be read before a purchase', { code: asDeskError(thrown).code })
    return null
  }
}

/**
 * Returns the recent sale of the same package to this customer, which a person has acknowledged, or `null` if there was
 * none. Throws `preview_changed` if nobody has acknowledged it.
 */
function requireAcknowledged(
  context: OperationsContext,
  bound: BoundPreview,
  open: OpenConnection,
  { acknowledged, elsewhere }: { readonly acknowledged: string | undefined; readonly elsewhere: readonly RecentSale[] },
): RecentSale | null {
  if (bound.sold === null) return null
  const sale = recentSaleTo(soldTo(bound), bound.sold, elsewhere, { ...context, open })
  if (sale !== null && sale.id !== acknowledged)
    throw new DeskError('preview_changed', 'The same package was sold to this customer a few minutes ago', {
      sale: sale.id,
    })
  return sale
}

/**
 * Reads the customer again after an operation, so that the window can show it, and follows an accepted operation until
 * a read shows it. The operation does not wait for this.
 */
async function readAfterwards(context: OperationsContext, open: OpenConnection, row: JournalRow): Promise<void> {
  const { notifier, reconciler, checks, rows, clock, log } = context
  const { id, customer_uid: customerUid } = row
  const { signal, client } = open
  if (row.state === 'NOT_SENT' || customerUid === null || signal.aborted) return
  try {
    if (isAcceptedUnseen(row)) await checks.run(open, row, { thorough: false, pressed: true, signal })
    else {
      const { onSend, at } = trackSending(clock)
      const entry = await client.customer(customerUid, { signal, onSend, pressed: true })
      notifier.emitFresh(entry, at())
      onCustomerRead(context, entry)
    }
  } catch (thrown) {
    log.info('The customer could not be read after an operation', { operation: id, code: asDeskError(thrown).code })
  }
  notifier.notify('read afterwards', () => {
    if (!signal.aborted && isAcceptedUnseen(rows.require(id))) reconciler.watch(row)
  })
}

export const run: Handler<'run'> = (context) => async (input) => {
  const { connections, submissions, previews, approvals, journal, notes, notifier, rows, agent, newId } = context
  const open = connections.require()
  if (submissions.isRefusing()) throw new DeskError('aborted', 'The desk is closing')
  const bound = previews.take(input.previewId, open.identity)
  requireRunnable(context, bound, open)
  const before = bound.sold?.elsewhere ?? []
  const repeated = requireAcknowledged(context, bound, open, { acknowledged: input.repeats, elsewhere: before })
  const refundUnseen = await followsUnseenRefund(context, bound, open)
  await submissions.waitForApproval(() =>
    approvals.money(moneyFacts(bound, open, journal, { repeated, refundUnseen }), currentRules(journal, open).askAbove),
  )
  const found = await lookElsewhere(context, bound, open)
  // The conditions may have changed while the person was asked and the customer was read.
  requireRunnable(context, bound, open)
  const acknowledgement = { acknowledged: input.repeats, elsewhere: found ?? before }
  const repeats = requireAcknowledged(context, bound, open, acknowledgement)?.id ?? null
  const intent = intentOf(newId(), bound, input, { open, agent: agent(), repeats, isUnread: found === null })
  const request = bound.requestOf(intent.id, intent.agent.displayName)
  journal.begin(intent)
  const { customerEmail, purchase } = bound.view
  notes.add(intent.id, intent.customerUid, {
    email: customerEmail,
    note: input.note ?? null,
    reference: purchase?.reference ?? null,
    userCountry: purchase?.userCountry?.value ?? null,
    userIp: purchase?.userIp?.value ?? null,
    iccids: [...bound.iccids],
  })
  await submissions.track(
    intent.id,
    execute(intent, request, {
      open,
      journal,
      onTransition: notifier.onTransition,
      onIccid: notes.addIccid,
      onSold: (sold, isNew) => notifier.notify('sold', () => context.onSold?.(open, sold, isNew)),
    }),
  )
  const row = rows.require(intent.id)
  void readAfterwards(context, open, row)
  return rows.view(row)
}
