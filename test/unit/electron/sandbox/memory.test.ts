/** The memory of the sandbox is bounded: its ledger, its cached responses, and the customers that nobody changed. */
import { describe, expect, it } from 'vitest'
import { json } from '../../../../electron/sandbox/serializers/response.ts'
import { Account } from '../../../../electron/sandbox/store/account.ts'
import { IdempotencyCache } from '../../../../electron/sandbox/store/idempotencyCache.ts'
import { Ledger } from '../../../../electron/sandbox/store/ledger.ts'
import { useService } from './sandboxService.ts'

const service = useService()

describe('the ledger', () => {
  it('stores the latest 20,000 rows under their numbers, and reports how many older ones were removed', () => {
    const ledger = new Ledger()
    for (let count = 0; count < 65_000; count++) {
      ledger.add({
        at: '',
        kind: 'activate',
        executed: true,
        refusal: null,
        customerUid: null,
        itemUid: null,
        inventoryItemId: null,
        metatag: null,
        idempotencyKey: null,
        credits: 0,
      })
    }
    const { rows, total, kept, forgotten } = ledger.read(0)
    expect([rows.length, rows[0]?.seq, rows.at(-1)?.seq, total, kept, forgotten]).toEqual([
      20_000, 45_001, 65_000, 65_000, 20_000, 45_000,
    ])
    expect(ledger.read(64_998).rows.map(({ seq }) => seq)).toEqual([64_999, 65_000])
  })

  it('reports this at the control plane', async () => {
    expect(await service().control.call('GET', '/ledger')).toEqual({ rows: [], total: 0, kept: 20_000, forgotten: 0 })
  })
})

describe('responses by idempotency key', () => {
  it('are limited to the latest 10,000', () => {
    const answered = new IdempotencyCache()
    for (let count = 0; count <= 10_000; count++) answered.set(`key ${count}`, json({ count }))
    expect([answered.get('key 0'), answered.get('key 1'), answered.get('key 10000')]).toEqual([
      undefined,
      json({ count: 1 }),
      json({ count: 10_000 }),
    ])
  })
})

describe('a customer', () => {
  it('is stored only after an actual change', async () => {
    const touched = async (): Promise<number> => (await service().control.state()).counts.touched
    const { itemUid } = await service().control.itemSample('expired')
    const before = await touched()
    for (const what of ['/activations/activated-items/%/refund', '/service/activations/activated-items/%/activate'])
      expect((await service().post(what.replace('%', itemUid))).status).toBeGreaterThan(400)
    expect(await touched()).toBe(before)
    const { itemUid: other } = await service().control.itemSample('refundable')
    await service().post(`/activations/activated-items/${other}/refund`)
    expect(await touched()).toBe(before + 1)
  })
})

describe('automatic top-up of credits', () => {
  it('reaches a distant threshold in small steps at once', () => {
    const account = new Account(0)
    account.automatic = { threshold: 100_000_000_000, amount: 3 }
    account.charge(0)
    expect([account.credits, account.automaticTopUps]).toEqual([100_000_000_002, 33_333_333_334])
  })
})
