/** What setting this machine's clock forward must not make older: what was spent and sold a while ago. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultRules } from '#shared/model/operation/purchase.ts'
import type { InventoryItemId } from '#shared/wire/ids.ts'
import { createCountedTime } from '../../../../electron/operations/countedTime.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { call, movableClock, openMoneyDesk, type MoneyDesk, type MovableClock } from '../../../faults/desk.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('the counted time', () => {
  let wall: number
  let monotonic: number
  let service: number | null
  beforeEach(() => {
    wall = Date.UTC(2026, 10, 21, 12)
    monotonic = 7000
    service = null
  })
  const create = () => createCountedTime({ now: () => wall, monotonic: () => monotonic }, () => service)
  const pass = (milliseconds: number): void => {
    wall += milliseconds
    monotonic += milliseconds
    if (service !== null) service += milliseconds
  }

  it.each([null, 'known'])('goes on with time and not with the clock, the time of the service being %s', (isKnown) => {
    service = isKnown === null ? null : wall - 2 * minute
    const time = create()
    pass(hour)
    const before = wall
    for (const jump of [11 * minute, day, 400 * day]) wall += jump
    pass(minute)
    expect([time.now(), time.setForward()]).toEqual([before + minute, 11 * minute + 401 * day])
  })

  it('is no later than a clock that was set back', () => {
    const time = create()
    wall -= day
    expect([time.now(), time.setForward()]).toEqual([wall, 0])
  })

  it('after sleep, in which the monotonic clock stopped, it is right again once the service has reported its time', () => {
    service = wall
    const time = create()
    wall += 8 * hour
    expect(time.setForward()).toBe(8 * hour)
    service += 8 * hour
    expect(time.setForward()).toBe(0)
  })

  it('after a start with a clock that is far ahead it is that of the service', () => {
    service = wall
    wall += day
    expect(create().now()).toBe(service)
  })
})

describe('on a desk', () => {
  let folder: string
  let sandbox: Sandbox
  let clock: MovableClock
  let desk: MoneyDesk
  let item: { readonly id: InventoryItemId; readonly price: number }
  const open = (): Promise<MoneyDesk> => openMoneyDesk({ info: sandbox, folder, clock })
  const target = (customerEmail: string) =>
    ({
      kind: 'register',
      inventoryItemId: item.id,
      mode: 'FIRST_USE',
      userCountry: 'DE',
      userIp: '203.0.113.7',
      customerEmail,
    }) as const

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clock-'))
    sandbox = await startSandbox({ customers: 20, seed: 5 })
    clock = movableClock()
    desk = await open()
    const { items } = await desk.client.inventory()
    const found = items.find(
      ({ countrySet, active, amount, prices, retailPrices }) =>
        countrySet === 'EUROPE' &&
        active !== false &&
        (amount ?? 0) === 0 &&
        (retailPrices ?? []).length > 0 &&
        (prices?.[0]?.priceValue ?? 0) > 0,
    )
    item = { id: found?.id ?? ('' as InventoryItemId), price: found?.prices?.[0]?.priceValue ?? 0 }
  })
  afterEach(async () => {
    await desk.close()
    await sandbox.close()
    rmSync(folder, { recursive: true })
  })

  it('the daily limit counts what was spent before the clock was set forward, also after a restart', async () => {
    await desk.operations.handlers.setRules({ ...defaultRules, dailyLimit: (item.price * 1.5).toFixed(2) }, call)
    expect(await desk.submit(target('a@example.com'))).toMatchObject({ state: 'CONFIRMED' })
    clock.jump(day)
    expect(await desk.preview(target('b@example.com'))).toMatchObject({ possible: false, reasons: ['daily_limit'] })
    await desk.close()
    desk = await open()
    expect(await desk.preview(target('b@example.com'))).toMatchObject({ possible: false, reasons: ['daily_limit'] })
    clock.pass(day)
    expect(await desk.preview(target('b@example.com'))).toMatchObject({ possible: true })
  })

  it('a recent sale is named after the clock was set forward', async () => {
    const sold = await desk.submit(target('a@example.com'))
    clock.jump(11 * minute)
    expect((await desk.preview(target('a@example.com'))).purchase?.recentSale).toMatchObject({ id: sold.id })
    clock.pass(11 * minute)
    expect((await desk.preview(target('a@example.com'))).purchase?.recentSale).toBeNull()
  })
})
