/** @module-tag long */
import { describe, expect, it } from 'vitest'
import { answerFormNames, answerForms } from '../../../../electron/sandbox/serializers/answerForms.ts'
import type { ItemSample } from '../../../support/control.ts'
import { order, useService, type Reply } from './sandboxService.ts'

const service = useService({ customers: 600, variants: { monthlyRefunds: 100_000 } })

let nextRefund = 0
/** A package that nobody has used yet, bought for this test. */
async function bought(
  activationMode: 'NOW' | 'ON_DEMAND',
): Promise<{ readonly itemUid: string; readonly uid: string }> {
  await service().control.setVariants({ purchaseAnswer: 'full' })
  const pack = (await service().inventory()).find(
    ({ countrySet, amount, prices, active }) =>
      countrySet === 'WWW' && amount === 0 && active === true && (prices?.[0]?.priceValue ?? 0) > 0,
  )
  const answer = await service().post(
    '/service/activations/register',
    order(pack?.id ?? '', { activationMode, metatag: `answers-${String(nextRefund++)}` }),
  )
  const { activatedItem, customer } = answer.json as {
    readonly activatedItem: { readonly uid: string }
    readonly customer: { readonly uid: string }
  }
  return { itemUid: activatedItem.uid, uid: customer.uid }
}

const refund = ({ itemUid }: Pick<ItemSample, 'itemUid'>): Promise<Reply> =>
  service().post(`/activations/activated-items/${itemUid}/refund`)
const portalStatus = async ({ uid }: { readonly uid: string }): Promise<string | undefined> =>
  (await service().control.customer(uid)).items[0]?.portalStatus
const lastRow = async () => (await service().control.ledger()).at(-1)

describe('a refund', () => {
  it.each(answerFormNames)('is answered in the form %s, and done unless that denies it', async (form) => {
    const target = await bought('NOW')
    await service().control.setVariants({ refundAnswer: form })
    const answer = await refund(target)
    const { outcome, status = 200 } = answerForms[form]
    expect(answer.status).toBe(status)
    const executed = outcome !== 'denied'
    expect(await lastRow()).toMatchObject({ kind: 'refund', itemUid: target.itemUid, executed })
    expect(await portalStatus(target)).toBe(executed ? 'Refunded' : 'Purchased')
  })

  it.each([
    ['item', /^\{"uid":"[^"]+".*"status":"Refunded"/],
    ['itemInData', /^\{"data":\{"uid":/],
    ['customer', /^\{"email":/],
    ['entry', /^\{"customer":\{/],
    ['contraryItem', /"status":"Purchased"/],
    ['otherItem', /^\{"uid":"00000000-/],
    ['errorCode', /^\{"errorCode":"310243","errorMsg":"Monthly refund maximum reached"\}$/],
    ['failedInData', /^\{"data":\{"status":"FAILED"\},"meta":\{"message":"Monthly/],
    ['doneFalse', /^\{"refunded":false,/],
    ['problem', /"detail":"Monthly refund maximum reached"/],
    ['page', /<!DOCTYPE html>/],
  ] as const)('says in the form %s what it is about', async (form, text) => {
    const target = await bought('NOW')
    await service().control.setVariants({ refundAnswer: form })
    expect((await refund(target)).text).toMatch(text)
  })

  it('is denied and yet done, or accepted and not done, if the variant requires it', async () => {
    const [denied, accepted] = [await bought('NOW'), await bought('NOW')]
    await service().control.setVariants({ refundAnswer: { form: 'errorText', executes: true } })
    await refund(denied)
    expect([await lastRow(), await portalStatus(denied)]).toEqual([
      expect.objectContaining({ executed: true, refusal: null }),
      'Refunded',
    ])
    await service().control.setVariants({ refundAnswer: { form: 'success', executes: false } })
    const { credits } = await service().control.state()
    expect((await refund(accepted)).json).toEqual({ status: 'success' })
    expect(await lastRow()).toMatchObject({ executed: false, refusal: 'not-executed', credits: 0 })
    expect(await portalStatus(accepted)).toBe('Purchased')
    expect((await service().control.state()).credits.amount).toBe(credits.amount)
  })

  it('is refused by the rules whatever the form of an answer', async () => {
    const { itemUid } = await service().control.itemSample('usedItem')
    await service().control.setVariants({ refundAnswer: { form: 'success', executes: false } })
    expect((await refund({ itemUid })).status).toBe(422)
    await service().control.setVariants({ refundAnswer: 'empty' })
  })

  it('is shown after a number of reads, together with the total', async () => {
    const target = await bought('NOW')
    await service().control.setVariants({ refundAnswer: 'empty', shownAfterReads: 2 })
    await refund(target)
    const seen = async () => {
      const { activatedItems, totalAvailableBalance } = await service().entry(target.uid)
      return [activatedItems?.[0]?.status, totalAvailableBalance?.sizeValue === 0]
    }
    expect([await seen(), await seen(), await seen()]).toEqual([
      [undefined, false],
      [undefined, false],
      ['Refunded', true],
    ])
    await service().control.setVariants({ shownAfterReads: 0 })
  })
})

describe('an activation', () => {
  it.each([
    ['item', true, /"activatedAt":"/],
    ['contraryItem', true, /"activatedAt":null/],
    ['doneFalse', false, /"activated":false/],
    ['pending', true, /PENDING/],
    ['returnCodeFail', false, /"returnCode":"FAIL"/],
  ] as const)('is answered in the form %s', async (form, executed, text) => {
    const target = await bought('ON_DEMAND')
    await service().control.setVariants({ activateAnswer: form })
    const answer = await service().post(`/service/activations/activated-items/${target.itemUid}/activate`)
    expect(answer.text).toMatch(text)
    const [item] = (await service().control.customer(target.uid)).items
    expect([item?.activatedAt !== null, (await lastRow())?.executed]).toEqual([executed, executed])
    await service().control.setVariants({ activateAnswer: 'item' })
  })
})

describe('a purchase', () => {
  const customers = async (): Promise<number> => (await service().control.state()).counts.customers
  async function register(form: (typeof answerFormNames)[number]): Promise<Reply> {
    const pack = (await service().inventory()).find(({ amount, active }) => amount === 0 && active === true)
    await service().control.setVariants({ purchaseAnswer: form })
    const answer = await service().post('/service/activations/register', order(pack?.id ?? ''))
    await service().control.setVariants({ purchaseAnswer: 'full' })
    return answer
  }

  it.each([
    ['withoutStatus', /^\{"activatedItem":/],
    ['statusOfItsOwn', /"status":"ORDERED"/],
    ['fullInData', /^\{"data":\{"status":"success","activatedItem":/],
    ['item', /^\{"uid":/],
    ['otherItem', /"customer":\{"uid":"00000000-/],
    ['accepted202', /^\{\}$/],
  ] as const)('is done and answered in the form %s', async (form, text) => {
    const before = await customers()
    expect((await register(form)).text).toMatch(text)
    expect((await customers()) - before).toBe(1)
  })

  it.each(['errorCode', 'statusRejected', 'failedDeep'] as const)(
    'is denied in the form %s and not done',
    async (form) => {
      const before = [await customers(), (await service().control.state()).credits.amount]
      expect((await register(form)).text).toMatch(/too low/)
      expect([await customers(), (await service().control.state()).credits.amount]).toEqual(before)
      expect(await lastRow()).toMatchObject({ kind: 'register', executed: false, refusal: 'not-executed' })
    },
  )

  it('is shown after a number of reads, by each way of reading alike', async () => {
    await service().control.setVariants({ shownAfterReads: 3 })
    const { uid } = await bought('NOW')
    const path = `/service/activations/customers/${uid}`
    const search = `/service/activations/search-customers?searchKey=UID&searchQuery=${uid}`
    expect((await service().get(path)).status).toBe(404)
    expect((await service().get(search)).json).toEqual({ customers: [] })
    expect((await service().get(path)).status).toBe(404)
    expect((await service().entry(uid)).activatedItems).toHaveLength(1)
    const { customerUid, inventoryItemId } = (await lastRow()) ?? {}
    const more = order(inventoryItemId ?? '', { customerUid })
    expect((await service().post('/service/activations/top-up-with-profile', more)).status).toBe(200)
    const seen = async () => {
      const { activatedItems, relatedEsims } = await service().entry(uid)
      return [activatedItems?.length, relatedEsims?.length]
    }
    expect([await seen(), await seen(), await seen(), await seen()]).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [2, 2],
    ])
    await service().control.setVariants({ shownAfterReads: 0 })
  })

  it('can’t be accepted in words alone without being done', async () => {
    await expect(
      service().control.setVariants({ purchaseAnswer: { form: 'full', executes: false } }),
    ).rejects.toMatchObject({ status: 400 })
  })
})

describe('the metatag of a purchase', () => {
  const buy = async (more: Record<string, unknown> = {}): Promise<string> => {
    const pack = (await service().inventory()).find(({ amount, active }) => amount === 0 && active === true)
    return (await service().post('/service/activations/register', order(pack?.id ?? '', more))).text
  }

  it.each([
    ['upperCase', /"metatag":"TEST-ORDER"/],
    ['prefixed', /"metatag":"API-test-order"/],
    ['removed', /"metatag":""/],
  ] as const)('is changed as %s', async (metatagChange, text) => {
    await service().control.setVariants({ metatagChange })
    expect(await buy()).toMatch(text)
  })

  it('may be empty only if the variant takes it', async () => {
    await service().control.setVariants({ metatagChange: 'none' })
    expect(await buy({ metatag: '' })).toContain('metatag is empty.')
    await service().control.setVariants({ metatagChange: 'none', emptyMetatag: 'accepted' })
    expect(await buy({ metatag: '' })).toContain('"metatag":""')
  })
})
