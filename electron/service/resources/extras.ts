/**
 * Reads that a service may offer beside the interface (field notes). The desk needs none of them: a missing one throws
 * `not_supported`, is remembered, and is tried again after some days or on request.
 */
import type { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import type { ServiceFeature } from '#shared/model/serviceFeatures.ts'
import type { CustomerUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import { WireConnectivity } from '#shared/wire/optional.ts'
import { pathPart } from '../http/address.ts'
import { successJson } from '../parsing/answer.ts'
import { answerBytes, maxElements } from '../http/answerLimits.ts'
import type { ResourceOptions } from './resource.ts'
import type { Exchange } from '../http/exchange.ts'
import { presenceOf, type FeatureMemory } from '../features/features.ts'
import { createLargeList } from '../parsing/list.ts'
import { reasonOf } from '../parsing/parseList.ts'
import { readSmallList } from '../parsing/smallList.ts'
import type { ReadRequest } from '../http/reader.ts'
import type { ExtraRead, SalesQuery, ServiceClient } from '../types.ts'

export interface ExtrasOptions extends ResourceOptions {
  readonly memory: FeatureMemory
}

/** The features that are reads. The other one changes something, so only its use shows whether the service has it. */
export type ReadFeature = Exclude<ServiceFeature, 'customerCorrection'>

const salesQuery = ({ from, to, sortBy, direction }: SalesQuery): Record<string, string> => ({
  from,
  to,
  ...(sortBy === undefined ? {} : { sort_by: sortBy }),
  ...(direction === undefined ? {} : { sort_dir: direction }),
})

/** The requests of the features. `segment` is the encoded path segment with a leading slash. */
export const featureRequests = {
  salesHistory: (segment: string, query: SalesQuery): ReadRequest => ({
    what: 'sales history',
    path: `${segment}/activations/activated-items`,
    query: salesQuery(query),
    maxBytes: answerBytes.sales,
  }),
  oneItem: (segment: string, uid: ItemUid): ReadRequest => ({
    what: 'one item',
    path: `${segment}/activations/activated-items/${pathPart(uid)}`,
    maxBytes: answerBytes.small,
  }),
  connectivity: (segment: string, iccid: Iccid): ReadRequest => ({
    what: 'connectivity',
    path: `${segment}/esim/${pathPart(iccid)}/status/connectivity`,
    maxBytes: answerBytes.small,
  }),
  profileDomains: (segment: string, uid: CustomerUid): ReadRequest => ({
    what: 'profile domains',
    path: `${segment}/activations/customers/${pathPart(uid)}/profile-domains`,
    maxBytes: answerBytes.small,
  }),
}

/** Remembers what an answer shows of a feature, and returns it. */
export function learnFeature(
  memory: FeatureMemory,
  feature: ReadFeature,
  outcome: Exchange,
  certain: boolean,
): boolean | null {
  const present = presenceOf(outcome, certain)
  if (present !== null) memory.learn(feature, present)
  return present
}

/** Throws `unreadable_answer` for a value that the schema refuses. */
function parseAnswer<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (!result.success)
    throw new DeskError('unreadable_answer', `The answer of ${what} can't be read`, { reason: reasonOf(result.error) })
  return result.data
}

const unsupported = (what: string): DeskError => new DeskError('not_supported', `This service has no ${what}`, { what })

export function createExtras(options: ExtrasOptions): Pick<ServiceClient, 'salesHistory' | 'connectivity'> {
  const { segment, ask, contextOf, memory, parser } = options

  const answerOf = async (
    feature: ReadFeature,
    request: ReadRequest,
    read: ExtraRead | undefined,
  ): Promise<Exchange> => {
    const { what } = request
    if (memory.state(feature) === 'no' && read?.refresh !== true) throw unsupported(what)
    const outcome = await ask({ ...request, signal: read?.signal })
    if (learnFeature(memory, feature, outcome, feature === 'salesHistory') === false) throw unsupported(what)
    return outcome
  }

  return {
    async salesHistory(query, read) {
      const large = createLargeList(parser, { kind: 'sales', single: false, maxElements: maxElements.sales })
      const request = { ...featureRequests.salesHistory(segment, query), large: large.open }
      const { what } = request
      const outcome = await answerOf('salesHistory', request, read)
      const context = contextOf(what, true)
      const { read: sales, unreadable } =
        large.finish(outcome, context) ?? (await readSmallList('sales', outcome, context, maxElements.sales))
      return { sales, unreadable }
    },
    async connectivity(iccid, read) {
      const request = featureRequests.connectivity(segment, iccid)
      const { what } = request
      const outcome = await answerOf('connectivity', request, read)
      return parseAnswer(WireConnectivity, successJson(outcome, contextOf(what, true)), what)
    },
  }
}
