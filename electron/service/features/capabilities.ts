/** Finds out, by reads alone, which of the features beside the interface a service has (field notes). */
import type { FeatureState, ServiceFeature, ServiceForms } from '#shared/model/serviceFeatures.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import type { Clock } from '../../base/clock.ts'
import { answerBytes, maxElements } from '../http/answerLimits.ts'
import type { Exchange } from '../http/exchange.ts'
import { pageQuery } from '../resources/customerPages.ts'
import { featureRequests, learnFeature, type ExtrasOptions, type ReadFeature } from '../resources/extras.ts'
import type { Dialect } from './dialect.ts'
import type { FeatureMemory } from './features.ts'
import { createLargeList } from '../parsing/list.ts'
import { readSmallList } from '../parsing/smallList.ts'
import type { ReadRequest } from '../http/reader.ts'
import type { Read, ServiceClient } from '../types.ts'

interface CapabilitiesOptions extends ExtrasOptions {
  readonly clock: Clock
  readonly version: (read?: Read) => Promise<string | null>
}

/** Things of the service that a probe can name. */
interface Sample {
  readonly customer: CustomerUid | null
  readonly item: ItemUid | null
  readonly esim: Iccid | null
}

const emptySample: Sample = { customer: null, item: null, esim: null }
/** The time limit in milliseconds for finding out what the service has. */
const timeoutMs = 40_000
/** The number of customers that the sample is taken from. A service that ignores paging sends all of them. */
const sampleSize = 20
const readFeatures: readonly ReadFeature[] = ['salesHistory', 'oneItem', 'connectivity', 'profileDomains']

/** Thrown to stop reading a list of which only the beginning is needed. */
class Enough extends Error {}
const hasEnough = (outcome: Exchange): boolean => outcome.type === 'answer' && outcome.large?.problem instanceof Enough

const statesOf = (memory: FeatureMemory): Record<ServiceFeature, FeatureState> => ({
  salesHistory: memory.state('salesHistory'),
  oneItem: memory.state('oneItem'),
  connectivity: memory.state('connectivity'),
  profileDomains: memory.state('profileDomains'),
  customerCorrection: memory.state('customerCorrection'),
})

const formsOf = ({ customer, list, pages, paging, search, searchBy, refund, devices }: Dialect): ServiceForms => ({
  customer,
  list,
  pages: paging === 'ignored' ? 'same' : pages,
  search,
  searchBy,
  refund,
  devices,
})

/**
 * Finds things that exist, so that a 404 to a request for them proves that the path doesn't. Throws where customers
 * can't be read.
 */
async function readSample(
  { segment, ask, contextOf, parser, dialect }: CapabilitiesOptions,
  read: Read,
): Promise<Sample> {
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
  const what = 'customers'
  const outcome = await ask({
    what,
    path: `${segment}/activations/customers`,
    query: pageQuery(dialect.get().pages ?? 'from0', { size: sampleSize, index: 0 }, true),
    maxBytes: answerBytes.customers,
    large: large.open,
    signal: read.signal,
  })
  const smallSample = async (): Promise<readonly WireCustomerEntry[]> =>
    (await readSmallList(what, outcome, contextOf(what), maxElements[what])).read.slice(0, sampleSize)
  const isLarge = hasEnough(outcome) || large.finish(outcome, contextOf(what)) !== null
  const entries = isLarge ? sample : await smallSample()
  return {
    customer: entries[0]?.customer.uid ?? null,
    item: entries.flatMap(({ activatedItems }) => activatedItems)[0]?.uid ?? null,
    esim: entries.flatMap(({ relatedEsims }) => relatedEsims)[0]?.iccid ?? null,
  }
}

type Probe = readonly [feature: ReadFeature, request: ReadRequest | null]

function probesOf({ segment, clock }: CapabilitiesOptions, { item, esim, customer }: Sample): readonly Probe[] {
  const now = clock.now()
  const lastMinute = { from: new Date(now - 60_000).toISOString(), to: new Date(now).toISOString() }
  return [
    ['salesHistory', featureRequests.salesHistory(segment, lastMinute)],
    ['oneItem', item === null ? null : featureRequests.oneItem(segment, item)],
    ['connectivity', esim === null ? null : featureRequests.connectivity(segment, esim)],
    ['profileDomains', customer === null ? null : featureRequests.profileDomains(segment, customer)],
  ]
}

/**
 * Where the service is slow, the result has what is known by the time limit. A failed probe leaves the feature as it is
 * known. An abort by the caller ends all probes.
 */
async function probe(
  options: CapabilitiesOptions,
  features: readonly ReadFeature[],
  read: Read | undefined,
): Promise<void> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = read?.signal === undefined ? timeout : AbortSignal.any([read.signal, timeout])
  const isAborted = (): boolean => read?.signal?.aborted === true
  const sample = await readSample(options, { signal }).catch((thrown: unknown) => {
    if (isAborted() || !timeout.aborted) throw thrown
    return emptySample
  })
  for (const [feature, request] of probesOf(options, sample)) {
    if (request === null || !features.includes(feature) || timeout.aborted) continue
    try {
      learnFeature(options.memory, feature, await options.ask({ ...request, signal }), true)
    } catch (thrown) {
      if (isAborted()) throw thrown
    }
  }
}

export function createCapabilities(options: CapabilitiesOptions): ServiceClient['capabilities'] {
  const { memory, version, dialect } = options
  let lastVersion: string | null = null
  return async (read) => {
    const wanted = readFeatures.filter((feature) => read?.refresh === true || memory.state(feature) === 'unknown')
    const versionRead = version(read).catch(() => lastVersion)
    if (wanted.length > 0) await probe(options, wanted, read)
    lastVersion = await versionRead
    return { version: lastVersion, features: statesOf(memory), forms: formsOf(dialect.get()) }
  }
}
