import { describe, expect, it } from 'vitest'
import { useService, type Reply } from './sandboxService.ts'

const service = useService()
const activate = (uid: string): Promise<Reply> => service().post(`/service/activations/activated-items/${uid}/activate`)
const refund = (uid: string, prefix = ''): Promise<Reply> =>
  service().post(`${prefix}/activations/activated-items/${uid}/refund`)
const credits = async (): Promise<number> => (await service().control.state()).credits.amount

describe('activate (interface 4.12)', () => {
  it.each(['activatable', 'firstUse'] as const)(
    'starts the validity of an item that is %s, once',
    async (situation) => {
      const { uid, itemUid } = await service().control.itemSample(situation)
      const before = Date.now()
      expect((await activate(itemUid)).json).toMatchObject({ uid: itemUid })
      const item = (await service().entry(uid)).activatedItems.find((one) => one.uid === itemUid)
      // The time has whole seconds, and the sandbox's clock started a moment later.
      expect(Date.parse(item?.balance.activatedAt ?? '')).toBeGreaterThanOrEqual(before - 1100)
      const again = await activate(itemUid)
      expect([again.status, again.type]).toEqual([409, 'application/problem+json'])
      const rows = (await service().control.ledger()).filter((row) => row.itemUid === itemUid)
      expect(rows.map((row) => [row.executed, row.refusal])).toEqual([
        [true, null],
        [false, 'item-already-active'],
      ])
    },
  )

  it('responds to an unknown item in the form of the service', async () => {
    const answer = await activate('nothing')
    expect([answer.status, answer.type]).toEqual([404, 'application/problem+json'])
  })

  it.each([
    ['empty', 200],
    ['noContent', 204],
  ] as const)('responds without a body under the variant %s', async (activateAnswer, status) => {
    await service().control.setVariants({ activateAnswer })
    const { itemUid } = await service().control.itemSample('activatable', 1)
    const answer = await activate(itemUid)
    await service().control.setVariants({ activateAnswer: 'item' })
    expect([answer.status, answer.text]).toEqual([status, ''])
  })
})

describe('refund (interface 4.13)', () => {
  it('returns the credits and marks the item, once', async () => {
    const { uid, itemUid } = await service().control.itemSample('refundable')
    const before = await credits()
    const answer = await refund(itemUid)
    expect([answer.status, answer.text]).toEqual([200, ''])
    const [row] = (await service().control.ledger()).filter((one) => one.itemUid === itemUid)
    expect(row).toMatchObject({ kind: 'refund', executed: true })
    expect(await credits()).toBeCloseTo(before + (row?.credits ?? Number.NaN), 5)
    const item = (await service().entry(uid)).activatedItems.find((one) => one.uid === itemUid)
    expect(item).toMatchObject({ status: 'Refunded', balance: { availableBalance: { sizeValue: 0 } } })
    expect((await refund(itemUid)).status).toBe(409)
    expect(await credits()).toBeCloseTo(before + (row?.credits ?? Number.NaN), 5)
  })

  it('accepts an inactive FIRST_USE item, which then cannot be activated any more', async () => {
    const { itemUid } = await service().control.itemSample('firstUse', 3)
    expect((await refund(itemUid)).status).toBe(200)
    expect((await activate(itemUid)).status).toBe(409)
  })

  it.each([
    ['usedItem', 'item-used'],
    ['expired', 'item-expired'],
    ['stock', 'not-bought-with-credits'],
    ['testPackage', 'not-bought-with-credits'],
    ['boughtLongAgo', 'refund-by-ticket-only'],
  ] as const)('refuses an item that is %s', async (situation, refusal) => {
    const { itemUid } = await service().control.itemSample(situation)
    const before = await credits()
    expect((await refund(itemUid)).status).toBe(422)
    expect(await credits()).toBe(before)
    expect((await service().control.ledger()).at(-1)).toMatchObject({ itemUid, executed: false, refusal })
  })

  it('is refused at the maximum of the month, and accepted below it', async () => {
    const {
      credits: { refundsThisMonth },
    } = await service().control.state()
    await service().control.setVariants({ monthlyRefunds: refundsThisMonth })
    const { itemUid } = await service().control.itemSample('firstUse', 4)
    expect((await refund(itemUid)).status).toBe(422)
    await service().control.setVariants({ monthlyRefunds: 200 })
    expect((await refund(itemUid)).status).toBe(200)
  })

  it('has a path without the segment or with it, as the variant requires', async () => {
    const { itemUid } = await service().control.itemSample('refundable', 1)
    const prefixed = await refund(itemUid, '/service')
    expect([prefixed.status, prefixed.type]).toEqual([404, 'text/plain'])
    await service().control.setVariants({ refundPath: 'segment' })
    const plain = await refund(itemUid)
    expect([plain.status, plain.type]).toEqual([404, 'text/plain'])
    expect((await refund(itemUid, '/service')).status).toBe(200)
    await service().control.setVariants({ refundPath: 'plain' })
  })

  it.each([
    ['removed', (item: unknown) => expect(item).toBeUndefined()],
    ['emptied', (item: unknown) => expect(item).toMatchObject({ balance: { availableBalance: { sizeValue: 0 } } })],
    ['unchanged', (item: unknown) => expect(item).not.toHaveProperty('status')],
  ] as const)('leaves the item %s under that variant', async (refundResult, expectItem) => {
    const nth = { removed: 2, emptied: 3, unchanged: 4 }[refundResult]
    const { uid, itemUid } = await service().control.itemSample('refundable', nth)
    await service().control.setVariants({ refundResult })
    expect((await refund(itemUid)).status).toBe(200)
    const item = (await service().entry(uid)).activatedItems.find((one) => one.uid === itemUid)
    await service().control.setVariants({ refundResult: 'status' })
    expectItem(item)
  })
})
