/** GET products/inventory (interface 4.2), with sorting, one item, and its retail price (field notes). */
import { z } from 'zod'
import { jsonText, type ApiResponse } from '../serializers/response.ts'
import { inventoryBytes, inventoryItemText } from '../serializers/inventoryItem.ts'
import { jsonBody, type ApiRequest } from '../http/request.ts'
import type { Endpoint } from '../http/routes.ts'
import { invalid, unknown } from '../rules/refusal.ts'
import { currencies, withRetailPrice, type Package } from '../store/inventory.ts'
import type { Store } from '../store/store.ts'

const comparators: Readonly<Record<string, (left: Package, right: Package) => number>> = {
  AMOUNT: (left, right) => left.stock - right.stock,
  NAME: (left, right) => left.name.localeCompare(right.name),
  VOLUME: (left, right) => left.bytes - right.bytes,
  VALIDITY: (left, right) => (left.validity ?? Infinity) - (right.validity ?? Infinity) || 0,
  PRICE: (left, right) => left.price - right.price,
  RETAILPRICE: (left, right) => (left.retail[0]?.cents ?? -1) - (right.retail[0]?.cents ?? -1),
}

function inventory(store: Store, { query }: ApiRequest): ApiResponse {
  const order = comparators[(query.get('sort_by') ?? '').toUpperCase()]
  const direction = query.get('sort_dir')?.toUpperCase() === 'DESC' ? -1 : 1
  const packages =
    order === undefined
      ? store.inventory.packages
      : store.inventory.packages.toSorted((left, right) => direction * order(left, right))
  return jsonText(inventoryBytes(store, packages))
}

function requestedPackage(store: Store, request: ApiRequest): Package {
  const pack = store.inventory.get(request.params.id ?? '')
  if (pack === undefined) throw unknown('inventory item')
  return pack
}

/** A price whose number of cents is still a safe integer. */
const money = z.number().min(0).max(1e9)

const Change = z.looseObject({
  name: z.string().min(1).max(200).optional(),
  retailPrice: z
    .union([
      money.transform((priceValue) => ({ priceValue, currencyCode: currencies[0] })),
      z.looseObject({ priceValue: money, currencyCode: z.enum(currencies).default(currencies[0]) }),
    ])
    .nullish(),
})

function changePackage(store: Store, request: ApiRequest): ApiResponse {
  const pack = requestedPackage(store, request)
  const parsed = Change.safeParse(jsonBody(request))
  if (!parsed.success) throw invalid('name is a text, retailPrice a price in USD or EUR.')
  const { name, retailPrice } = parsed.data
  if (name !== undefined) pack.name = name
  if (retailPrice !== undefined) {
    pack.retail =
      retailPrice === null
        ? []
        : withRetailPrice(pack.retail, {
            cents: Math.round(retailPrice.priceValue * 100),
            currency: retailPrice.currencyCode,
          })
    pack.retailEdited = true
  }
  return jsonText(inventoryItemText(store, pack))
}

export const inventoryEndpoints: readonly Endpoint[] = [
  { name: 'inventory', method: 'GET', path: '/{segment}/products/inventory', access: 'token', handle: inventory },
  {
    name: 'inventoryItem',
    method: 'GET',
    path: '/{segment}/products/inventory/:id',
    access: 'token',
    when: ({ optional }) => optional.includes('inventoryItem'),
    handle: (store, request) => jsonText(inventoryItemText(store, requestedPackage(store, request))),
  },
  {
    name: 'retailPrice',
    method: 'PUT',
    path: '/{segment}/products/inventory/:id',
    access: 'token',
    when: ({ optional }) => optional.includes('retailPrice'),
    handle: changePackage,
  },
]
