/**
 * Changes at the service that move no money: a customer's e-mail address and a package's retail price (field notes).
 * Each is sent once on a connection of its own, and once more only after the service refused the token, which proves
 * that nothing was changed. Where the outcome is unknown, the error says so.
 */
import type { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import type { ServiceFeature } from '#shared/model/serviceFeatures.ts'
import { WireCustomerCorrection, WireInventoryChange } from '#shared/wire/optional.ts'
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

interface Change {
  readonly feature: Extract<ServiceFeature, 'customerCorrection' | 'retailPrice'>
  readonly what: string
  readonly path: string
  readonly body: string
}

/** The statuses of a refusal that leave open whether the service made the change. */
const open = new Set([408, 425])

/** Throws `invalid_input` for a body that doesn't fit the interface. */
function bodyOf(schema: z.ZodType, value: unknown): string {
  const body = schema.safeParse(value)
  if (!body.success) throw new DeskError('invalid_input', 'This change can not be sent')
  return JSON.stringify(body.data)
}

/** Returns whether the service may have made the change although the answer doesn't say so. */
function isInconclusive(outcome: Exchange, written: boolean): boolean {
  if (outcome.type === 'failure') return written
  const { status } = outcome
  if (status >= 200 && status < 300) return status === 202 || isPage(outcome) || mayBeCut(outcome)
  if (status === 501) return false
  return status < 400 || status >= 500 || open.has(status)
}

export function createWrites(options: WriteOptions): Pick<ServiceClient, 'correctCustomer' | 'changeInventoryItem'> {
  const { base, segment, tokens, closed, contextOf, memory } = options

  const once = ({ path, body }: Change, token: string, signal: AbortSignal): Promise<SentOnce> =>
    sendOnce(options, { method: 'PUT', url: addressOf(base, path), token, body, signal })

  const put = async (change: Change, read: ExtraRead | undefined): Promise<void> => {
    const { feature, what } = change
    if (memory.state(feature) === 'no' && read?.refresh !== true)
      throw new DeskError('not_supported', `This service has no ${what}`, { what })
    const signal = read?.signal === undefined ? closed : AbortSignal.any([closed, read.signal])
    const first = await tokens.get(signal)
    let { outcome, written } = await once(change, first, signal)
    if (refusesToken(outcome)) {
      tokens.refused(first)
      ;({ outcome, written } = await once(change, await tokens.get(signal), signal))
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
    correctCustomer: async (uid, correction, read) =>
      put(
        {
          feature: 'customerCorrection',
          what: 'customer correction',
          path: `${segment}/activations/customers/${pathPart(uid)}`,
          body: bodyOf(WireCustomerCorrection, correction),
        },
        read,
      ),
    changeInventoryItem: async (id, change, read) =>
      put(
        {
          feature: 'retailPrice',
          what: 'change of a package',
          path: `${segment}/products/inventory/${pathPart(id)}`,
          body: bodyOf(WireInventoryChange, change),
        },
        read,
      ),
  }
}
