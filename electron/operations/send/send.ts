/**
 * Sends the request of an intent that is in the journal: SENDING is written to the disk, then the request is sent, then
 * its outcome is written, and only then the caller gets an answer. An operation with an unknown outcome is never
 * repeated.
 *
 * The service must execute a request at most once, so a second one follows only an answer that proves that nothing was
 * executed: the token is not active, or the service does not have the path. The journal stores every attempt before and
 * after it.
 */
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { NextState } from '#shared/model/operation/operationStates.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { OpenConnection } from '../../connections/index.ts'
import { jsonIn, type ServiceClient } from '../../service/index.ts'
import { activationIn, classify, type Classified, type Resend } from './classify.ts'
import type { Journal } from '../journal/journal.ts'
import { hasSeveralRoutes } from '../kinds.ts'
import { stateByAnswer } from '../outcomes.ts'
import { purchaseInAnswer, soldInAnswer } from './purchaseResult.ts'
import type { Intent, OperationRequest, PurchaseResult, Transition } from '../types.ts'

const maxSends = 2

interface RunContext {
  readonly open: OpenConnection
  readonly journal: Journal
  /** Called after each transition is on the disk; for INTENT only if SENDING has to wait for a token. */
  readonly onTransition: (id: string) => void
  /** Called with the ICCID of the eSIM that the purchase created. */
  readonly onIccid: (id: string, iccid: string) => void
  /** Called with the customer from the answer to a purchase, with the activation code of a new eSIM. */
  readonly onSold?: (sold: WireCustomerEntry, isNewCustomer: boolean) => void
}

interface SendInput {
  readonly id: string
  readonly request: OperationRequest
  /** `null` if the purchase creates the customer. */
  readonly customerUid: CustomerUid | null
  readonly client: ServiceClient
  readonly journal: Journal
}

/** The result of a purchase, if the answer contains it. */
interface PurchaseInAnswer {
  readonly result?: PurchaseResult
  readonly iccid?: string | null
  readonly sold?: WireCustomerEntry
}

type SendResult = PurchaseInAnswer & { readonly transition: Transition<NextState<'SENDING'>> }

type AttemptResult = PurchaseInAnswer & { readonly classification: Classified | Resend }

async function attempt(
  { id, request, customerUid, client, journal }: SendInput,
  number: number,
  path: string,
): Promise<AttemptResult> {
  const facts = { operation: id, number, route: path }
  journal.attemptBegan(facts)
  const evidence = await client.sendMoney({ ...request, intentId: id, path })
  const itemUid = 'itemUid' in request ? request.itemUid : null
  const target = { kind: request.kind, itemUid, customerUid, severalRoutes: hasSeveralRoutes(request.kind) }
  const classification = classify(target, evidence)
  if (provesRoute(classification)) client.rememberMoneyRoute(request.kind, path)
  journal.attemptEnded(facts, classification.cause)
  const isAccepted = 'class' in classification && classification.class === 'accepted'
  if (!isAccepted || evidence.type !== 'answer' || !('body' in request)) return { classification }
  const activation = activationIn(jsonIn(evidence.body), customerUid)
  if (activation === null) return { classification }
  return {
    classification,
    result: purchaseInAnswer(activation, request.body),
    iccid: activation.esimProfile?.iccid || null,
    sold: soldInAnswer(activation),
  }
}

const rejected = ({ cause, reason, retryAfter }: Resend, rejectionReason = reason): SendResult => ({
  transition: { state: 'REJECTED', cause, reason: rejectionReason, retryAfter },
})

const transitionOf = ({ class: answer, cause, reason, retryAfter }: Classified): SendResult['transition'] => ({
  state: stateByAnswer[answer],
  cause,
  reason,
  retryAfter,
  ...(answer === 'accepted' && { confirmedBy: 'answer' }),
})

/**
 * Whether an answer proves that the route exists: a success or an error in the service's own format does. Its own 404
 * may mean an unknown item or an unknown path, and a 429 does not depend on the path.
 */
function provesRoute(classification: Classified | Resend): boolean {
  if (!('class' in classification)) return false
  const { class: answer, cause, isOwnForm } = classification
  if (answer === 'accepted') return true
  return answer === 'refused' && isOwnForm && cause !== 'answer 404' && cause !== 'answer 429'
}

/** Resolves whatever happens on the network. Throws only `journal_unwritable`. */
async function send(input: SendInput): Promise<SendResult> {
  const { client, request } = input
  // The paths are copied, because another operation may change their order meanwhile.
  const [first = '', ...others] = client.moneyRoutes(request.kind)
  let path = first
  for (let number = 1; ; number += 1) {
    const { classification, ...result } = await attempt(input, number, path)
    if ('class' in classification) return { ...result, transition: transitionOf(classification) }
    if (number === maxSends) return rejected(classification)
    if (classification.resend === 'route') {
      const next = others.shift()
      if (next === undefined) return rejected(classification)
      path = next
      continue
    }
    try {
      await client.renewToken()
    } catch (thrown) {
      return rejected(classification, asDeskError(thrown).code)
    }
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
    const { transition, result, iccid, sold } = await send({ ...intent, request, client: open.client, journal })
    if (iccid) run.onIccid(intent.id, iccid)
    if (sold !== undefined) run.onSold?.(sold, request.kind === 'register')
    move(transition, result)
  } catch (thrown) {
    const { code, message } = asDeskError(thrown)
    throw new DeskError(code, message, { operation: intent.id, sent: true }, { cause: thrown })
  }
}
