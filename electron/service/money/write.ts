/**
 * The change at the service that moves no money, of a customer's e-mail address (field notes). It is sent once on a
 * connection of its own, and once more only after the service refused the token, which proves that nothing was changed.
 * Where the outcome is unknown, the error shows it.
 */
import { DeskError } from '#shared/errors.ts'
import { WireCustomerCorrection } from '#shared/wire/optional.ts'
import { addressOf, pathPart } from '../http/address.ts'
import { failureError, isPage, refusesToken, successOf, textOf, type ResponseContext } from '../parsing/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { presenceOf, type FeatureMemory } from '../features/features.ts'
import type { MoneyOptions } from './money.ts'
import { mayBeCut, sendOnce, type SentOnce } from '../http/once.ts'
import type { ExtraRead, ServiceClient } from '../types.ts'

interface WriteOptions extends MoneyOptions {
  readonly segment: string
  readonly contextOf: (what: string, mayBeMissing?: boolean) => ResponseContext
  readonly memory: FeatureMemory
}

const feature = 'customerCorrection'
const what = 'customer correction'

/** The statuses of a refusal that leave open whether the service made the change. */
const open = new Set([408, 425])

/** Returns whether the service may have made the change although the answer doesn't confirm it. */
function isInconclusive(outcome: Exchange, written: boolean): boolean {
  if (outcome.type === 'failure') return written
  const { status } = outcome
  if (status >= 200 && status < 300) return status === 202 || isPage(outcome) || mayBeCut(outcome)
  if (status === 501) return false
  return status < 400 || status >= 500 || open.has(status)
}

export function createWrites(options: WriteOptions): Pick<ServiceClient, 'correctCustomer'> {
  const { base, segment, tokens, closed, contextOf, memory } = options

  const put = async (path: string, body: string, read: ExtraRead | undefined): Promise<void> => {
    if (memory.state(feature) === 'no' && read?.refresh !== true)
      throw new DeskError('not_supported', `This service has no ${what}`, { what })
    const signal = read?.signal === undefined ? closed : AbortSignal.any([closed, read.signal])
    const once = (token: string): Promise<SentOnce> =>
      sendOnce(options, { method: 'PUT', url: addressOf(base, path), token, body, signal })
    const first = await tokens.get(signal)
    let { outcome, written } = await once(first)
    if (refusesToken(outcome)) {
      tokens.refused(first)
      ;({ outcome, written } = await once(await tokens.get(signal)))
      if (refusesToken(outcome)) throw new DeskError('credentials_rejected', `${what} refused a new token too`)
    }
    if (isInconclusive(outcome, written)) {
      const { hide } = contextOf(what)
      const seen =
        outcome.type === 'failure'
          ? { cause: outcome.cause }
          : { status: outcome.status, ...(outcome.status >= 400 && { reason: textOf(outcome, hide) }) }
      throw new DeskError('outcome_unclear', `It is not known whether ${what} was done`, { what, ...seen })
    }
    if (outcome.type === 'failure') throw failureError(outcome, what)
    const there = presenceOf(outcome, false)
    if (there !== null) memory.learn(feature, there)
    if (there === false) throw new DeskError('not_supported', `This service has no ${what}`, { what })
    successOf(outcome, contextOf(what, true))
  }

  return {
    async correctCustomer(uid, correction, read) {
      const body = WireCustomerCorrection.safeParse(correction)
      if (!body.success) throw new DeskError('invalid_input', 'This change can not be sent')
      await put(`${segment}/activations/customers/${pathPart(uid)}`, JSON.stringify(body.data), read)
    },
  }
}
