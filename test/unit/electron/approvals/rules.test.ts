import { describe, expect, it } from 'vitest'
import { defaultRules, type BuyingRules } from '#shared/model/operation/purchase.ts'
import { createRateLimit } from '../../../../electron/approvals/rateLimit.ts'
import { isOtherMailServer, loosenedRules, moneyReasons, rateLimits } from '../../../../electron/approvals/rules.ts'

const usd = (amount: string) => ({ amount, currency: 'USD' })

describe('an operation', () => {
  it.each([
    ['refund', usd('49.99'), []],
    ['refund', usd('50.00'), []],
    ['refund', usd('50.01'), ['amount']],
    ['register', usd('1000'), ['amount']],
    ['top-up', usd('9.5'), []],
    ['top-up-with-profile', null, ['unknownAmount']],
    ['refund', { amount: '1', currency: 'EUR' }, ['unknownAmount']],
    // The amount of an activation was paid at the purchase.
    ['activate', usd('1000'), []],
  ] as const)('%s of %j needs approval for %j', (operation, amount, reasons) => {
    const facts = { operation, amount, acceptedBefore: false, repeatsUnknown: false, refundUnseen: false }
    expect(moneyReasons(facts, '50', false)).toEqual(reasons)
    expect(moneyReasons(facts, '50', true)).toEqual([...reasons, 'pace'])
    expect(moneyReasons({ ...facts, acceptedBefore: true }, '50', false)).toEqual(['acceptedBefore', ...reasons])
    expect(moneyReasons({ ...facts, repeatsUnknown: true }, '50', false)).toEqual(['repeatsUnknown', ...reasons])
    expect(moneyReasons({ ...facts, refundUnseen: true }, '50', false)).toEqual(['refundUnseen', ...reasons])
  })
})

describe('a change of rules', () => {
  const set: BuyingRules = {
    userCountry: 'DE',
    userIp: '203.0.113.7',
    metatag: 'shop {id}',
    dailyLimit: '100',
    askAbove: '50',
  }
  const changed = (change: Partial<BuyingRules>) =>
    loosenedRules(set, { ...set, ...change }).map(({ rule, before, after }) => [rule, before, after])

  it.each([
    [{ dailyLimit: null }, [['dailyLimit', '100', null]]],
    [{ dailyLimit: '100.01' }, [['dailyLimit', '100', '100.01']]],
    [{ askAbove: '1000' }, [['askAbove', '50', '1000']]],
    [{ userCountry: null }, [['userCountry', 'DE', null]]],
    [{ userCountry: 'FR' }, [['userCountry', 'DE', 'FR']]],
    [
      { userIp: '203.0.113.8', metatag: '{id}' },
      [
        ['userIp', '203.0.113.7', '203.0.113.8'],
        ['metatag', 'shop {id}', '{id}'],
      ],
    ],
    [{ dailyLimit: '99.99', askAbove: '0' }, []],
    [{ dailyLimit: '100.00' }, []],
    [{}, []],
  ] as const)('to %j asks about %j', (change, changes) => {
    expect(changed(change)).toEqual(changes)
  })

  it('that sets a rule for the first time needs no approval', () => {
    expect(loosenedRules(defaultRules, { ...set, askAbove: '50' })).toEqual([])
  })
})

describe('a mail server', () => {
  const server = {
    host: 'mail.example.com',
    port: 465,
    security: 'tls',
    user: 'ada',
    auth: 'password',
    from: 'ada@example.com',
    caFile: null,
  } as const
  it.each([
    { host: 'evil.example.com' },
    { port: 25 },
    { security: 'starttls' },
    { user: 'eve' },
    { auth: 'token' },
    { from: 'eve@example.com' },
    { caFile: '/tmp/own.pem' },
    { renewal: { address: 'https://evil.example/token', clientId: 'desk' } },
  ] as const)('with %j is another one', (change) => {
    expect(isOtherMailServer(server, { ...server, ...change })).toBe(true)
  })
  it('is another one if there was none, and the same if nothing changed', () => {
    expect([isOtherMailServer(null, server), isOtherMailServer(server, { ...server })]).toEqual([true, false])
  })
})

describe('a rate limit', () => {
  const start = (rule = rateLimits.money) => {
    let now = 1000
    const limit = createRateLimit(rule, { monotonic: () => now })
    const take = (): boolean => {
      if (limit.isExceeded()) return false
      limit.record()
      return true
    }
    return { limit, take, pass: (milliseconds: number) => void (now += milliseconds) }
  }

  it('is exceeded after the number of the rule until its time has passed', () => {
    const { take, pass } = start()
    expect(Array.from({ length: 7 }, take)).toEqual([true, true, true, true, true, false, false])
    pass(59_999)
    expect(take()).toBe(false)
    pass(1)
    expect(take()).toBe(true)
  })

  it('allows the granted number of events within the granted time', () => {
    const { limit, take, pass } = start()
    Array.from({ length: 5 }, take)
    limit.grant()
    expect(Array.from({ length: 6 }, take)).toEqual([true, true, true, true, true, false])
    limit.grant()
    pass(rateLimits.money.grantMs)
    expect(Array.from({ length: 6 }, take).filter(Boolean)).toHaveLength(5)
  })
})
