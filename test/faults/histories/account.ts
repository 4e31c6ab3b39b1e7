/** An account that two desks and the portal use. It runs the commands of a history and verifies the invariants. */
import { expect } from 'vitest'
import { z } from 'zod'
import { addAmounts, compareAmounts } from '#shared/model/package/amount.ts'
import type { OperationKind, OperationRow, OperationState } from '#shared/model/operation/operation.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import { CustomerUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { MoneyRequest, ServiceClient } from '../../../electron/service/index.ts'
import type { Control, EndpointName, LedgerRow } from '../../support/control.ts'
import { sendUntilTimeout } from '../../support/jumpingClock.ts'
import { call, type MovableClock, type TargetInput } from '../desk.ts'
import { isSlow, type Command, type Dialect, type WireFault } from './commands.ts'
import type { HistoryDesk } from './historyDesk.ts'

export interface AccountEnvironment {
  readonly service: Control
  readonly clock: MovableClock
  readonly desks: readonly [HistoryDesk, HistoryDesk]
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

/** The counts of the whole run. */
export interface Tally {
  submissions: number
  executed: number
  readonly faults: Map<string, { ended: number; needsHuman: number }>
}

/** Returns the newest `seq` of a desk's journal. Rows are never deleted, so the numbers have no gaps. */
const newest = (desk: HistoryDesk): number =>
  z
    .object({ seq: z.number() })
    .parse(desk.moneyDesk.storage.journal.prepare('SELECT coalesce(max(seq), 0) AS seq FROM operations').get()).seq

export class Account {
  readonly #ground: AccountEnvironment
  readonly #dialect: Dialect
  readonly #tally: Tally
  readonly #items: Item[] = []
  readonly #faultOf = new Map<string, string>()
  /** Ids of the operations that were submitted without any fault. */
  readonly #unhindered = new Set<string>()
  readonly #before = new Map<HistoryDesk, number>()
  #since = 0
  #failingReads = 0

  constructor(ground: AccountEnvironment, dialect: Dialect, tally: Tally) {
    this.#ground = ground
    this.#dialect = dialect
    this.#tally = tally
  }

  async begin(): Promise<void> {
    const { service } = this.#ground
    await service.setVariants(this.#dialect)
    this.#since = (await service.state()).counts.ledger
    for (const desk of this.#ground.desks) this.#before.set(desk, newest(desk))
    await this.#buyInPortal(null)
  }

  async #requestsOf(endpoint: EndpointName): Promise<number> {
    return (await this.#ground.service.state()).counts.requests[endpoint] ?? 0
  }

  /** Returns the ledger rows of this history. */
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
    const send = { intentId: 'portal' }
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

  #wanted(kind: OperationKind, pick: number): TargetInput {
    const item = this.#item(pick)
    if (!isPurchaseKind(kind)) return { kind, ...item }
    const purchase = {
      inventoryItemId: this.#ground.packages[pick % this.#ground.packages.length]?.id ?? '',
      mode: pick % 3 === 0 ? ('NOW' as const) : ('FIRST_USE' as const),
      reference: `order ${String(pick)}`,
    }
    if (kind !== 'register') return { kind, ...purchase, customerUid: item.customerUid }
    return {
      kind,
      ...purchase,
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
      this.#failingReads = 0
    }
  }

  async #submit({ desk: which, kind, pick, fault, killAt }: Extract<Command, { does: 'submit' }>): Promise<void> {
    const { desks } = this.#ground
    const desk = desks[which === 0 ? 0 : 1]
    const isUnhindered = fault === null && killAt === null && this.#failingReads === 0
    const before = (await this.#ledger()).length
    const end = await this.#faulty(endpoints[kind], fault, async () => {
      const submit = () => desk.submit(this.#wanted(kind, pick), killAt)
      if (fault === null || !isSlow(fault)) return await submit()
      const arrived = async (): Promise<number> =>
        fault.kind === 'hangAfter' ? (await this.#ledger()).length : await this.#requestsOf(endpoints[kind])
      // The service checks the token after the delay: with a revoked one it would execute nothing.
      if (fault.kind === 'latency') await desk.moneyDesk.client.renewToken()
      const submitted = await sendUntilTimeout(submit, desk.clientClock, arrived)
      // The desk has given up before the service executes the request.
      if (fault.kind === 'latency' && typeof submitted === 'object' && 'row' in submitted)
        await expect.poll(async () => (await this.#ledger()).length).toBeGreaterThan(before)
      return submitted
    })
    this.#tally.submissions += 1
    if (end === 'died') await desk.restart()
    else if ('row' in end) {
      const { row } = end
      this.#faultOf.set(row.id, fault?.kind ?? 'none')
      if (isUnhindered) this.#unhindered.add(row.id)
      if (row.state === 'CONFIRMED' && isPurchaseKind(kind) && row.customerUid !== null && row.itemUid !== null)
        this.#items.push({ customerUid: row.customerUid, itemUid: row.itemUid })
    }
  }

  async #portal({ act, pick }: Extract<Command, { does: 'portal' }>): Promise<void> {
    const item = this.#item(pick)
    if (act === 'top-up') await this.#buyInPortal(item.customerUid)
    else await this.#asPortal({ kind: act, itemUid: ItemUid.parse(item.itemUid), intentId: 'portal' })
  }

  async #idle(): Promise<void> {
    for (const desk of this.#ground.desks) await desk.idle()
  }

  async #pass(milliseconds: number): Promise<void> {
    this.#ground.clock.pass(milliseconds)
    await this.#idle()
  }

  /** Acts as a person who checks once more, then resolves as the portal shows. An early resolution is refused. */
  async #resolve(desk: HistoryDesk): Promise<void> {
    const executed = new Set(
      (await this.#ledger()).filter((row) => row.executed).map(({ idempotencyKey }) => idempotencyKey),
    )
    for (const { id, state } of await this.#rows(desk)) {
      if (state !== 'UNKNOWN' && state !== 'NEEDS_HUMAN') continue
      const checked = await desk.moneyDesk.check(id).catch(() => null)
      if (checked !== null && checked.state !== state) continue
      const outcome = executed.has(id) ? ('CONFIRMED' as const) : ('NOT_APPLIED' as const)
      await desk.moneyDesk.operations.handlers
        .resolve({ id, outcome, reason: 'as the portal shows' }, call)
        .catch(() => undefined)
    }
  }

  /** Returns the operations of this history. */
  async #rows(desk: HistoryDesk): Promise<readonly OperationRow[]> {
    const count = newest(desk) - (this.#before.get(desk) ?? 0)
    return count === 0 ? [] : (await desk.moneyDesk.operations.handlers.list({ limit: count }, call)).rows
  }

  async run(command: Command): Promise<void> {
    const { clock, desks, service } = this.#ground
    switch (command.does) {
      case 'submit':
        return await this.#submit(command)
      case 'pass':
        return await this.#pass(command.milliseconds)
      case 'jump':
        return clock.jump(command.milliseconds)
      case 'sleep':
        clock.jump(command.milliseconds)
        for (const desk of desks) desk.moneyDesk.operations.onResume()
        clock.pass(0)
        return await this.#idle()
      case 'restart':
        return await desks[command.desk === 0 ? 0 : 1].restart()
      case 'portal':
        return await this.#portal(command)
      case 'failReads':
        this.#failingReads = command.times
        // The client does not retry a read after this fault.
        await service.setFaults(
          reads.map((endpoint) => ({ endpoint, kind: 'proxyPage', status: 403, times: command.times })),
        )
        return
      case 'revoke':
        await service.revokeTokens()
        return
      case 'resolve':
        return await this.#resolve(desks[command.desk === 0 ? 0 : 1])
    }
  }

  /** Clears the faults, lets the checks run, and verifies that every operation has ended as in the ledger. */
  async expectInvariants(): Promise<void> {
    const { desks, service } = this.#ground
    await service.clearFaults()
    for (const waits of [0, 2, 3, 10, 46, 120, 430, 60]) await this.#pass(waits * second)
    const ledger = await this.#ledger()
    this.#judgeRows((await Promise.all(desks.map((desk) => this.#rows(desk)))).flat(), ledger)
    for (const desk of desks) await this.#resolve(desk)
    for (const desk of desks)
      expect(
        (await this.#rows(desk)).filter(({ state }) => open.has(state) || state === 'NEEDS_HUMAN'),
        'unresolved operations at the end',
      ).toEqual([])
  }

  #judgeRows(rows: readonly OperationRow[], ledger: readonly LedgerRow[]): void {
    const executed = ledger.filter((row) => row.executed)
    let spent = '0.00'
    for (const row of rows) {
      const own = executed.filter(({ idempotencyKey }) => idempotencyKey === row.id)
      const description = `${row.kind} ${row.state} by ${String(row.confirmedBy)} after ${this.#faultOf.get(row.id) ?? 'a crash'}`
      expect(open.has(row.state), `I4: ${description}`).toBe(false)
      expect(own.length, `I1: ${description}`).toBeLessThanOrEqual(1)
      if (row.confirmedBy === 'answer' || row.confirmedBy === 'reference')
        expect(own.length, `I2: ${description}`).toBe(1)
      if (row.state === 'CONFIRMED' && row.confirmedBy === 'state')
        expect(
          executed.some(({ itemUid, kind }) => itemUid === row.itemUid && kind === row.kind),
          `I2: ${description}`,
        ).toBe(true)
      if (row.state === 'REJECTED' || row.state === 'NOT_SENT' || row.state === 'NOT_APPLIED')
        expect(own.length, `I3: ${description}`).toBe(0)
      if (row.state === 'NEEDS_HUMAN') expect(this.#mayNeedAPerson(row, executed), `I8: ${description}`).toBe(true)
      if (this.#unhindered.has(row.id))
        expect(
          row.state === 'CONFIRMED' ||
            (row.confirmedBy === 'answer' && this.#mayNeedAPerson(row, executed)) ||
            ledger.some(({ idempotencyKey, refusal }) => idempotencyKey === row.id && refusal !== null),
          `I8: ${description}`,
        ).toBe(true)
      expect(row.duplicates, 'duplicates').toEqual([])
      if (row.state === 'CONFIRMED' && isPurchaseKind(row.kind))
        spent = addAmounts(spent, (row.charged ?? row.amount)?.amount ?? '0')
      this.#count(row)
    }
    const known = new Set(rows.map(({ id }) => id))
    const bought = executed.filter(({ idempotencyKey, credits }) => idempotencyKey !== 'portal' && credits < 0)
    expect(
      executed.filter(({ idempotencyKey }) => idempotencyKey !== 'portal' && !known.has(idempotencyKey ?? '')),
      'I6: executions that are in no journal',
    ).toEqual([])
    const deducted = bought.reduce((sum, { credits }) => addAmounts(sum, (0 - credits).toFixed(2)), '0.00')
    expect(compareAmounts(spent, deducted), `I5: spent ${spent}, deducted ${deducted}`).toBe(0)
    const refunds = executed.filter(({ kind }) => kind === 'refund').map(({ itemUid }) => itemUid)
    expect(new Set(refunds).size, 'I7: refunds per item').toBe(refunds.length)
    this.#tally.executed += executed.length
  }

  /**
   * Whether the service can't show the outcome: a purchase that was not executed, a refund without a trace, or an item
   * that another refund removed.
   */
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
    const name = this.#faultOf.get(row.id) ?? 'crash'
    const counted = this.#tally.faults.get(name) ?? { ended: 0, needsHuman: 0 }
    counted[row.state === 'NEEDS_HUMAN' ? 'needsHuman' : 'ended'] += 1
    this.#tally.faults.set(name, counted)
  }
}
