/**
 * Time that passes: inactive items start by themselves after 90 days (interface 3.2). Seeded customers that nobody
 * touched need no help, they are made as of now; but who listens to webhooks hears of each of them.
 */
import type { Customer } from '../world/records.ts'
import type { World } from '../world/world.ts'
import { tellActivation } from './selling.ts'

const block = 2000

/** Starts what is due and tells it. Seeded customers are looked through only when somebody listens. */
export async function passTime(world: World): Promise<void> {
  const { customers, webhooks } = world
  const from = customers.toldUntil
  const now = world.clock.now()
  customers.toldUntil = now
  for (const customer of customers.touchedOnes()) customers.settleTouched(customer, now)
  if (!webhooks.listensTo('balanceActivation')) return
  for (let index = 0; index < customers.count; index++) {
    if (index % block === block - 1) await new Promise((resolve) => setImmediate(resolve))
    if (!customers.isTouched(index)) tellSeeded(world, customers.peek(index, now), from, now)
  }
}

/** A seeded item that started by itself has its `activatedAt` within the time that passed. */
function tellSeeded(world: World, customer: Customer | undefined, from: number, now: number): void {
  for (const item of customer?.items ?? []) {
    const started = item.mode !== 'NOW' && item.activatedAt !== null && item.activatedAt > from && item.activatedAt <= now
    if (started && customer !== undefined) tellActivation(world, customer, item)
  }
}
