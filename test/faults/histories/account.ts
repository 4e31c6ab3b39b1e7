/** An account that two desks and the portal work on: carries out a history's commands, and judges by what was really executed. */
import { expect } from 'vitest'
import { z } from 'zod'
import { addAmounts, compareAmounts } from '#shared/model/amount.ts'
import type { OperationKind, OperationRow, OperationState } from '#shared/model/operation.ts'
import { isPurchaseKind } from '#shared/model/purchase.ts'
import { CustomerUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { MoneyRequest, ServiceClient } from '../../../electron/service/index.ts'
import type { Control, EndpointName, LedgerRow } from '../../support/control.ts'
import { givingUp } from '../../support/jumpingClock.ts'
import { call, type MovableClock, type Wanted } from '../desk.ts'
import { isSlow, type Command, type Dialect, type WireFault } from './commands.ts'
import type { Hand } from './hand.ts'

export interface Ground {
  readonly service: Control
  readonly clock: MovableClock
  readonly hands: readonly [Hand, Hand]
  readonly portal: ServiceClient
  readonly packages: readonly WireInventoryItem[]
}

interface Item {
  readonly customerUid: string
  readonly itemUid: string
}

const endpoints: Readonly<Record<OperationKind, EndpointName>> = {
  register: 'register',
  'top-up': 'topUp',
  'top-up-with-profile': 'topUpWithProfile',
  activate: 'activate',
  refund: 'refund',
}
const reads: readonly EndpointName[] = ['customer', 'customers', 'search', 'history']
const open: ReadonlySet<OperationState> = new Set(['INTENT', 'SENDING', 'UNKNOWN'])
const second = 1000

/** What presses came to, for the whole run. */
export interface Tally {
  presses: number
  executed: number
  readonly faults: Map<string, { ended: number; person: number }>
}

/** Of the journal of a desk: rows are never deleted, so their numbers have no gaps. */
const newest = (hand: Hand): number =>
  z
    .object({ seq: z.number() })
    .parse(hand.desk.storage.journal.prepare('SELECT coalesce(max(seq), 0) AS seq FROM operations').get()).seq

export class Account {
  readonly #ground: Ground
  readonly #dialect: Dialect
  readonly #tally: Tally
  readonly #items: Item[] = []
  readonly #faultOf = new Map<string, string>()
  /** Presses that nothing stood in the way of. */
  readonly #plain = new Set<string>()
  readonly #before = new Map<Hand, number>()
  #since = 0
  #blind = 0

  constructor(ground: Ground, dialect: Dialect, tally: Tally) {
    this.#ground = ground
    this.#dialect = dialect
    this.#tally = tally
  }

  async begin(): Promise<void> {
    const { service } = this.#ground
    await service.setVariants(this.#dialect)
    this.#since = (await service.state()).counts.ledger
    for (const hand of this.#ground.hands) this.#before.set(hand, newest(hand))
    await this.#buyInPortal(null)
  }

  async #requestsOf(endpoint: EndpointName): Promise<number> {
    return (await this.#ground.service.state()).counts.requests[endpoint] ?? 0
  }

  /** Of this history alone. */
  async #ledger(): Promise<readonly LedgerRow[]> {
    return (await this.#ground.service.call<{ rows: LedgerRow[] }>('GET', `/ledger?since=${String(this.#since)}`)).rows
  }

  async #buyInPortal(customerUid: string | null): Promise<void> {
    const { packages } = this.#ground
    const body = {
      inventoryItemId: InventoryItemId.parse(packages[0]?.id),
      metatag: 'portal',
      activationMode: 'FIRST_USE' as const,
    }
    const send = { intentId: 'portal', route: 0 }
    await this.#asPortal(
      customerUid === null
        ? { ...send, kind: 'register', body: { ...body, userCountry: 'DE', userIp: '203.0.113.1' } }
        : { ...send, kind: 'top-up', body: { ...body, customerUid: CustomerUid.parse(customerUid) } },
    )
    const sold = (await this.#ledger()).findLast(({ executed }) => executed)
    if (sold?.customerUid == null || sold.itemUid === null) throw new Error('the portal could not buy')
    this.#items.push({ customerUid: sold.customerUid, itemUid: sold.itemUid })
  }

  async #asPortal(request: MoneyRequest): Promise<void> {
    const { portal } = this.#ground
    const evidence = await portal.sendMoney(request)
    if (evidence.type !== 'answer' || evidence.status !== 403) return
    await portal.renewToken()
    await portal.sendMoney(request)
  }

  #item(pick: number): Item {
    const item = this.#items[pick % this.#items.length]
    if (item === undefined) throw new Error('the account has no item')
    return item
  }

  #wanted(kind: OperationKind, pick: number): Wanted {
    const item = this.#item(pick)
    if (!isPurchaseKind(kind)) return { kind, ...item }
    const chosen = {
      inventoryItemId: this.#ground.packages[pick % this.#ground.packages.length]?.id ?? '',
      mode: pick % 3 === 0 ? ('NOW' as const) : ('FIRST_USE' as const),
      reference: `order ${String(pick)}`,
    }
    if (kind !== 'register') return { kind, ...chosen, customerUid: item.customerUid }
    return {
      kind,
      ...chosen,
      userCountry: 'DE',
      userIp: '203.0.113.7',
      ...(pick % 2 === 0 ? { customerEmail: `history-${String(pick)}@example.com` } : {}),
    }
  }

  async #faulty<T>(endpoint: EndpointName, fault: WireFault | null, act: () => Promise<T>): Promise<T> {
    const { service } = this.#ground
    if (fault === null) return await act()
    await service.setFaults([{ endpoint, ...fault }])
    try {
      return await act()
    } finally {
      await service.clearFaults()
      this.#blind = 0
    }
  }

  async #press({ hand: which, kind, pick, fault, death }: Extract<Command, { does: 'press' }>): Promise<void> {
    const { hands } = this.#ground
    const hand = hands[which === 0 ? 0 : 1]
    const unhindered = fault === null && death === null && this.#blind === 0
    const before = (await this.#ledger()).length
    const end = await this.#faulty(endpoints[kind], fault, async () => {
      const press = () => hand.press(this.#wanted(kind, pick), death)
      if (fault === null || !isSlow(fault)) return await press()
      const arrived = async (): Promise<number> =>
        fault.kind === 'hangAfter' ? (await this.#ledger()).length : await this.#requestsOf(endpoints[kind])
      const pressed = await givingUp(press, hand.clientClock, arrived)
      // The desk has given up before the service goes on with it.
      if (fault.kind === 'latency' && typeof pressed === 'object' && 'row' in pressed)
        await expect.poll(async () => (await this.#ledger()).length).toBeGreaterThan(before)
      return pressed
    })
    this.#tally.presses += 1
    if (end === 'died') await hand.restart()
    else if ('row' in end) {
      const { row } = end
      this.#faultOf.set(row.id, fault?.kind ?? 'none')
      if (unhindered) this.#plain.add(row.id)
      if (row.state === 'CONFIRMED' && isPurchaseKind(kind) && row.customerUid !== null && row.itemUid !== null)
        this.#items.push({ customerUid: row.customerUid, itemUid: row.itemUid })
    }
  }

  async #portal({ act, pick }: Extract<Command, { does: 'portal' }>): Promise<void> {
    const item = this.#item(pick)
    if (act === 'top-up') await this.#buyInPortal(item.customerUid)
    else await this.#asPortal({ kind: act, itemUid: ItemUid.parse(item.itemUid), intentId: 'portal', route: 0 })
  }

  async #idle(): Promise<void> {
    for (const hand of this.#ground.hands) await hand.idle()
  }

  async #pass(milliseconds: number): Promise<void> {
    this.#ground.clock.pass(milliseconds)
    await this.#idle()
  }

  /** A person who looks once more, then in the portal, and says what is true; too early is refused. */
  async #resolve(hand: Hand): Promise<void> {
    const executed = new Set(
      (await this.#ledger()).filter((row) => row.executed).map(({ idempotencyKey }) => idempotencyKey),
    )
    for (const { id, state } of await this.#rows(hand)) {
      if (state !== 'UNKNOWN' && state !== 'NEEDS_HUMAN') continue
      const looked = await hand.desk.check(id).catch(() => null)
      if (looked !== null && looked.state !== state) continue
      const outcome = executed.has(id) ? ('CONFIRMED' as const) : ('NOT_APPLIED' as const)
      await hand.desk.operations.handlers
        .resolve({ id, outcome, reason: 'as the portal shows' }, call)
        .catch(() => undefined)
    }
  }

  /** Those of this history. */
  async #rows(hand: Hand): Promise<readonly OperationRow[]> {
    const count = newest(hand) - (this.#before.get(hand) ?? 0)
    return count === 0 ? [] : (await hand.desk.operations.handlers.list({ limit: count }, call)).rows
  }

  async run(command: Command): Promise<void> {
    const { clock, hands, service } = this.#ground
    switch (command.does) {
      case 'press':
        return await this.#press(command)
      case 'pass':
        return await this.#pass(command.milliseconds)
      case 'jump':
        return clock.jump(command.milliseconds)
      case 'sleep':
        clock.jump(command.milliseconds)
        for (const hand of hands) hand.desk.operations.onResume()
        clock.pass(0)
        return await this.#idle()
      case 'restart':
        return await hands[command.hand === 0 ? 0 : 1].restart()
      case 'portal':
        return await this.#portal(command)
      case 'blind':
        this.#blind = command.times
        // Of a kind that a read isn't tried again after.
        await service.setFaults(
          reads.map((endpoint) => ({ endpoint, kind: 'proxyPage', status: 403, times: command.times })),
        )
        return
      case 'revoke':
        await service.revokeTokens()
        return
      case 'resolve':
        return await this.#resolve(hands[command.hand === 0 ? 0 : 1])
    }
  }

  /** Everything comes back, time passes, and every operation has to have ended as the ledger says. */
  async judge(): Promise<void> {
    const { hands, service } = this.#ground
    await service.clearFaults()
    for (const waits of [0, 2, 3, 10, 46, 120, 430, 60]) await this.#pass(waits * second)
    const ledger = await this.#ledger()
    this.#judgeRows((await Promise.all(hands.map((hand) => this.#rows(hand)))).flat(), ledger)
    for (const hand of hands) await this.#resolve(hand)
    for (const hand of hands)
      expect(
        (await this.#rows(hand)).filter(({ state }) => open.has(state) || state === 'NEEDS_HUMAN'),
        'nothing is left open',
      ).toEqual([])
  }

  #judgeRows(rows: readonly OperationRow[], ledger: readonly LedgerRow[]): void {
    const executed = ledger.filter((row) => row.executed)
    let spent = '0.00'
    for (const row of rows) {
      const mine = executed.filter(({ idempotencyKey }) => idempotencyKey === row.id)
      const about = `${row.kind} ${row.state} by ${String(row.confirmedBy)} after ${this.#faultOf.get(row.id) ?? 'a death'}`
      expect(open.has(row.state), `I4: ${about}`).toBe(false)
      expect(mine.length, `I1: ${about}`).toBeLessThanOrEqual(1)
      if (row.state === 'CONFIRMED' && (row.confirmedBy === 'answer' || row.confirmedBy === 'reference'))
        expect(mine.length, `I2: ${about}`).toBe(1)
      if (row.state === 'CONFIRMED' && row.confirmedBy === 'state')
        expect(
          executed.some(({ itemUid, kind }) => itemUid === row.itemUid && kind === row.kind),
          `I2: ${about}`,
        ).toBe(true)
      if (row.state === 'REJECTED' || row.state === 'NOT_SENT' || row.state === 'NOT_APPLIED')
        expect(mine.length, `I3: ${about}`).toBe(0)
      if (row.state === 'NEEDS_HUMAN') expect(this.#mayNeedAPerson(row, executed), `I8: ${about}`).toBe(true)
      if (this.#plain.has(row.id))
        expect(
          row.state === 'CONFIRMED' ||
            ledger.some(({ idempotencyKey, refusal }) => idempotencyKey === row.id && refusal !== null),
          `I8: ${about}`,
        ).toBe(true)
      expect(row.duplicates, 'nothing was bought twice').toEqual([])
      if (row.state === 'CONFIRMED' && isPurchaseKind(row.kind))
        spent = addAmounts(spent, (row.charged ?? row.amount)?.amount ?? '0')
      this.#count(row)
    }
    const known = new Set(rows.map(({ id }) => id))
    const bought = executed.filter(({ idempotencyKey, credits }) => idempotencyKey !== 'portal' && credits < 0)
    expect(
      executed.filter(({ idempotencyKey }) => idempotencyKey !== 'portal' && !known.has(idempotencyKey ?? '')),
      'I6: executed and not in a journal',
    ).toEqual([])
    const deducted = bought.reduce((sum, { credits }) => addAmounts(sum, (0 - credits).toFixed(2)), '0.00')
    expect(compareAmounts(spent, deducted), `I5: spent ${spent}, deducted ${deducted}`).toBe(0)
    const refunds = executed.filter(({ kind }) => kind === 'refund').map(({ itemUid }) => itemUid)
    expect(new Set(refunds).size, 'I7: refunds per item').toBe(refunds.length)
    this.#tally.executed += executed.length
  }

  /** Where the service shows nothing: a purchase that isn't there, a refund that left no trace, an item that another refund took away. */
  #mayNeedAPerson(row: OperationRow, executed: readonly LedgerRow[]): boolean {
    const wasExecuted = executed.some(({ idempotencyKey }) => idempotencyKey === row.id)
    if (isPurchaseKind(row.kind)) return !wasExecuted
    if (row.kind === 'refund') return !wasExecuted || this.#dialect.refundResult === 'unchanged'
    return (
      this.#dialect.refundResult === 'removed' &&
      executed.some(({ kind, itemUid }) => kind === 'refund' && itemUid === row.itemUid)
    )
  }

  #count(row: OperationRow): void {
    const name = this.#faultOf.get(row.id) ?? 'death'
    const counted = this.#tally.faults.get(name) ?? { ended: 0, person: 0 }
    counted[row.state === 'NEEDS_HUMAN' ? 'person' : 'ended'] += 1
    this.#tally.faults.set(name, counted)
  }
}
