/** Packages, countries, flags and devices (interface 4.2 to 4.5). */
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import { WireInventoryAnswer, WireInventoryItem } from '#shared/wire/inventory.ts'
import { WireCountry, WireDevice } from '#shared/wire/places.ts'
import type { Log } from '../log/index.ts'
import { pathPart } from './address.ts'
import { isPage, successJson, successOf } from './answer.ts'
import type { ResourceOptions } from './customers.ts'
import { inOrder } from './dialect.ts'
import { readElements, reasonOf, type Elements } from './elements.ts'
import type { Exchange } from './exchange.ts'
import type { ServiceClient } from './types.ts'

const flagBytes = 512 * 1024
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const isUnknownPath = (outcome: Exchange): boolean =>
  outcome.type === 'answer' && (outcome.status === 404 || outcome.status === 405 || (outcome.status === 200 && isPage(outcome)))

export function createPlaces({ segment, ask, judge, dialect, log }: ResourceOptions & { readonly log: Log }): Pick<ServiceClient, 'inventory' | 'countries' | 'flag' | 'devices'> {
  const bareList = async <Schema extends z.ZodType>(schema: Schema, json: unknown, what: string): Promise<readonly z.output<Schema>[]> => {
    const list = z.array(z.unknown()).safeParse(json)
    if (!list.success) throw new DeskError('unreadable_answer', `The answer of ${what} is not a list`, { reason: reasonOf(list.error) })
    const { read, unreadable }: Elements<z.output<Schema>> = await readElements(schema, list.data)
    if (unreadable.length > 0) log.warn('entries that could not be read', { what, count: unreadable.length, first: unreadable[0]?.reason })
    return read
  }

  return {
    async inventory(read) {
      const what = 'inventory'
      const outcome = await ask({ what, path: `${segment}/products/inventory`, signal: read?.signal })
      const answer = WireInventoryAnswer.safeParse(successJson(outcome, judge(what)))
      if (!answer.success) throw new DeskError('not_this_service', 'The answer is not an inventory', { reason: reasonOf(answer.error) })
      const { read: items, unreadable } = await readElements(WireInventoryItem, answer.data.items)
      return { items, unreadable }
    },

    async countries(countrySet, read) {
      const what = 'countries'
      const outcome = await ask({ what, path: `${segment}/esim/countries/${pathPart(countrySet)}`, signal: read?.signal })
      return bareList(WireCountry, successJson(outcome, judge(what, true)), what)
    },

    async flag(iso2, read) {
      const path = `${segment}/esim/countries/${pathPart(iso2)}/flag`
      const outcome = await ask({ what: 'flag', path, accept: 'image/png', maxBytes: flagBytes, signal: read?.signal })
      if (outcome.type === 'answer' && outcome.status === 404) return null
      const { body } = successOf(outcome, judge('flag', true))
      return body.subarray(0, png.length).equals(png) ? new Uint8Array(body) : null
    },

    async devices(read) {
      const what = 'devices'
      const path = '/esim/device/esim-capable'
      const paths = { bare: path, segment: segment + path }
      const [first, second] = inOrder(['bare', 'segment'] as const, dialect.get().devices)
      let outcome = await ask({ what, path: paths[first], signal: read?.signal })
      let place = first
      if (isUnknownPath(outcome)) {
        outcome = await ask({ what, path: paths[second], signal: read?.signal })
        place = second
        if (isUnknownPath(outcome)) throw new DeskError('not_supported', 'This service has no list of devices', { what })
      }
      const devices = await bareList(WireDevice, successJson(outcome, judge(what)), what)
      dialect.learn({ devices: place })
      return devices
    },
  }
}
