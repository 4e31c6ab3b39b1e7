/** Proofs for purchases: their requests, their results, their costs, and their reconciliation. */
import { setTimeout as wait } from 'node:timers/promises'
import type { OperationKind } from '#shared/model/operation/operation.ts'
import { leadingPrice } from '#shared/model/package/amount.ts'
import { defaultRules, type PurchaseTarget, OperationTarget, isPurchaseKind } from '#shared/model/operation/purchase.ts'
import { WireTopUp } from '#shared/wire/activation.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { portal } from '../../support/portal.ts'
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
    const refused = (as: string): number => outcomes.filter((outcome) => outcome === as).length
    const locked = refused('operation_in_progress')
    // The second submission of each preview is refused by the preview.
    const byLock = locked - previews.length
    // One whose last look at the customer ends after the purchase finds its preview changed.
    const changed = refused('preview_changed')
    const sent = (await requestsOf(scene, kind)) - before
    claim(
      sent === 1 && byLock > 0 && locked + changed === 19,
      `${String(sent)} were sent, and ${String(byLock)} found its lock (operation_in_progress)`,
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

/** Returns two packages whose floating-point sum is greater than the exact sum of their prices. */
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
  'twenty submissions buy once': twentySubmissions('top-up'),

  'top-ups of two customers run in parallel': withScene(async ({ service, desk, target }) => {
    const [one, two] = await Promise.all([desk.preview(target('top-up')), desk.preview(target('top-up', 1))])
    await service.fault('topUp', 'late', { ms: 200 })
    const outcomes = await Promise.all([outcomeOf(desk.run(one.previewId)), outcomeOf(desk.run(two.previewId))])
    claim(
      outcomes.every((outcome) => outcome === 'CONFIRMED'),
      `they ended ${outcomes.join(' and ')}`,
    )
  }),

  'a top-up excludes another one of the same customer': withScene(async ({ service, desk, target }) => {
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

  'a purchase that is not found stays UNKNOWN and is never repeated': withScene(async (scene) => {
    const { service, desk, clock, target } = scene
    const before = await requestsOf(scene, 'top-up')
    await service.fault('topUp', 'dropBefore')
    await desk.submit(target('top-up'))
    await passTime(desk, clock, 61_000)
    const [row] = await desk.list()
    const requests = (await requestsOf(scene, 'top-up')) - before
    claim(requests === 1, `there were ${String(requests)} requests`)
    claim(row?.state === 'UNKNOWN', `checks made it ${row?.state ?? 'nothing'} instead of UNKNOWN`)
    await passTime(desk, clock, 601_000)
    claim((await desk.list())[0]?.state === 'NEEDS_HUMAN', 'no person is asked')
  }),

  'a failed read does not count as a check': withScene(async ({ service, desk, clock, target }) => {
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

  'a late duplicate is reported': withScene(async ({ service, desk, clock, target }) => {
    const one = asPurchase(target('top-up'))
    await service.fault('topUp', 'dropAfter')
    const { id } = await desk.submit(one)
    await passTime(desk, clock, 1000)
    const metatag = (await service.ledger()).find(({ idempotencyKey }) => idempotencyKey === id)?.metatag
    await desk.client.sendMoney({
      kind: 'top-up',
      intentId: 'once-more',
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
    claim(duplicates === 1, `${String(duplicates)} duplicates were reported`)
  }),

  'totals are exact': withScene(async (scene) => {
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

  'a purchase that just reaches the limit is allowed': withScene(async (scene) => {
    const [one, other] = await itemsWithFloatError(scene)
    await scene.desk.submit(registerOf(one, scene))
    await setDailyLimit(decimal(cents(priceOf(one)) + cents(priceOf(other))))(scene)
    const outcome = await outcomeOf(scene.desk.submit(registerOf(other, scene)))
    claim(outcome === 'CONFIRMED', `at the limit it was ${outcome}`)
  }),

  'the limit is checked at the submission': withScene(async (scene) => {
    const { desk, target } = scene
    const [one, two] = [await desk.preview(target('top-up')), await desk.preview(target('top-up-with-profile'))]
    await setDailyLimit(one.amount?.amount ?? '')(scene)
    claim((await outcomeOf(desk.run(one.previewId))) === 'CONFIRMED', 'at the limit it was refused')
    const outcome = await outcomeOf(desk.run(two.previewId))
    claim(outcome === 'operation_not_possible', `beyond the limit it was ${outcome}`)
  }),

  'a purchase is sent with the agreed price': withScene(async (scene) => {
    const { desk } = scene
    const item = (await desk.client.inventory()).items.find(
      ({ active, amount, prices, retailPrices }) =>
        active !== false && !amount && prices?.[0] && retailPrices?.[0]?.currencyCode === 'USD',
    )
    const agreed = item?.retailPrices?.[0]?.priceValue
    if (item === undefined || agreed === undefined) throw new Error('No package has a retail price')
    const { previewId } = await desk.preview(registerOf(item, scene))
    const { setRetailPrice } = await portal(scene.info)
    await setRetailPrice(item.id, agreed + 1)
    const outcome = await outcomeOf(desk.run(previewId))
    await setRetailPrice(item.id, agreed)
    claim(outcome === 'REJECTED', `at another price it was ${outcome}`)
  }),

  'a success without its result is UNKNOWN': withScene(async (scene) => {
    await scene.service.fault('topUp', 'status', {
      status: 200,
      contentType: 'application/json',
      body: '{"status":"success"}',
    })
    const { id, state } = await scene.desk.submit(scene.target('top-up'))
    claim(state === 'UNKNOWN', `it is ${state} with ${String(await executionsOf(scene, id))} executions`)
  }),

  'the second request of a purchase has the same id': withScene(async ({ service, desk, target }) => {
    await service.fault('topUp', 'tokenRevoked')
    const { id } = await desk.submit(target('top-up'))
    const sold = (await service.ledger()).find(({ idempotencyKey }) => idempotencyKey === id)
    claim(sold?.metatag?.includes(id) === true, `its reference is ${sold?.metatag ?? 'nothing'}, without its id`)
  }),

  'the result of a purchase is written together with CONFIRMED': withScene(async ({ desk, target }) => {
    onWrite(desk.storage.journal, 'before', ({ table }) => table === 'made')
    await outcomeOf(desk.submit(target('top-up')))
    const states = desk.storage.journal.prepare('SELECT state FROM transitions ORDER BY seq').pluck().all().map(String)
    claim(!states.includes('CONFIRMED'), 'it is CONFIRMED in the journal without a result')
  }),
} as const
