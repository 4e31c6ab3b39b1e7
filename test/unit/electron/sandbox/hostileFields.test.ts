/**
 * Every field of every endpoint, and every order of the control plane, with whatever JSON can be: refused clearly or
 * done, never a failure.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { order, useService } from './sandboxService.ts'

const service = useService()
const runs = 150

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '0',
    -1,
    0,
    1e308,
    -0.5,
    1e-9,
    9_007_199_254_740_993,
    true,
    [],
    {},
    [[[]]],
    { priceValue: {} },
    { priceValue: -1, currencyCode: 'USD' },
    { priceValue: 1e300, currencyCode: 7 },
  ),
  fc.constantFrom(
    'x'.repeat(20_000),
    '\u0000',
    '\uD800',
    '../../etc',
    '%00',
    "' OR 1=1 --",
    '<script>',
    '__proto__',
    'constructor',
    'NaN',
    '1e999',
    '\u202Egnp',
    '🧑‍🚀'.repeat(200),
  ),
)
const address = fc.oneof(
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.constantFrom(
    '.',
    '..',
    '%',
    '%2e%2e',
    '%00',
    '%E0%A4%A',
    'x'.repeat(5000),
    '__proto__',
    'null',
    '-1',
    '0',
    '\uD800',
  ),
)

/** Whether the request succeeded or was refused in the form of the service; an unknown path may get 404 as text. */
function isProper({ status, type }: { readonly status: number; readonly type: string | null }): boolean {
  if (status === 200) return type === 'application/json' || type === 'image/png' || type === null
  return (
    [400, 402, 404, 405, 409, 413, 422].includes(status) &&
    (type === 'application/problem+json' || (status === 404 && type === 'text/plain'))
  )
}

async function expectProper(method: string, path: string, body?: unknown): Promise<void> {
  const answer = await service().call(method, path, body === undefined ? undefined : JSON.stringify(body))
  expect(
    isProper(answer),
    `${method} ${path} ${JSON.stringify(body)} → ${answer.status} ${answer.type} ${answer.text.slice(0, 200)}`,
  ).toBe(true)
}

const encode = (text: string): string => {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80' // The bytes of a lone surrogate.
  }
}

describe('hostile fields', () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      'register',
      'POST',
      '/service/activations/register',
      ['inventoryItemId', 'metatag', 'customerEmail', 'userIp', 'userCountry', 'expectedPrice', 'activationMode'],
    ],
    [
      'top-up',
      'POST',
      '/service/activations/top-up',
      ['inventoryItemId', 'metatag', 'customerUid', 'expectedPrice', 'activationMode', 'dedicated'],
    ],
    [
      'top-up-with-profile',
      'POST',
      '/service/activations/top-up-with-profile',
      [
        'inventoryItemId',
        'metatag',
        'customerUid',
        'expectedPrice',
        'activationMode',
        'dedicated',
        'userIp',
        'customerProfileDomainId',
      ],
    ],
    [
      'search',
      'POST',
      '/service/activations/search-customers',
      ['pageSize', 'pageIndex', 'searchKey', 'searchQuery', 'searchMode', 'onlyActiveProfiles'],
    ],
    ['customer correction', 'PUT', '/service/activations/customers/:uid', ['customerEmail', 'countryOfResidence']],
    ['retail price', 'PUT', '/service/products/inventory/:item', ['name', 'retailPrice']],
  ])('of %s', async (_, method, template, fields) => {
    const pack = (await service().inventory()).find((item) => item.active === true && item.amount === 0)
    const { uid } = await service().control.sample('usable')
    const path = template.replace(':uid', uid).replace(':item', pack?.id ?? '')
    const validBody = { ...order(pack?.id ?? ''), customerUid: uid, searchKey: 'UID', searchQuery: uid }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), hostile, fc.boolean(), async (field, value, others) =>
        expectProper(method, path, { ...(others ? validBody : {}), [field]: value }),
      ),
      { numRuns: runs },
    )
    // Everything is still readable after the accepted calls.
    await service().inventory()
    await service().entry(uid)
    await expectProper('GET', `/service/products/inventory/${pack?.id}`)
  })

  it('in every segment of a path', async () => {
    const templates = [
      '/service/activations/customers/%',
      '/service/activations/customers/%/profile-domains',
      '/service/activations/activated-items/%',
      '/service/esim/countries/%',
      '/service/esim/countries/%/flag',
      '/service/products/inventory/%',
      '/service/esim/%/status/connectivity',
      '/%/products/inventory',
      '/%',
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...templates), address, async (template, text) =>
        expectProper('GET', template.replace('%', encode(text))),
      ),
      { numRuns: runs },
    )
    const money = ['/service/activations/activated-items/%/activate', '/activations/activated-items/%/refund']
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...money), address, async (template, text) =>
        expectProper('POST', template.replace('%', encode(text))),
      ),
      { numRuns: runs },
    )
  })

  it('in every query parameter', async () => {
    const queries = [
      ['/service/activations/customers', 'page_size'],
      ['/service/activations/customers', 'page_index'],
      ['/service/activations/customers', 'only_active_profiles'],
      ['/service/activations/activated-items', 'from'],
      ['/service/activations/activated-items', 'to'],
      ['/service/activations/activated-items', 'sort_by'],
      ['/service/activations/activated-items', 'sort_dir'],
      ['/service/products/inventory', 'sort_by'],
      ['/service/products/inventory', 'sort_dir'],
    ] as const
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...queries), address, async ([path, name], text) =>
        expectProper('GET', `${path}?${name}=${encode(text)}`),
      ),
      { numRuns: runs },
    )
  })

  it('in the headers Locale and Idempotency-Key', async () => {
    for (const value of ['', 'de', 'xx-nonsense-zz', '../..', 'x'.repeat(5000), '*', 'en;q=0']) {
      const countries = await service().call('GET', '/service/esim/countries/WWW', undefined, {
        locale: value,
        'idempotency-key': value,
      })
      expect(countries.status).toBe(200)
    }
  })
})

describe('hostile requests to the control plane', () => {
  const orders = [
    ['/clock', ['mode', 'advance']],
    ['/credits', ['amount', 'add', 'automatic']],
    ['/faults', ['endpoint', 'kind', 'times', 'ms', 'where']],
    ['/variants', ['search', 'pageCap', 'unreadableCustomer', 'tokenSeconds']],
    ['/webhooks', ['esimStatus', 'thresholds']],
    ['/stock', ['inventoryItemId', 'amount']],
    ['/library/activate', ['inventoryItemId', 'userToken', 'metatag']],
    ['/customers/x/use', ['megabytes']],
    ['/customers/x/enter', ['country']],
    ['/esims/x/install', ['anything']],
    ['/tokens/revoke', ['anything']],
  ] as const

  it('are refused as JSON or executed, and the service goes on', async () => {
    const { controlUrl, controlToken } = service().info
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...orders), fc.nat({ max: 4 }), hostile, async ([path, fields], at, value) => {
        const response = await fetch(`${controlUrl}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ [fields[at % fields.length] ?? '']: value }),
        })
        const text = await response.text()
        expect(
          [200, 400, 404, 409, 413, 422],
          `${path} ${JSON.stringify(value)} → ${response.status} ${text}`,
        ).toContain(response.status)
        expect(response.headers.get('content-type')).toBe('application/json')
      }),
      { numRuns: 400 },
    )
    await service().control.clearFaults()
    await service().control.setVariants({ tokenSeconds: 3600 })
    await service().authenticate()
    expect((await service().get('/service/activations/customers?page_size=5')).status).toBe(200)
  })
})
