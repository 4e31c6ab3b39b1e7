import { gunzipSync } from 'node:zlib'
import { get } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { useService } from './sandboxService.ts'

const service = useService()
const list = '/service/activations/customers?page_size=300'

const Sold = z.object({
  salesDate: z.string(),
  salesChannel: z.string(),
  purchasePrice: z.object({ priceValue: z.number() }),
  retailPrice: z.object({ priceValue: z.number() }).nullable(),
  balance: z.object({
    name: z.string(),
    size: z.object({ sizeValue: z.number(), sizeUnit: z.string() }),
    validitySize: z.number(),
    validityUnit: z.string(),
    validityUnlimited: z.boolean().optional(),
  }),
})
type Sold = z.infer<typeof Sold>

afterEach(async () => {
  await service().control.setVariants({
    errorForm: 'problem',
    emptyDates: 'null',
    text: 'plain',
    openPlaces: false,
    gzip: false,
    installedSpelling: 'mixed',
    optional: [
      'history',
      'item',
      'customerCorrection',
      'profileDomains',
      'inventoryItem',
      'retailPrice',
      'connectivity',
      'version',
    ],
  })
})

describe('an error has the form', () => {
  it.each([
    ['problem', 'application/problem+json', /"title":"Not Found"/],
    ['message', 'application/json', /"message":/],
    ['error', 'application/json', /"error":/],
    ['text', 'text/plain', /^There is no such customer/],
  ] as const)('%s', async (errorForm, type, text) => {
    await service().control.setVariants({ errorForm })
    const answer = await service().get('/service/activations/customers/nobody')
    expect([answer.status, answer.type]).toEqual([404, type])
    expect(answer.text).toMatch(text)
  })
})

describe('a missing date is', () => {
  it.each([
    ['null', /"activatedAt":null/],
    ['omitted', /"balance":\{"expiresAt"/],
    ['emptyString', /"activatedAt":""/],
  ] as const)('%s', async (emptyDates, text) => {
    await service().control.setVariants({ emptyDates })
    expect((await service().get(list)).text).toMatch(text)
  })
})

describe('a service', () => {
  it('may require no token for countries', async () => {
    const status = async (): Promise<number> =>
      (await service().call('GET', '/service/esim/countries/DE', undefined, { authorization: '' })).status
    expect(await status()).toBe(403)
    await service().control.setVariants({ openPlaces: true })
    expect(await status()).toBe(200)
  })

  it('may spell INSTALLED in two ways', async () => {
    expect(new Set((await service().get(list)).text.match(/"state":"INSTALLED[^"]*"/g))).toEqual(
      new Set(['"state":"INSTALLED"', '"state":"INSTALLED/ENABLED"']),
    )
    await service().control.setVariants({ installedSpelling: 'INSTALLED' })
    expect((await service().get(list)).text).not.toContain('INSTALLED/ENABLED')
  })

  it('may compress its responses', async () => {
    await service().control.setVariants({ gzip: true })
    await service().control.setVariants({ openPlaces: true })
    const packed = await new Promise<Buffer>((resolve) => {
      get(
        `${service().info.baseUrl}/esim/device/esim-capable`,
        { headers: { 'accept-encoding': 'gzip' } },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => resolve(Buffer.concat(chunks)))
          expect(response.headers['content-encoding']).toBe('gzip')
        },
      )
    })
    expect(gunzipSync(packed).toString()).toContain('Pixel 8')
  })

  it('may send hostile texts in every field that a person wrote', async () => {
    await service().control.setVariants({ text: 'hostile' })
    const { text } = await service().get(list)
    expect(text).toContain('<script>')
    expect(text).toContain('=HYPERLINK')
    expect((await service().get('/service/products/inventory')).text).toContain('<img src=x')
  })
})

describe('the optional endpoints (field notes)', () => {
  it('are unknown routes if the service does not have them', async () => {
    const { uid, itemUid, iccid } = await service().control.itemSample('usedItem')
    const item = (await service().inventory())[0]
    const paths = [
      '/service/activations/activated-items',
      `/service/activations/activated-items/${itemUid}`,
      `/service/activations/customers/${uid}/profile-domains`,
      `/service/products/inventory/${item?.id}`,
      `/service/esim/${iccid}/status/connectivity`,
      '/service/version',
    ]
    for (const path of paths) expect((await service().get(path)).status).toBe(200)
    await service().control.setVariants({ optional: [] })
    for (const path of paths) {
      const answer = await service().get(path)
      expect([answer.status, answer.type]).toEqual([404, 'text/plain'])
    }
    expect((await service().call('PUT', `/service/activations/customers/${uid}`, {})).status).toBe(405)
  })

  it('list the sales of a period as a bare array, sorted on request', async () => {
    const from = new Date(Date.now() - 30 * 86_400_000).toISOString()
    const answer = await service().get(
      `/service/activations/activated-items?from=${from}&sort_by=SALESDATE&sort_dir=DESC`,
    )
    expect(Array.isArray(answer.json)).toBe(true)
    const dates = [...answer.text.matchAll(/"salesDate":"([^"]+)"/g)].map(([, date]) => Date.parse(date ?? ''))
    expect(dates.length).toBeGreaterThan(20)
    expect(dates).toEqual(dates.toSorted((left, right) => right - left))
    expect(Math.min(...dates)).toBeGreaterThanOrEqual(Date.parse(from) - 1000)
    expect((await service().get('/service/activations/activated-items?from=yesterday')).status).toBe(400)
  })

  it.each([
    ['DATE', (sold: Sold) => Date.parse(sold.salesDate)],
    ['NAME', (sold: Sold) => sold.balance.name],
    [
      'VOLUME',
      (sold: Sold) => sold.balance.size.sizeValue * 1024 ** 'MGT'.indexOf(sold.balance.size.sizeUnit.charAt(0)),
    ],
    [
      'VALIDITY',
      ({ balance }: Sold) =>
        balance.validityUnlimited === true
          ? Infinity
          : balance.validitySize * (balance.validityUnit === 'years' ? 365 : 1),
    ],
    ['PRICE', (sold: Sold) => sold.purchasePrice.priceValue],
    ['RETAILPRICE', (sold: Sold) => sold.retailPrice?.priceValue ?? -1],
    ['SALESCHANNEL', (sold: Sold) => sold.salesChannel],
  ])('sort the sales by %s in both directions', async (key, valueOf) => {
    const compare = (left: string | number, right: string | number): number =>
      typeof left === 'string' ? left.localeCompare(String(right)) : left === right ? 0 : left - Number(right)
    for (const [direction, sign] of [
      ['ASC', 1],
      ['DESC', -1],
    ] as const) {
      const answer = await service().get(`/service/activations/activated-items?sort_by=${key}&sort_dir=${direction}`)
      const values = z
        .array(Sold)
        .parse(answer.json)
        .map((sold): string | number => valueOf(sold))
      expect(new Set(values).size).toBeGreaterThan(1)
      expect(values).toEqual(values.toSorted((left, right) => sign * compare(left, right)))
    }
  })

  it('refuse to sort the sales by anything else', async () => {
    expect((await service().get('/service/activations/activated-items?sort_by=COLOUR')).status).toBe(400)
  })

  it('correct an e-mail address, which a search then finds', async () => {
    const { uid } = await service().control.sample('noEmail')
    const corrected = await service().call('PUT', `/service/activations/customers/${uid}`, {
      customerEmail: 'right@example.com',
      countryOfResidence: 'FR',
    })
    expect(corrected.json).toMatchObject({ customer: { uid, email: 'right@example.com' } })
    const found = await service().post('/service/activations/search-customers', {
      searchKey: 'EMAIL',
      searchQuery: 'right@example.com',
    })
    expect(found.json).toMatchObject({ customers: [{ customer: { uid } }] })
    expect(
      (await service().call('PUT', `/service/activations/customers/${uid}`, { customerEmail: 'wrong' })).status,
    ).toBe(400)
  })

  it('change a retail price, which expectedPrice must equal afterwards', async () => {
    const item = (await service().inventory()).find(
      (one) => one.active === true && one.amount === 0 && one.name.startsWith('Germany'),
    )
    const path = `/service/products/inventory/${item?.id}`
    expect((await service().call('PUT', path, { retailPrice: 12.34, name: 'Germany, renamed' })).json).toMatchObject({
      name: 'Germany, renamed',
      retailPriceEdited: true,
    })
    const body = {
      inventoryItemId: item?.id,
      metatag: 'x',
      userIp: '',
      userCountry: '',
      expectedPrice: { priceValue: 12.34, currencyCode: 'USD' },
    }
    expect((await service().post('/service/activations/register', body)).status).toBe(200)
    expect((await service().call('PUT', path, { retailPrice: 'free' })).status).toBe(400)
  })

  it('change the retail price of one currency, and keep the other', async () => {
    const item = (await service().inventory()).find((one) => one.retailPrices?.length === 1)
    const path = `/service/products/inventory/${item?.id}`
    const usd = item?.retailPrices?.[0]?.priceValue
    const change = async (priceValue: number, currencyCode: string): Promise<unknown> =>
      (await service().call('PUT', path, { retailPrice: { priceValue, currencyCode } })).json
    expect(await change(7.5, 'EUR')).toMatchObject({
      retailPrices: [
        { priceValue: usd, currencyCode: 'USD', sortIndex: 0 },
        { priceValue: 7.5, currencyCode: 'EUR', sortIndex: 1 },
      ],
    })
    expect(await change(9.99, 'USD')).toMatchObject({
      retailPrices: [
        { priceValue: 9.99, currencyCode: 'USD' },
        { priceValue: 7.5, currencyCode: 'EUR' },
      ],
    })
    expect(await change(5, 'XYZ')).toMatchObject({ status: 400 })
    expect((await service().call('PUT', path, { retailPrice: null })).json).toMatchObject({ retailPrices: [] })
  })
})
