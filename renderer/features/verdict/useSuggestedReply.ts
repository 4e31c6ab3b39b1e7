/**
 * The one sentence to say to the customer. What the agent did or tried last comes first: the sentence about the last
 * operation, or about a package that can't be refunded, replaces that of the verdict until the agent learns or chooses
 * something else. A mail with the QR code also ends a sentence about what can't be refunded or did not happen. A
 * sentence about an operation that would promise what a cause rules out is not shown: the cause is what the customer
 * has to know then.
 */
import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { wentToCustomer } from '#shared/model/mail.ts'
import type { OperationKind, OperationRow } from '#shared/model/operation/operation.ts'
import { isTerminal } from '#shared/model/operation/operationStates.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import type { ItemUid } from '#shared/wire/ids.ts'
import type { Cause, CustomerAnswer } from '../../rules/cause.ts'
import { asksToScan, isHindered, noRefundAnswer, outcomeAnswer } from '../../rules/outcomeAnswer.ts'
import { onDeskEvent } from '../../lib/desk.ts'
import { outcomeKey, useCall } from '../../lib/call.store.ts'

interface ReplyInput {
  readonly view: CustomerView
  /** Newest first. */
  readonly operations: readonly OperationRow[]
  /** The cause that the verdict shows. */
  readonly cause: Cause
  readonly others: readonly Cause[]
}

interface SuggestedReply {
  /** `null` without a customer. */
  readonly reply: ComputedRef<CustomerAnswer | null>
  /** Called when the agent learned something: the verdict is newer than every outcome then. */
  readonly onFact: () => void
  /** Called when the agent chose a cause, which is newer as long as this customer is shown. */
  readonly onChosen: () => void
  /** Called when the agent wanted to refund a package that can't be. */
  readonly onNoRefund: (item: ItemUid) => void
}

/** Milliseconds. The facts of a page have arrived by then. */
const interruptionMs = 10_000

/** Nothing came of the operation, so the customer is helped in another way. */
const didNotHappen = ({ state }: OperationRow): boolean => isTerminal(state) && state !== 'CONFIRMED'

/** The operations with which a new eSIM comes. */
const withEsim: ReadonlySet<OperationKind> = new Set(['register', 'top-up-with-profile'])

/**
 * Whether the QR code that the sentence about an operation announces was mailed. Of a new eSIM it is only if that one
 * was named and mailed; any other operation is about the eSIMs that the customer has.
 */
function isMailed({ answer, action }: Cause, { kind, esimUid }: OperationRow): boolean {
  if (answer !== 'notInstalledMailed' || action?.kind !== 'sendQr') return false
  return !withEsim.has(kind) || esimUid === action.esimUid
}

/** @param input `null` while no customer is shown */
export function useSuggestedReply(input: () => ReplyInput | null): SuggestedReply {
  const latest = computed(() => input()?.operations[0])
  const outcome = computed(() => {
    const given = input()
    return given === null || latest.value === undefined ? null : outcomeAnswer(latest.value, given.view)
  })
  const call = useCall()
  const pastChoice = shallowRef<readonly string[]>([])
  const noRefund = shallowRef<ItemUid | null>(null)
  let askedAt = 0
  watch(
    () => input()?.view.uid,
    () => (pastChoice.value = []),
    { flush: 'sync' },
  )
  watch([() => input()?.view.uid, () => latest.value && outcomeKey(latest.value)], () => (noRefund.value = null), {
    flush: 'sync',
  })
  // A cause that is found later is newer. One that is found while the page loads does not replace the sentence.
  watch(
    () => input()?.cause.key,
    () => {
      if (performance.now() - askedAt > interruptionMs) noRefund.value = null
    },
  )
  /** Somebody else may have refunded it since, which the timeline shows. */
  const notRefunded = computed(() =>
    input()?.view.items.find(({ uid, refund }) => uid === noRefund.value && !refund.possible),
  )
  const isPast = computed(() => {
    const uid = input()?.view.uid
    if (uid === undefined || latest.value === undefined) return false
    const key = outcomeKey(latest.value)
    return pastChoice.value.includes(key) || call.factsOf(uid).past.includes(key)
  })
  function onFact(): void {
    noRefund.value = null
    const given = input()
    if (given !== null) call.setFacts(given.view.uid, { past: given.operations.map(outcomeKey) })
  }
  const stop = onDeskEvent('mail.changed', (mail) => {
    const { uid, email } = input()?.view ?? {}
    const isSent = mail.about === 'installation' && mail.state === 'SENT'
    if (email === undefined || mail.customerUid !== uid || !isSent || !wentToCustomer(mail, email)) return
    noRefund.value = null
    const operation = latest.value
    const isNewer = operation !== undefined && mail.createdAt > operation.updatedAt
    if (isNewer && didNotHappen(operation)) onFact()
  })
  onScopeDispose(stop)
  return {
    reply: computed(() => {
      const given = input()
      if (given === null) return null
      const { cause, others } = given
      const asked = notRefunded.value === undefined ? null : noRefundAnswer(notRefunded.value, given.view)
      if (asked !== null) return asked
      const answer = outcome.value
      const operation = latest.value
      if (answer === null || operation === undefined || isPast.value) return cause
      const all = [cause, ...others]
      const mailed = asksToScan(answer) ? all.find((each) => isMailed(each, operation)) : undefined
      return all.find((each) => isHindered(answer, each)) ?? mailed ?? answer
    }),
    onFact,
    onChosen() {
      noRefund.value = null
      pastChoice.value = input()?.operations.map(outcomeKey) ?? []
    },
    onNoRefund(item) {
      askedAt = performance.now()
      noRefund.value = item
    },
  }
}
