/** Proofs of what buys: what was sent, what was made, what it cost, and what is found again. */
import { setTimeout as wait } from 'node:timers/promises'
import type { OperationKind } from '#shared/model/operation.ts'
import { leadingPrice } from '#shared/model/amount.ts'
import { defaultRules, type PurchaseTarget, OperationTarget, isPurchaseKind } from '#shared/model/purchase.ts'
import { WireTopUp } from '#shared/wire/activation.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { call, passTime, type TargetInput } from '../desk.ts'
import { onWrite } from '../writes.ts'
import { claim } from './claim.ts'
import { executionsOf, outcomeOf, requestsOf, withScene, type Scene } from './scene.ts'

export const twentySubmissions = (kind: OperationKind) =>
  withScene(async (scene) => {
    const { desk, target } = scene
    const one = target(kind)
    const before = await requestsOf(scene, kind)
    const previews = await Promise.all(Array.from({ length: 10 }, () => desk.preview(one)))
    const outcomes = await Promise.all(
      [...previews, ...previews].map(({ previewId }) => outcomeOf(desk.run(previewId))),
    )
    const refused = outcomes.filter((outcome) => outcome === 'operation_in_progress').length
    const sent = (await requestsOf(scene, kind)) - before
    claim(
      sent === 1 && refused === 19,
      `${String(sent)} were sent and ${String(refused)} were refused as operation_in_progress`,
    )
  })

function asPurchase(input: TargetInput): PurchaseTarget {
  const target = OperationTarget.parse(input)
  if (!isPurchaseKind(target.kind) || 'itemUid' in target) throw new Error('Not a purchase')
  return target
}

const priceOf = (item: WireInventoryItem): string => leadingPrice(item.prices ?? [])?.amount ?? ''
const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))
const decimal = (of: bigint): string => `${String(of / 100n)}.${String(of % 100n).padStart(2, '0')}`

/** Two packages whose prices floats add up to more than their sum. */
async function itemsWithFloatError({ desk }: Scene): Promise<readonly [WireInventoryItem, WireInventoryItem]> {
  const items = (await desk.client.inventory()).items.filter(
    (item) => item.active !== false && !item.amount && /^\d+\.\d\d$/.test(priceOf(item)) && cents(priceOf(item)) > 0n,
  )
  for (const one of items) {
    for (const other of items) {
      if (Number(priceOf(one)) + Number(priceOf(other)) > Number(decimal(cents(priceOf(one)) + cents(priceOf(other)))))
        return [one, other]
    }
  }
  throw new Error('No two prices show the difference')
}

const setDailyLimit =
  (dailyLimit: string) =>
  ({ desk }: Scene) =>
    desk.operations.handlers.setRules({ ...defaultRules, dailyLimit }, call)
const registerOf = (item: WireInventoryItem, scene: Scene): TargetInput => ({
  ...asPurchase(scene.target('register')),
  inventoryItemId: item.id,
})

export const purchaseProofs = {
  'twenty presses buy once': twentySubmissions('top-up'),

  'two customers are served side by side': withScene(async ({ service, desk, target }) => {
    const [one, two] = await Promise.all([desk.preview(target('top-up')), desk.preview(target('top-up', 1))])
    await service.fault('topUp', 'late', { ms: 200 })
    const outcomes = await Promise.all([outcomeOf(desk.run(one.previewId)), outcomeOf(desk.run(two.previewId))])
    claim(
      outcomes.every((outcome) => outcome === 'CONFIRMED'),
      `they ended ${outcomes.join(' and ')}`,
    )
  }),

  'no other top-up while one is open': withScene(async ({ service, desk, target }) => {
    const one = target('top-up')
    if (one.kind !== 'top-up') throw new Error('Not a top-up')
    const [plain, withProfile] = await Promise.all([
      desk.preview(one),
      desk.preview({ ...one, kind: 'top-up-with-profile' }),
    ])
    await service.fault('topUp', 'late', { ms: 200 })
    const pending = desk.run(plain.previewId)
    const outcome = await outcomeOf(desk.run(withProfile.previewId))
    await pending
    claim(outcome === 'operation_in_progress', `the other was ${outcome}`)
  }),

  'a purchase whose answer is lost is found by its id': withScene(async ({ service, desk, clock, target }) => {
    for (const kind of ['top-up', 'register'] as const) {
      await service.fault(kind === 'register' ? kind : 'topUp', 'dropAfter')
      const { id } = await desk.submit(target(kind))
      await passTime(desk, clock, 60_000)
      const { operation } = await desk.operations.handlers.get({ id }, call)
      claim(
        operation.state === 'CONFIRMED' && operation.confirmedBy === 'reference',
        `${kind} is ${operation.state} after a minute`,
      )
    }
  }),

  'a purchase that is not found stays open, and is never repeated': withScene(async (scene) => {
    const { service, desk, clock, target } = scene
    const before = await requestsOf(scene, 'top-up')
    await service.fault('topUp', 'dropBefore')
    await desk.submit(target('top-up'))
    await passTime(desk, clock, 61_000)
    const [row] = await desk.list()
    const requests = (await requestsOf(scene, 'top-up')) - before
    claim(requests === 1, `there were ${String(requests)} requests`)
    claim(row?.state === 'UNKNOWN', `looks made it ${row?.state ?? 'nothing'} instead of UNKNOWN`)
    await passTime(desk, clock, 601_000)
    claim((await desk.list())[0]?.state === 'NEEDS_HUMAN', 'nobody is asked')
  }),

  'a read that failed counts for nothing': withScene(async ({ service, desk, clock, target }) => {
    await service.fault('topUp', 'dropAfter')
    await service.fault('customer', 'status', {
      status: 400,
      contentType: 'application/json',
      body: '{"message":"Not now"}',
      skip: 1,
      times: 'always',
    })
    await desk.submit(target('top-up'))
    await passTime(desk, clock, 0)
    clock.pass(3_600_000)
    await passTime(desk, clock, 0)
    await service.clearFaults()
    await passTime(desk, clock, 61_000)
    const [row] = await desk.list()
    claim(row?.state === 'CONFIRMED', `a minute after the service is back it is ${row?.state ?? 'nothing'}`)
  }),

  'a late twin is told': withScene(async ({ service, desk, clock, target }) => {
    const one = asPurchase(target('top-up'))
    await service.fault('topUp', 'dropAfter')
    const { id } = await desk.submit(one)
    await passTime(desk, clock, 1000)
    const metatag = (await service.ledger()).find(({ idempotencyKey }) => idempotencyKey === id)?.metatag
    await desk.client.sendMoney({
      kind: 'top-up',
      intentId: 'once-more',
      route: 0,
      body: WireTopUp.parse({
        inventoryItemId: one.inventoryItemId,
        customerUid: 'customerUid' in one ? one.customerUid : '',
        metatag,
        activationMode: one.mode,
      }),
    })
    clock.pass(61_000)
    let duplicates = 0
    for (let checks = 0; checks < 200 && duplicates === 0; checks += 1) {
      duplicates = (await desk.list())[0]?.duplicates.length ?? 0
      if (duplicates === 0) await wait(25)
    }
    claim(duplicates === 1, `${String(duplicates)} twins were told`)
  }),

  'sums are exact': withScene(async (scene) => {
    const { desk } = scene
    const items = await itemsWithFloatError(scene)
    for (const item of items) await desk.submit(registerOf(item, scene))
    const { today } = await desk.operations.handlers.totals(undefined, call)
    const exact = decimal(items.reduce((all, item) => all + cents(priceOf(item)), 0n))
    claim(
      today.spent[0]?.amount === exact,
      `${items.map(priceOf).join(' and ')} add up to ${today.spent[0]?.amount ?? 'nothing'}`,
    )
  }),

  'a limit that is just reached allows': withScene(async (scene) => {
    const [one, other] = await itemsWithFloatError(scene)
    await scene.desk.submit(registerOf(one, scene))
    await setDailyLimit(decimal(cents(priceOf(one)) + cents(priceOf(other))))(scene)
    const outcome = await outcomeOf(scene.desk.submit(registerOf(other, scene)))
    claim(outcome === 'CONFIRMED', `what just fits was ${outcome}`)
  }),

  'a limit holds in the moment of the press': withScene(async (scene) => {
    const { desk, target } = scene
    const [one, two] = [await desk.preview(target('top-up')), await desk.preview(target('top-up-with-profile'))]
    await setDailyLimit(one.amount?.amount ?? '')(scene)
    claim((await outcomeOf(desk.run(one.previewId))) === 'CONFIRMED', 'what just fits was refused')
    const outcome = await outcomeOf(desk.run(two.previewId))
    claim(outcome === 'operation_not_possible', `beyond the limit it was ${outcome}`)
  }),

  'the price that was agreed to goes along': withScene(async (scene) => {
    const { desk } = scene
    const item = (await desk.client.inventory()).items.find(
      ({ active, amount, prices, retailPrices }) =>
        active !== false && !amount && prices?.[0] && retailPrices?.[0]?.currencyCode === 'USD',
    )
    const agreed = item?.retailPrices?.[0]?.priceValue
    if (item === undefined || agreed === undefined) throw new Error('No package has a retail price')
    const { previewId } = await desk.preview(registerOf(item, scene))
    const change = (priceValue: number) =>
      desk.client.changeInventoryItem(item.id, { retailPrice: { priceValue, currencyCode: 'USD' } })
    await change(agreed + 1)
    const outcome = await outcomeOf(desk.run(previewId))
    await change(agreed)
    claim(outcome === 'REJECTED', `at another price it was ${outcome}`)
  }),

  'a success that says not what was bought is not known': withScene(async (scene) => {
    await scene.service.fault('topUp', 'status', {
      status: 200,
      contentType: 'application/json',
      body: '{"status":"success"}',
    })
    const { id, state } = await scene.desk.submit(scene.target('top-up'))
    claim(state === 'UNKNOWN', `it is ${state} with ${String(await executionsOf(scene, id))} executions`)
  }),

  'the second send of a purchase carries the same id': withScene(async ({ service, desk, target }) => {
    await service.fault('topUp', 'tokenRevoked')
    const { id } = await desk.submit(target('top-up'))
    const sold = (await service.ledger()).find(({ idempotencyKey }) => idempotencyKey === id)
    claim(sold?.metatag?.includes(id) === true, `its reference is ${sold?.metatag ?? 'nothing'}, without its id`)
  }),

  'what was made is written with its end or not at all': withScene(async ({ desk, target }) => {
    onWrite(desk.storage.journal, 'before', ({ table }) => table === 'made')
    await outcomeOf(desk.submit(target('top-up')))
    const states = desk.storage.journal.prepare('SELECT state FROM transitions ORDER BY seq').pluck().all().map(String)
    claim(!states.includes('CONFIRMED'), 'it is CONFIRMED in the journal without what it made')
  }),
} as const
