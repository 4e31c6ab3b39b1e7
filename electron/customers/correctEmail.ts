/**
 * Corrects the e-mail address of a customer at a service that can do so (field notes). A person is asked first, because
 * mails with activation codes go to the address on record without a question. The correction is recorded before it is
 * sent and sent once; whatever was answered, a read then shows whether the service has the new address.
 */
import type { ParsedInputOf, OutputOf } from '#shared/contract.ts'
import { asDeskError } from '#shared/errors.ts'
import { isSameAddress, transmittedAddress } from '#shared/model/mail.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { ActiveSession } from './activeSession.ts'
import type { CustomersOptions } from './options.ts'
import { readEntry } from './customer.ts'
import { storeAndNotify, type HintContext } from './hints.ts'
import type { Session } from './session.ts'

interface CorrectionContext extends HintContext, Pick<CustomersOptions, 'approvals' | 'beginCorrection'> {}

type Input = ParsedInputOf<'customers', 'correctEmail'>
type Output = OutputOf<'customers', 'correctEmail'>

const emailOf = ({ customer }: WireCustomerEntry): string | null => {
  const email = customer.email?.trim() ?? ''
  return email === '' ? null : email
}

const isSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : isSameAddress(one, other)

/** Sends the correction. Returns whether the service accepted it; throws where it was certainly not made. */
async function send(active: Session, { uid, to }: Input, signal: AbortSignal): Promise<boolean> {
  try {
    // An agent uses it once in a while, so it is tried although it was missing before.
    await active.open.client.correctCustomer(uid, { customerEmail: transmittedAddress(to) }, { signal, refresh: true })
    return true
  } catch (thrown) {
    if (asDeskError(thrown).code === 'outcome_unclear') return false
    throw thrown
  }
}

/** What became of a correction that was sent counts, even if the connection was closed meanwhile. */
export async function correctEmail(
  context: CorrectionContext,
  { use }: Pick<ActiveSession, 'use'>,
  input: Input,
  signal: AbortSignal,
): Promise<Output> {
  const ends: Output['outcome'][] = []
  try {
    return await use((active) =>
      correct(context, active, input, { signal, onEnd: (outcome) => void ends.push(outcome) }),
    )
  } catch (thrown) {
    const [outcome] = ends
    if (outcome === undefined) throw thrown
    // Only addresses that the window already has: nothing of one connection is shown in another.
    return { outcome, email: outcome === 'changed' ? input.to : input.from }
  }
}

interface Call {
  readonly signal: AbortSignal
  /** Called with what became of a correction that was sent, unless it was certainly not made. */
  readonly onEnd: (outcome: Output['outcome']) => void
}

async function correct(context: CorrectionContext, active: Session, input: Input, call: Call): Promise<Output> {
  const { uid, from, to } = input
  const signal = AbortSignal.any([call.signal, active.open.signal])

  /** Reads the customer and shows the answer everywhere. */
  const read = async (): Promise<string | null> => {
    const answer = await readEntry(context, active, uid, { signal, pressed: true })
    await storeAndNotify(context, active, answer)
    return emailOf(answer.entry)
  }

  const before = await read()
  if (!isSame(before, from)) return { outcome: 'different', email: before }
  if (before !== null && transmittedAddress(before) === transmittedAddress(to)) return { outcome: 'changed', email: to }
  await context.approvals.correction({ customer: uid, before, after: to })
  // The question may have been open for minutes.
  const present = await read()
  if (!isSame(present, from)) return { outcome: 'different', email: present }

  const end = context.beginCorrection(active.open, uid, { before, after: to })
  let accepted: boolean
  try {
    accepted = await send(active, input, signal)
  } catch (thrown) {
    end('refused')
    throw thrown
  }
  const seen = await read().catch(() => undefined)
  // A correction of the case alone is shown only by that case.
  const isShown =
    (typeof seen === 'string' && transmittedAddress(seen) === transmittedAddress(to)) ||
    (seen !== undefined && !isSame(present, to) && isSame(seen, to))
  const outcome = isShown ? 'changed' : seen === undefined ? 'unread' : accepted ? 'notShown' : 'unknown'
  call.onEnd(outcome)
  end(outcome === 'unread' ? 'unknown' : outcome)
  return { outcome, email: seen === undefined ? before : seen }
}
