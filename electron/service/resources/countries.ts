/** Packages, countries, flags and devices (interface 4.2 to 4.5). */
import { DeskError } from '#shared/errors.ts'
import type { CountrySetId } from '#shared/wire/ids.ts'
import type { Log } from '../../log/index.ts'
import { pathPart } from '../http/address.ts'
import { isPage, successOf } from '../parsing/answer.ts'
import type { ResourceOptions } from './resource.ts'
import { answerBytes, maxElements } from '../http/answerLimits.ts'
import { inOrder } from '../features/dialect.ts'
import type { Elements } from '../parsing/parseList.ts'
import { readSmallList } from '../parsing/smallList.ts'
import type { ElementOf } from '../parsing/elementReader.ts'
import type { Exchange } from '../http/exchange.ts'
import { createLargeList, type LargeList } from '../parsing/list.ts'
import type { Read, ServiceClient } from '../types.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const isUnknownPath = (outcome: Exchange): boolean =>
  outcome.type === 'answer' &&
  (outcome.status === 404 || outcome.status === 405 || (outcome.status === 200 && isPage(outcome)))

interface CatalogOptions extends ResourceOptions {
  readonly log: Log
}

type Catalog = Pick<ServiceClient, 'inventory' | 'countries' | 'flag' | 'devices'>

export const createCatalog = (options: CatalogOptions): Catalog => ({
  inventory: (read) => readInventory(options, read),
  countries: (countrySet, read) => readCountries(options, countrySet, read),
  flag: (iso2, read) => readFlag(options, iso2, read),
  devices: (read) => readDevices(options, read),
})

const largeList = <K extends 'inventory' | 'countries' | 'devices'>(
  { parser }: CatalogOptions,
  kind: K,
): LargeList<K> => createLargeList(parser, { kind, single: false, maxElements: maxElements[kind] })

/** Returns the readable elements and logs how many are unreadable. */
function readableOnes<Element>(
  { log }: CatalogOptions,
  { read, unreadable }: Elements<Element>,
  what: string,
): readonly Element[] {
  if (unreadable.length > 0)
    log.warn('entries that could not be read', { what, count: unreadable.length, first: unreadable[0]?.reason })
  return read
}

async function readInventory(options: CatalogOptions, read: Read | undefined): ReturnType<Catalog['inventory']> {
  const { segment, ask, contextOf } = options
  const what = 'inventory'
  const large = largeList(options, what)
  const outcome = await ask({
    what,
    path: `${segment}/products/inventory`,
    maxBytes: answerBytes.inventory,
    large: large.open,
    signal: read?.signal,
  })
  const { read: items, unreadable } =
    large.finish(outcome, contextOf(what)) ?? (await readSmallList(what, outcome, contextOf(what), maxElements[what]))
  return { items, unreadable }
}

async function readCountries(
  options: CatalogOptions,
  countrySet: CountrySetId,
  read: Read | undefined,
): ReturnType<Catalog['countries']> {
  const { segment, ask, contextOf } = options
  const what = 'countries'
  const large = largeList(options, what)
  const outcome = await ask({
    what,
    path: `${segment}/esim/countries/${pathPart(countrySet)}`,
    maxBytes: answerBytes.countries,
    large: large.open,
    signal: read?.signal,
  })
  const context = contextOf(what, true)
  return readableOnes<ElementOf<'countries'>>(
    options,
    large.finish(outcome, context) ?? (await readSmallList(what, outcome, context, maxElements[what])),
    what,
  )
}

async function readFlag(
  { segment, ask, contextOf }: CatalogOptions,
  iso2: string,
  read: Read | undefined,
): ReturnType<Catalog['flag']> {
  const outcome = await ask({
    what: 'flag',
    path: `${segment}/esim/countries/${pathPart(iso2)}/flag`,
    accept: 'image/png',
    maxBytes: answerBytes.flag,
    signal: read?.signal,
  })
  if (outcome.type === 'answer' && outcome.status === 404) return null
  const { body } = successOf(outcome, contextOf('flag', true))
  return body.subarray(0, png.length).equals(png) ? new Uint8Array(body) : null
}

/** The interface leaves open whether the path has the reseller's segment (field notes). */
async function readDevices(options: CatalogOptions, read: Read | undefined): ReturnType<Catalog['devices']> {
  const { segment, ask, contextOf, dialect } = options
  const what = 'devices'
  const path = '/esim/device/esim-capable'
  const paths = { bare: path, segment: segment + path }
  const [first, second] = inOrder(['bare', 'segment'] as const, dialect.get().devices)
  const large = largeList(options, what)
  const request = { what, maxBytes: answerBytes.devices, large: large.open, signal: read?.signal }
  let outcome = await ask({ ...request, path: paths[first] })
  let place = first
  if (isUnknownPath(outcome)) {
    outcome = await ask({ ...request, path: paths[second] })
    place = second
    if (isUnknownPath(outcome)) throw new DeskError('not_supported', 'This service has no list of devices', { what })
  }
  const context = contextOf(what)
  const devices = readableOnes<ElementOf<'devices'>>(
    options,
    large.finish(outcome, context) ?? (await readSmallList(what, outcome, context, maxElements[what])),
    what,
  )
  dialect.learn({ devices: place })
  return devices
}
