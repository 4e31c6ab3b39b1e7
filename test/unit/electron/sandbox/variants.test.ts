/** @module-tag long */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { get } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answerFormNames } from '../../../../electron/sandbox/serializers/answerForms.ts'
import { Variants, type VariantsInput } from '../../../../electron/sandbox/variants.ts'
import { basic, useService } from './sandboxService.ts'

const service = useService()
const guide = readFileSync(new URL('../../../../docs/sandbox.md', import.meta.url), 'utf8')

it.each([...Variants.keyof().options, ...answerFormNames])('the guide of the sandbox has %s', (name) => {
  expect(guide).toContain(`\`${name}\``)
})

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

/** Sets these variants alone; all others are as they begin. */
const set = (variants: VariantsInput): Promise<unknown> =>
  service().control.setVariants({ ...Variants.parse({}), ...variants })

afterEach(() => set({}))

describe('an error has the form', () => {
  it.each([
    ['problem', 'application/problem+json', /"title":"Not Found"/],
    ['message', 'application/json', /"message":/],
    ['error', 'application/json', /"error":/],
    ['title', 'application/problem+json', /"title":"There is no such customer/],
    ['errorObject', 'application/json', /"error":\{"code":"not-found","message":/],
    ['errorMsg', 'application/json', /^\{"errorCode":"not-found","errorMsg":/],
    ['errorTexts', 'application/json', /^\{"errors":\["There is/],
    ['errorObjects', 'application/json', /^\{"errors":\[\{"code":"not-found","message":/],
    ['reason', 'application/json', /"reason":"There is/],
    ['returnMessage', 'application/json', /"returnCode":"FAIL","returnMessage":"There is/],
    ['meta', 'application/json', /"meta":\{"code":"not-found","message":/],
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

it('a refusal by a rule has the status of the variant, and a wrong request has its own', async () => {
  await set({ refusalStatus: 400, errorForm: 'text', monthlyRefunds: 0 })
  const { itemUid } = await service().control.itemSample('refundable')
  const refused = await service().post(`/activations/activated-items/${itemUid}/refund`)
  expect([refused.status, refused.type, refused.text]).toEqual([
    400,
    'text/plain',
    'The maximum number of refunds for this month is reached.',
  ])
  expect((await service().get('/service/activations/customers/nobody')).status).toBe(404)
})

describe('one customer is', () => {
  it.each([
    ['entry', 200, /^\{"customer":\{"email":.*"relatedEsims":\[/],
    ['flat', 200, /^\{"email":.*"profileUrl":"[^"]+","totalAvailableBalance":.*"relatedEsims":\[/],
    ['bare', 200, /^\{"email":[^{}]*"profileUrl":"[^"]+"\}$/],
    ['array', 200, /^\[\{"customer":/],
    ['inData', 200, /^\{"data":\{"customer":/],
    ['inCustomer', 200, /^\{"customer":\{"customer":/],
    ['inResult', 200, /^\{"result":\{"customer":/],
    ['missing', 404, /^404 page not found$/],
    ['notAllowed', 405, /Method Not Allowed/],
  ] as const)('%s', async (customerEnvelope, status, text) => {
    const { uid } = await service().control.sample('usedItem')
    await set({ customerEnvelope })
    const answer = await service().get(`/service/activations/customers/${uid}`)
    expect(answer.status).toBe(status)
    expect(answer.text).toMatch(text)
  })
})

describe('the list', () => {
  it.each([
    ['array', /^\[\{/],
    ['object', /^\{"customers":\[\{/],
    ['items', /^\{"items":\[\{/],
    ['content', /^\{"content":\[\{/],
    ['data', /^\{"data":\[\{/],
    ['results', /^\{"results":\[\{/],
    ['twoArrays', /^\{"customers":\[\{.*\],"archived":\[\{/],
  ] as const)('has the envelope %s', async (listEnvelope, text) => {
    await set({ listEnvelope })
    expect((await service().get(list)).text).toMatch(text)
  })

  it('states totals beside its entries', async () => {
    await set({ listEnvelope: 'content', listTotals: true })
    const answer = await service().get('/service/activations/customers?page_size=7&page_index=2')
    expect(answer.text).toMatch(/\],"totalElements":300,"totalPages":43,"number":2,"size":7\}$/)
  })

  const uids = async (index: number): Promise<readonly string[]> => {
    const { status, text } = await service().get(`/service/activations/customers?page_size=2&page_index=${index}`)
    return status === 200
      ? [...text.matchAll(/"customer":\{"email":[^,]+,"uid":"([^"]+)"/g)].map(([, uid = '']) => uid)
      : []
  }

  it('counts its pages from 1, and refuses page 0 or takes it for the first', async () => {
    const [first, second] = [await uids(0), await uids(1)]
    await set({ firstPage: 1 })
    expect([await uids(0), await uids(1), await uids(2)]).toEqual([[], first, second])
    await set({ firstPage: 'zeroOrOne' })
    expect([await uids(0), await uids(1), await uids(2)]).toEqual([first, first, second])
  })

  it('repeats its first page for ever, or refuses any query', async () => {
    const first = await uids(0)
    await set({ paging: 'repeats' })
    expect([await uids(0), await uids(1), await uids(900)]).toEqual([first, first, first])
    await set({ paging: 'refused' })
    expect((await service().get('/service/activations/customers?page_size=2')).status).toBe(400)
    expect((await service().get('/service/activations/customers')).json).toHaveLength(300)
  })

  it('has the items of a customer in the order of their sale, newest first, or as they were made up', async () => {
    const { uid } = await service().control.sample('manyItems')
    const sales = async (itemOrder: Variants['itemOrder']): Promise<readonly number[]> => {
      await set({ itemOrder })
      return ((await service().entry(uid)).activatedItems ?? []).map(({ salesDate }) => Date.parse(salesDate ?? ''))
    }
    const oldestFirst = await sales('sale')
    expect(oldestFirst).toEqual(oldestFirst.toSorted((left, right) => left - right))
    expect(await sales('newestFirst')).toEqual(oldestFirst.toReversed())
    expect((await sales('stored')).toSorted((left, right) => left - right)).toEqual(oldestFirst)
  })

  it.each([
    ['number', /^\[3[,\]]/],
    ['null', /^\[null[,\]]/],
  ] as const)('has an entry that is a %s', async (unreadableForm, text) => {
    await set({ unreadableCustomer: 3, unreadableForm })
    expect((await service().get('/service/activations/customers?page_size=1&page_index=3')).text).toMatch(text)
  })
})

describe('the search', () => {
  it.each([
    ['named', 'email'],
    ['query', 'query'],
    ['q', 'q'],
  ] as const)('takes the parameters %s, and refuses the usual ones', async (searchParameters, name) => {
    const { email, iccid } = await service().control.sample('usedItem')
    await set({ searchParameters })
    const path = '/service/activations/search-customers'
    const byQuery = await service().get(`${path}?${name}=${encodeURIComponent(email ?? '')}`)
    expect(byQuery.json).toHaveProperty('customers.0.customer.email', email)
    const byBody = await service().post(path, { [name === 'email' ? 'iccid' : name]: iccid })
    expect(byBody.json).toMatchObject({ customers: [{ customer: { email } }] })
    expect((await service().post(path, { searchKey: 'EMAIL', searchQuery: email })).status).toBe(400)
  })

  it('fails always, or answers 404 where nobody is found', async () => {
    const path = '/service/activations/search-customers?searchKey=EMAIL&searchQuery=nobody@example.org'
    expect((await service().get(path)).json).toEqual({ customers: [] })
    await set({ searchAnswer: 'notFound' })
    expect((await service().get(path)).status).toBe(404)
    await set({ searchAnswer: 'fails' })
    expect((await service().get(path)).status).toBe(500)
  })
})

describe('values', () => {
  it.each<readonly [string, VariantsInput, RegExp]>([
    ['instants with a blank', { instants: 'blank' }, /"salesDate":"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"/],
    ['instants without seconds', { instants: 'noSeconds' }, /"expiresAt":"\d{4}-\d\d-\d\dT\d\d:\d\dZ"/],
    ['dates alone', { instants: 'date' }, /"salesDate":"\d{4}-\d\d-\d\d"/],
    ['instants in lower case', { instants: 'lowerCase' }, /"lastSeen":"\d{4}-\d\d-\d\dt[\d:.]+z"/],
    ['seconds since 1970', { instants: 'seconds' }, /"salesDate":\d{10}[,}]/],
    ['milliseconds since 1970', { instants: 'milliseconds' }, /"salesDate":\d{13}[,}]/],
    ['the year 1', { emptyDates: 'year1' }, /"activatedAt":"0001-01-01T00:00:00Z"/],
    ['the year 1970', { emptyDates: 'year1970' }, /"lastSeen":"1970-01-01T00:00:00Z"/],
    ['the year 0', { emptyDates: 'year0' }, /"activatedAt":"0000-00-00T00:00:00Z"/],
    ['sizes in KB', { sizeUnits: 'KB' }, /"size":\{"sizeValue":3145728,"sizeUnit":"KB"\}/],
    ['sizes in bytes', { sizeUnits: 'B' }, /"size":\{"sizeValue":3221225472,"sizeUnit":"B"\}/],
    ['units in lower case', { sizeUnits: 'lowerCase' }, /"totalAvailableBalance":\{"sizeValue":[\d.]+,"sizeUnit":"gb"/],
    ['minus one', { volumes: 'minusOne' }, /"availableBalance":\{"sizeValue":-1,"sizeUnit":"GB"\}/],
    ['zero', { volumes: 'zero' }, /"size":\{"sizeValue":0,"sizeUnit":"GB"\}/],
    ['a word for a size', { volumes: 'unlimitedText' }, /"size":\{"sizeValue":"unlimited","sizeUnit":"GB"\}/],
    ['an unknown unit', { volumes: 'unknownUnit' }, /"size":\{"sizeValue":3,"sizeUnit":"QB"\}/],
    ['a unit for no limit', { volumes: 'unlimitedUnit' }, /"size":\{"sizeValue":0,"sizeUnit":"UNLIMITED"\}/],
    ['a currency in lower case', { currency: 'lowerCase' }, /"currencyCode":"usd"/],
    ['float noise', { currency: 'noise' }, /"priceValue":\d+\.\d{10,}/],
    ['a currency without decimals', { currency: 'JPY' }, /"priceValue":\d+,"currencyCode":"JPY"/],
    ['a currency with three decimals', { currency: 'KWD' }, /"priceValue":\d+\.\d{3},"currencyCode":"KWD"/],
    [
      'activation codes in blanks',
      { activationCodes: 'blanks' },
      /"activationCode":" LPA:1\$smdp\.example\.com\$\S+ "/,
    ],
    ['a line break in activation codes', { activationCodes: 'newline' }, /"activationCode":"LPA:1\$[^"]+\\n"/],
    ['no matching id', { activationCodes: 'noMatchingId' }, /"activationCode":"LPA:1\$smdp\.example\.com\$"/],
    ['an OID after no matching id', { activationCodes: 'oid' }, /"activationCode":"LPA:1\$smdp\.example\.com\$\$1\.3/],
    ['a null for no retail price', { absentObjects: 'null' }, /"retailPrice":null/],
    [
      'a price as text',
      { itemFields: { 'purchasePrice.priceValue': 'text' } },
      /"purchasePrice":\{"sortIndex":0,"priceValue":"[\d.]+"/,
    ],
    ['a metatag as number', { itemFields: { metatag: 'number' } }, /"metatag":\d+,/],
    [
      'a size that is nested',
      { itemFields: { 'balance.size.sizeValue': 'nested' } },
      /"size":\{"sizeValue":\{"value":3\}/,
    ],
    [
      'no validity',
      { itemFields: { 'balance.validitySize': 'missing' } },
      /"availableBalance":\{[^}]+\},"validityUnit"/,
    ],
    ['an IMSI as number', { esimFields: { imsi: 'number' } }, /"imsi":\d{15},/],
    ['a flag as text', { esimFields: { active: 'text' } }, /"active":"true"/],
    ['a customer without a page', { customerFields: { profileUrl: 'null' } }, /"profileUrl":null/],
  ])('may be %s', async (_what, variants, text) => {
    expect((await service().get(list)).text).not.toMatch(text)
    await set(variants)
    expect((await service().get(list)).text).toMatch(text)
  })

  it('of the inventory may have other types and units too', async () => {
    const inventory = async (variants: VariantsInput): Promise<string> => {
      await set(variants)
      return (await service().get('/service/products/inventory')).text
    }
    expect(await inventory({ inventoryFields: { 'prices.priceValue': 'text' } })).toMatch(
      /"prices":\[\{"sortIndex":0,"priceValue":"[\d.]+"/,
    )
    expect(await inventory({ inventoryFields: { amount: 'text', active: 'text' } })).toMatch(
      /"active":"true".*"amount":"0"/,
    )
    expect(await inventory({ sizeUnits: 'KB' })).toMatch(/"sizeValue":3145728,"sizeUnit":"KB"/)
    expect(await inventory({ absentObjects: 'missing' })).toMatch(/"packageType":"standard","prices"/)
    expect(await inventory({ absentObjects: 'null' })).toContain('"extendedDataPolicy":null')
    expect(await inventory({})).not.toContain('"extendedDataPolicy":null')
  })

  it('begin with a byte order mark', async () => {
    await set({ byteOrderMark: true })
    const response = await fetch(`${service().info.baseUrl}/reseller/authenticate`, {
      method: 'POST',
      headers: { authorization: basic(service().info.clientId, service().info.clientSecret) },
    })
    expect([...new Uint8Array(await response.arrayBuffer())].slice(0, 4)).toEqual([0xef, 0xbb, 0xbf, 0x7b])
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

  it('list the sales of one day, whose end is the whole day or its first instant', async () => {
    const [, day = ''] = /"salesDate":"(\d{4}-\d\d-\d\d)T/.exec((await service().get(list)).text) ?? []
    const path = `/service/activations/activated-items?from=${day}&to=${day}`
    const dates = z.array(Sold).parse((await service().get(path)).json)
    expect(dates.length).toBeGreaterThan(0)
    expect(dates.every(({ salesDate }) => salesDate.startsWith(day))).toBe(true)
    await set({ historyEnd: 'firstInstant' })
    expect((await service().get(path)).json).toEqual([])
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
