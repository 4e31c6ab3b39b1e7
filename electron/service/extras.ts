/**
 * Reads that a service may offer beside the interface (field notes). The desk needs none of them: a missing one throws
 * `not_supported`, is remembered, and is tried again after some days or on request.
 */
import type { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import type { FeatureState, ServiceFeature } from '#shared/model/serviceFeatures.ts'
import { WireCustomerEntry, WireCustomerList } from '#shared/wire/customer.ts'
import type { CustomerUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import { WireConnectivity, WireSale, WireSaleList } from '#shared/wire/optional.ts'
import type { Clock } from '../clock.ts'
import { pathPart } from './address.ts'
import { successJson } from './answer.ts'
import { answerBytes, maxElements } from './answerLimits.ts'
import type { ResourceOptions } from './customers.ts'
import { parseList, reasonOf } from './parseList.ts'
import type { Exchange } from './exchange.ts'
import { createLargeList } from './list.ts'
import { presenceOf, type FeatureMemory } from './features.ts'
import type { ReadRequest } from './reader.ts'
import type { ExtraRead, Read, SalesQuery, ServiceClient } from './types.ts'

type Reading = Exclude<ServiceFeature, 'customerCorrection' | 'retailPrice'>
type Optional = Pick<ServiceClient, 'salesHistory' | 'connectivity' | 'capabilities'>

export interface ExtrasOptions extends ResourceOptions {
  readonly memory: FeatureMemory
  readonly clock: Clock
  readonly version: (read?: Read) => Promise<string | null>
}

interface Sample {
  readonly customer: CustomerUid | null
  readonly item: ItemUid | null
  readonly esim: Iccid | null
}

const nobody: Sample = { customer: null, item: null, esim: null }
/** The time limit in milliseconds for finding out what the service has. */
const timeoutMs = 40_000
/**
 * The number of customers in the sample whose data the probes request. A service that ignores paging sends all of them.
 */
const sampleSize = 20

/** Thrown to stop reading a list of which only the beginning is needed. */
class Enough extends Error {}
const hasEnough = (outcome: Exchange): boolean => outcome.type === 'answer' && outcome.large?.problem instanceof Enough

const unsupported = (what: string): DeskError => new DeskError('not_supported', `This service has no ${what}`, { what })

const salesQuery = ({ from, to, sortBy, direction }: SalesQuery): Record<string, string> => ({
  from,
  to,
  ...(sortBy === undefined ? {} : { sort_by: sortBy }),
  ...(direction === undefined ? {} : { sort_dir: direction }),
})

export function createExtras({ segment, ask, contextOf, memory, clock, version, parser }: ExtrasOptions): Optional {
  const activations = `${segment}/activations`
  const requests = {
    salesHistory: (query: SalesQuery): ReadRequest => ({
      what: 'sales history',
      path: `${activations}/activated-items`,
      query: salesQuery(query),
      maxBytes: answerBytes.sales,
    }),
    oneItem: (uid: ItemUid): ReadRequest => ({
      what: 'one item',
      path: `${activations}/activated-items/${pathPart(uid)}`,
      maxBytes: answerBytes.small,
    }),
    connectivity: (iccid: Iccid): ReadRequest => ({
      what: 'connectivity',
      path: `${segment}/esim/${pathPart(iccid)}/status/connectivity`,
      maxBytes: answerBytes.small,
    }),
    profileDomains: (uid: CustomerUid): ReadRequest => ({
      what: 'profile domains',
      path: `${activations}/customers/${pathPart(uid)}/profile-domains`,
      maxBytes: answerBytes.small,
    }),
  }

  const noted = (feature: Reading, outcome: Exchange, certain: boolean): boolean | null => {
    const there = presenceOf(outcome, certain)
    if (there !== null) memory.learn(feature, there)
    return there
  }

  const answerOf = async (feature: Reading, request: ReadRequest, read: ExtraRead | undefined): Promise<Exchange> => {
    const { what } = request
    if (memory.state(feature) === 'no' && read?.refresh !== true) throw unsupported(what)
    const outcome = await ask({ ...request, signal: read?.signal })
    if (noted(feature, outcome, feature === 'salesHistory') === false) throw unsupported(what)
    return outcome
  }
  const parsed = <Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> => {
    const result = schema.safeParse(value)
    if (!result.success)
      throw new DeskError('unreadable_answer', `The answer of ${what} can't be read`, {
        reason: reasonOf(result.error),
      })
    return result.data
  }

  const smallSample = async (outcome: Exchange): Promise<readonly WireCustomerEntry[]> => {
    const list = parsed(WireCustomerList, successJson(outcome, contextOf('customers')), 'customers').slice(
      0,
      sampleSize,
    )
    return (await parseList(WireCustomerEntry, list, sampleSize)).read
  }

  /**
   * Finds things that exist, so that a 404 to a request for them proves that the path doesn't. Throws where customers
   * can't be read.
   */
  const sampleOf = async (read: Read | undefined): Promise<Sample> => {
    const query = { page_size: String(sampleSize), page_index: '0', only_active_profiles: 'true' }
    let sample: readonly WireCustomerEntry[] = []
    const large = createLargeList(
      parser,
      { kind: 'customers', single: false, maxElements: maxElements.customers },
      (part) => {
        sample = [...sample, ...part.read].slice(0, sampleSize)
        // The first customers are enough, so the rest is not read.
        return sample.length < sampleSize ? Promise.resolve() : Promise.reject(new Enough())
      },
    )
    const outcome = await ask({
      what: 'customers',
      path: `${activations}/customers`,
      query,
      maxBytes: answerBytes.customers,
      large: large.open,
      signal: read?.signal,
    })
    const entries =
      hasEnough(outcome) || large.finish(outcome, contextOf('customers')) !== null ? sample : await smallSample(outcome)
    return {
      customer: entries[0]?.customer.uid ?? null,
      item: entries.flatMap(({ activatedItems }) => activatedItems)[0]?.uid ?? null,
      esim: entries.flatMap(({ relatedEsims }) => relatedEsims)[0]?.iccid ?? null,
    }
  }

  const probes = (sample: Sample): readonly (readonly [Reading, ReadRequest | null])[] => {
    const now = clock.now()
    const lately = { from: new Date(now - 60_000).toISOString(), to: new Date(now).toISOString() }
    return [
      ['salesHistory', requests.salesHistory(lately)],
      ['oneItem', sample.item === null ? null : requests.oneItem(sample.item)],
      ['connectivity', sample.esim === null ? null : requests.connectivity(sample.esim)],
      ['profileDomains', sample.customer === null ? null : requests.profileDomains(sample.customer)],
    ]
  }
  /** A failed probe leaves the feature as it is known. An abort by the caller ends all probes. */
  const probe = async (
    feature: Reading,
    request: ReadRequest,
    withTimeout: Read,
    read: Read | undefined,
  ): Promise<void> => {
    try {
      noted(feature, await ask({ ...request, signal: withTimeout.signal }), true)
    } catch (thrown) {
      if (read?.signal?.aborted === true) throw thrown
    }
  }
  let lastVersion: string | null = null
  const readings: readonly Reading[] = ['salesHistory', 'oneItem', 'connectivity', 'profileDomains']
  const states = (): Record<ServiceFeature, FeatureState> => ({
    salesHistory: memory.state('salesHistory'),
    oneItem: memory.state('oneItem'),
    connectivity: memory.state('connectivity'),
    profileDomains: memory.state('profileDomains'),
    customerCorrection: memory.state('customerCorrection'),
    retailPrice: memory.state('retailPrice'),
  })

  return {
    async salesHistory(query, read) {
      const large = createLargeList(parser, { kind: 'sales', single: false, maxElements: maxElements.sales })
      const request = { ...requests.salesHistory(query), large: large.open }
      const { what } = request
      const outcome = await answerOf('salesHistory', request, read)
      const taken = large.finish(outcome, contextOf(what, true))
      if (taken !== null) return { sales: taken.read, unreadable: taken.unreadable }
      const { read: sales, unreadable } = await parseList(
        WireSale,
        parsed(WireSaleList, successJson(outcome, contextOf(what, true)), what),
        maxElements.sales,
      )
      return { sales, unreadable }
    },
    async connectivity(iccid, read) {
      const request = requests.connectivity(iccid)
      const { what } = request
      return parsed(
        WireConnectivity,
        successJson(await answerOf('connectivity', request, read), contextOf(what, true)),
        what,
      )
    },
    async capabilities(read) {
      const asked = readings.filter((feature) => read?.refresh === true || memory.state(feature) === 'unknown')
      const versionRead = version(read).catch(() => lastVersion)
      if (asked.length > 0) {
        // Where the service is slow, the result has what is known by then, and the rest is unknown.
        const inTime = AbortSignal.timeout(timeoutMs)
        const withTimeout: Read = {
          signal: read?.signal === undefined ? inTime : AbortSignal.any([read.signal, inTime]),
        }
        const sample = await sampleOf(withTimeout).catch((thrown: unknown) => {
          if (read?.signal?.aborted === true || !inTime.aborted) throw thrown
          return nobody
        })
        for (const [feature, request] of probes(sample)) {
          if (request !== null && asked.includes(feature) && !inTime.aborted)
            await probe(feature, request, withTimeout, read)
        }
      }
      lastVersion = await versionRead
      return { version: lastVersion, features: states() }
    },
  }
}
