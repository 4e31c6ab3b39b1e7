import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { WireCustomerEntry, WireCustomerList } from '#shared/wire/customer.ts'
import { WireInventoryItem } from '#shared/wire/inventory.ts'
import { WireCountry } from '#shared/wire/countries.ts'
import { WireDevice } from '#shared/wire/devices.ts'
import { useService } from './sandboxService.ts'

const service = useService()
const list = '/service/activations/customers'

async function entries(query: string): Promise<WireCustomerEntry[]> {
  const answer = await service().get(`${list}${query}`)
  expect(answer.status).toBe(200)
  return WireCustomerList.parse(answer.json).map((entry) => WireCustomerEntry.parse(entry))
}

describe('inventory (interface 2.2, 4.2)', () => {
  it('has worldwide, regional and single-country packages, and a terabyte in GB or, under a variant, in TB', async () => {
    const items = await service().inventory()
    expect(items.length).toBeGreaterThan(150)
    const sets = new Set(items.map((item) => item.countrySet))
    expect([...sets]).toEqual(expect.arrayContaining(['WWW', 'EUROPE', 'DE', 'JP']))
    expect(new Set(items.map((item) => item.sizeUnit))).toEqual(new Set(['MB', 'GB']))
    expect(items.some((item) => item.sizeValue === 1024 && item.sizeUnit === 'GB')).toBe(true)
    await service().control.setVariants({ inventoryTerabytes: 'TB' })
    expect(new Set((await service().inventory()).map((item) => item.sizeUnit))).toEqual(new Set(['MB', 'GB', 'TB']))
    await service().control.setVariants({ inventoryTerabytes: 'GB' })
    expect(items.every((item) => item.extendedDataPolicy?.type === 'standard')).toBe(true)
    expect(new Set(items.map((item) => item.validityUnit))).toEqual(new Set(['days', 'years']))
    expect(items.some((item) => item.validityUnlimited === true)).toBe(true)
    expect(items.find((item) => item.countrySet === 'DE')?.includedCountries).toEqual(['DE'])
    expect(items.some((item) => item.prices?.some((price) => price.currencyCode === 'EUR'))).toBe(true)
    expect(items.some((item) => item.retailPrices?.length === 0)).toBe(true)
    expect(items.some((item) => (item.amount ?? 0) > 0)).toBe(true)
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length)
  })

  it('is sorted on request', async () => {
    const answer = await service().get('/service/products/inventory?sort_by=PRICE&sort_dir=DESC')
    const prices = z
      .looseObject({ items: z.array(WireInventoryItem) })
      .parse(answer.json)
      .items.map((item) => item.prices?.[0]?.priceValue ?? 0)
    expect(prices).toEqual(prices.toSorted((left, right) => right - left))
  })

  it('has a package with wrong types only under the variant', async () => {
    await service().control.setVariants({ unreadablePackage: 2 })
    const items = z
      .looseObject({ items: z.array(z.unknown()) })
      .parse((await service().get('/service/products/inventory')).json).items
    await service().control.setVariants({ unreadablePackage: null })
    const unreadable = items.map((item) => WireInventoryItem.parse(item).unreadableFields ?? [])
    expect(unreadable.flatMap((fields, at) => fields.map(({ field }) => [at, field])).toSorted()).toEqual([
      [2, 'prices'],
      [2, 'sizeValue'],
    ])
  })
})

describe('places (interface 2.3, 2.4, 4.3 to 4.5)', () => {
  it.each([
    ['EUROPE', 38],
    ['DE', 1],
    ['de', 1],
    ['VA', 1],
  ])('lists the countries of %s as a bare array', async (set, count) => {
    const countries = z.array(WireCountry).parse((await service().get(`/service/esim/countries/${set}`)).json)
    expect(countries).toHaveLength(count)
  })

  it('names countries in the language of the header Locale', async () => {
    const answer = await service().call('GET', '/service/esim/countries/DE', undefined, { locale: 'de' })
    expect(answer.json).toMatchObject([
      { code: 'DE', name: 'Deutschland', imageUrl: '/service/esim/countries/DE/flag' },
    ])
  })

  it.each([
    ['de-DE,de;q=0.9', 'Deutschland'],
    ['xx;q=0.9, fr;q=0.5, ja;q=0.1', 'Allemagne'],
    ['en;q=0.2, it', 'Germania'],
    ['*', 'Germany'],
    ['not a language', 'Germany'],
    ['de;q=0', 'Germany'],
  ])('names countries in the first known language of %s', async (locale, name) => {
    const answer = await service().call('GET', '/service/esim/countries/DE', undefined, { locale })
    expect(answer.json).toMatchObject([{ code: 'DE', name }])
  })

  it('draws every flag as a PNG of 60 by 40 pixels', async () => {
    for (const code of ['DE', 'GB', 'US', 'NP', 'XK']) {
      const response = await fetch(`${service().info.baseUrl}/service/esim/countries/${code}/flag`, {
        headers: { authorization: await bearer() },
      })
      expect(response.headers.get('content-type')).toBe('image/png')
      const picture = Buffer.from(await response.arrayBuffer())
      expect(picture.subarray(1, 4).toString()).toBe('PNG')
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([60, 40])
      const length = picture.readUInt32BE(33)
      expect(inflateSync(picture.subarray(41, 41 + length))).toHaveLength((60 * 3 + 1) * 40)
    }
  })

  it('has no flag and no set for unknown codes', async () => {
    expect((await service().get('/service/esim/countries/QQ/flag')).status).toBe(404)
    expect((await service().get('/service/esim/countries/ATLANTIS')).status).toBe(404)
  })

  it('lists devices without the segment, and with it under a variant', async () => {
    const devices = z.array(WireDevice).parse((await service().get('/esim/device/esim-capable')).json)
    expect(devices.some((device) => device.name === 'Pixel 8')).toBe(true)
    const other = await service().get('/service/esim/device/esim-capable')
    expect([other.status, other.type]).toEqual([404, 'text/plain'])
    await service().control.setVariants({ devicesPath: 'segment' })
    expect((await service().get('/service/esim/device/esim-capable')).status).toBe(200)
    expect((await service().get('/esim/device/esim-capable')).status).toBe(404)
    await service().control.setVariants({ devicesPath: 'plain' })
  })

  it('returns the version without a token', async () => {
    const answer = await service().call('GET', '/service/version', undefined, { authorization: '' })
    expect(answer.json).toHaveProperty('version')
  })
})

async function bearer(): Promise<string> {
  const { baseUrl, clientId, clientSecret } = service().info
  const answer = await fetch(`${baseUrl}/reseller/authenticate`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
  })
  return `Bearer ${z.looseObject({ accessToken: z.string() }).parse(await answer.json()).accessToken}`
}

describe('customers list (interface 4.6)', () => {
  it('returns 50 entries by default, then pages without overlap, then an empty page', async () => {
    expect(await entries('')).toHaveLength(50)
    const pages = await Promise.all([0, 1, 2].map((index) => entries(`?page_size=120&page_index=${index}`)))
    expect(pages.map((page) => page.length)).toEqual([120, 120, 60])
    expect(new Set(pages.flat().map((entry) => entry.customer.uid)).size).toBe(300)
    expect(await entries('?page_size=120&page_index=3')).toEqual([])
  })

  it('hides replaced profiles unless only_active_profiles is false', async () => {
    const { uid, iccid } = await service().control.sample('esimReplaced')
    const profiles = async (query: string): Promise<(string | null)[]> => {
      const entry = (await entries(`?page_size=300${query}`)).find(({ customer }) => customer.uid === uid)
      return entry?.relatedEsims.map((esim) => esim.iccid) ?? []
    }
    expect(await profiles('')).not.toContain(iccid)
    expect(await profiles('&only_active_profiles=false')).toContain(iccid)
  })

  it.each(['?page_size=0', '?page_size=ten', '?page_index=-1', '?page_size=1.5'])(
    'refuses %s in the form of the service',
    async (query) => {
      const answer = await service().get(`${list}${query}`)
      expect([answer.status, answer.type]).toEqual([400, 'application/problem+json'])
    },
  )

  it('streams the whole list if paging is ignored, in either envelope', async () => {
    await service().control.setVariants({ paging: 'ignored', listEnvelope: 'object' })
    const answer = await service().get(`${list}?page_size=10&page_index=3`)
    await service().control.setVariants({ paging: 'pages', listEnvelope: 'array' })
    expect(answer.json).toHaveProperty('customers.299')
    expect(WireCustomerList.parse(answer.json)).toHaveLength(300)
  })

  it('limits a page and reverses the order under variants', async () => {
    const last = (await entries('?page_size=1&page_index=299'))[0]?.customer.uid
    await service().control.setVariants({ pageCap: 20, listOrder: 'newestFirst' })
    const page = await entries('?page_size=100')
    await service().control.setVariants({ pageCap: null, listOrder: 'oldestFirst' })
    expect([page.length, page[0]?.customer.uid]).toEqual([20, last])
  })

  it('contains one unreadable customer with its uid under the variant', async () => {
    const [third] = await entries('?page_size=1&page_index=3')
    await service().control.setVariants({ unreadableCustomer: 3 })
    const all = WireCustomerList.parse((await service().get(`${list}?page_size=300`)).json)
    await service().control.setVariants({ unreadableCustomer: null })
    const bad = all.filter((entry) => (WireCustomerEntry.parse(entry).unreadableParts ?? []).length > 0)
    expect(bad).toHaveLength(1)
    expect(bad[0]).toMatchObject({ customer: { uid: third?.customer.uid } })
  })
})

describe('one customer (interface 4.7)', () => {
  it('has the shape of a list entry', async () => {
    const [first] = await entries('?page_size=1&only_active_profiles=false')
    expect(await service().entry(first?.customer.uid ?? '')).toEqual(first)
  })

  it('hides its replaced profiles if only_active_profiles is true', async () => {
    const { uid, iccid } = await service().control.sample('esimReplaced')
    const profiles = async (query: string): Promise<(string | null)[]> =>
      WireCustomerEntry.parse((await service().get(`${list}/${uid}${query}`)).json).relatedEsims.map(
        (esim) => esim.iccid,
      )
    expect(await profiles('')).toContain(iccid)
    expect(await profiles('?only_active_profiles=false')).toContain(iccid)
    expect(await profiles('?only_active_profiles=true')).not.toContain(iccid)
  })

  it.each(['no-such-uid', 'f93830ce-d5fc-4c55-9c6d-b6277e227b70', '..%2F..', '%00'])(
    'does not exist for %s',
    async (uid) => {
      const answer = await service().get(`${list}/${uid}`)
      expect([answer.status, answer.type]).toEqual([404, 'application/problem+json'])
    },
  )

  it('has a total of the items that have not expired', async () => {
    const all = await entries('?page_size=300')
    const now = Date.now()
    for (const entry of all) {
      const counted = entry.activatedItems.filter(
        ({ balance }) =>
          balance.activatedAt === null || balance.expiresAt === null || Date.parse(balance.expiresAt ?? '') > now,
      )
      const factor: Record<string, number> = { MB: 1 / 1024, GB: 1, TB: 1024 }
      const sum = counted.reduce(
        (total, { balance }) =>
          total + (balance.availableBalance?.sizeValue ?? 0) * (factor[balance.availableBalance?.sizeUnit ?? ''] ?? 0),
        0,
      )
      const tolerance =
        0.01 +
        0.01 * counted.length +
        (counted.some(({ balance }) => balance.availableBalance?.sizeUnit === 'TB') ? 6 : 0)
      expect(Math.abs((entry.totalAvailableBalance?.sizeValue ?? 0) - sum)).toBeLessThan(tolerance)
    }
  })
})

describe('search-customers (interface 4.8)', () => {
  const search = async (body: Record<string, unknown>): Promise<string[]> => {
    const answer = await service().post('/service/activations/search-customers', {
      pageSize: 50,
      pageIndex: 0,
      onlyActiveProfiles: false,
      searchMode: 'isExact',
      ...body,
    })
    return WireCustomerList.parse(answer.json).map((entry) => WireCustomerEntry.parse(entry).customer.uid)
  }

  it('finds a customer by uid and by ICCID', async () => {
    const { uid, iccid } = await service().control.sample('esimInstalled')
    expect(await search({ searchKey: 'UID', searchQuery: uid })).toEqual([uid])
    expect(await search({ searchKey: 'ICCID', searchQuery: iccid })).toEqual([uid])
    expect(await search({ searchKey: 'ICCID', searchQuery: iccid?.slice(-8), searchMode: 'contains' })).toContain(uid)
    expect(await search({ searchKey: 'ICCID', searchQuery: iccid?.slice(0, 15), searchMode: 'startsWith' })).toContain(
      uid,
    )
    expect(await search({ searchKey: 'ICCID', searchQuery: '8900000000000000000' })).toEqual([])
  })

  it('finds all customers of one person by e-mail in any case, with different country sets', async () => {
    const { uid, email } = await service().control.sample('twoCustomersSameEmail')
    const found = await search({ searchKey: 'EMAIL', searchQuery: email?.toUpperCase() })
    expect(found).toContain(uid)
    expect(found.length).toBeGreaterThanOrEqual(2)
    const sets = await Promise.all(found.map(async (one) => (await service().control.customer(one)).countrySet))
    expect(new Set(sets).size).toBe(sets.length)
  })

  it('returns pages without overlap', async () => {
    const page = (pageIndex: number): Promise<string[]> =>
      search({ searchKey: 'EMAIL', searchQuery: '@', searchMode: 'contains', pageSize: 30, pageIndex })
    const [first, second] = [await page(0), await page(1)]
    expect(new Set([...first, ...second]).size).toBe(60)
  })

  it.each([
    { searchKey: 'PHONE', searchQuery: 'x' },
    { searchKey: 'UID' },
    { searchKey: 'UID', searchQuery: 'x', searchMode: 'like' },
  ])('refuses %o', async (body) => {
    expect((await service().post('/service/activations/search-customers', body)).status).toBe(400)
  })

  it('uses GET as well as POST, or one of them under a variant, where the other gets the status of the variant', async () => {
    const { uid } = await service().control.sample('esimInstalled')
    const address = `/service/activations/search-customers?searchKey=UID&searchQuery=${uid}&searchMode=isExact&page_size=5`
    expect((await service().get(address)).json).toHaveProperty('customers.0.customer.uid', uid)
    await service().control.setVariants({ search: 'post' })
    expect((await service().get(address)).status).toBe(405)
    await service().control.setVariants({ search: 'get', searchRefusal: 404, searchEnvelope: 'array' })
    const found = await service().get(address)
    const posted = await service().post('/service/activations/search-customers', { searchKey: 'UID', searchQuery: uid })
    await service().control.setVariants({ search: 'both', searchRefusal: 405, searchEnvelope: 'object' })
    expect(found.json).toHaveProperty('0.customer.uid', uid)
    expect(posted.status).toBe(404)
  })
})

describe('the segment', () => {
  it('is a part of the path, and another one does not exist', async () => {
    const answer = await service().get('/other/products/inventory')
    expect([answer.status, answer.type]).toEqual([404, 'text/plain'])
  })
})
