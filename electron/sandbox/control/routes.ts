/** What the control plane can do: a table of method, path, body and effect. */
import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { chosen } from '../assumptions.ts'
import { lastInstant } from '../clock.ts'
import { faultKinds } from '../faults.ts'
import { libraryActivate, libraryProfileOf, libraryProfiles } from '../rules/client-library.ts'
import { act, deviceActs } from '../rules/device.ts'
import { invalid, unknown } from '../rules/refusal.ts'
import { enterCountry, useData } from '../rules/usage.ts'
import { doorKinds } from '../tls/listeners.ts'
import { Variants } from '../variants.ts'
import { WebhookSettings } from '../webhooks/webhooks.ts'
import type { World } from '../store/store.ts'
import {
  ClockOrder,
  CreditsOrder,
  EnterOrder,
  FaultsOrder,
  LibraryOrder,
  Nothing,
  StockOrder,
  UseOrder,
} from './orders.ts'
import { samples } from './samples.ts'
import { state } from './state.ts'
import { truth } from './inspect.ts'

type Params = Readonly<Record<string, string>>
export type ControlRoute = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: RegExp
  readonly run: (world: World, params: Params, body: unknown, query: URLSearchParams) => unknown
}

/** A route with a body that its schema has accepted. */
function order<T>(
  path: RegExp,
  schema: z.ZodType<T>,
  run: (world: World, body: T, params: Params) => unknown,
): ControlRoute {
  return {
    method: 'POST',
    path,
    run: (world, params, body) => {
      const parsed = schema.safeParse(body)
      if (parsed.success) return run(world, parsed.data, params)
      const [issue] = parsed.error.issues
      throw invalid(`${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`.trim())
    },
  }
}

function reading(path: RegExp, run: (world: World, params: Params, query: URLSearchParams) => unknown): ControlRoute {
  return { method: 'GET', path, run: (world, params, _, query) => run(world, params, query) }
}

function counted(query: URLSearchParams, name: string, otherwise: number): number {
  const value = Number(query.get(name) ?? otherwise)
  if (!Number.isSafeInteger(value) || value < 0) throw invalid(`${name} is a whole number from 0.`)
  return value
}

/** Milliseconds: what a jump causes may go on behind the answer when a receiver of webhooks is slow. */
const longestPass = 2000

async function setClock(world: World, { mode, advance }: z.infer<typeof ClockOrder>): Promise<unknown> {
  if (advance !== undefined && world.clock.now() + advance > lastInstant)
    throw invalid('The clock ends with the year 9899.')
  if (mode !== undefined) world.clock.set(mode)
  if (advance !== undefined) world.clock.advance(advance)
  await Promise.race([world.passage.pass(), wait(longestPass, undefined, { ref: false })])
  return state(world).clock
}

function setCredits(world: World, { amount, add, automatic }: z.infer<typeof CreditsOrder>): unknown {
  const { account } = world
  if (amount !== undefined) account.credits = Math.round(amount * 100)
  if (add !== undefined) account.credits += Math.round(add * 100)
  if (automatic !== undefined)
    account.automatic =
      automatic === null
        ? null
        : { threshold: Math.round(automatic.threshold * 100), amount: Math.round(automatic.amount * 100) }
  account.charge(0)
  return state(world).credits
}

function setVariants(world: World, given: unknown): unknown {
  const parsed = Variants.safeParse({ ...world.variants, ...(typeof given === 'object' ? given : {}) })
  if (!parsed.success)
    throw invalid(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '))
  world.variants = parsed.data
  return world.variants
}

function setStock(world: World, { inventoryItemId, amount }: z.infer<typeof StockOrder>): unknown {
  const pack = world.inventory.get(inventoryItemId)
  if (pack === undefined) throw unknown('inventory item')
  pack.stock = amount
  return { inventoryItemId, amount }
}

function deviceAct(world: World, params: Params): unknown {
  const what = deviceActs.find((one) => one === params.act)
  if (what === undefined) throw unknown('act')
  const { uid, iccid, imsi, state: now, active, installations } = act(world, params.iccid ?? '', what)
  return { uid, iccid, imsi, state: now, active, installations }
}

function tlsDoor(world: World, params: Params): unknown {
  const kind = doorKinds.find((one) => one === params.kind)
  if (kind === undefined) throw unknown('TLS door')
  return world.tls.door(kind)
}

export const controlRoutes: readonly ControlRoute[] = [
  reading(/^\/state$/, (world) => state(world)),
  reading(/^\/ledger$/, (world, _, query) => world.ledger.read(counted(query, 'since', 0))),
  reading(/^\/samples$/, (world, _, query) => samples(world, counted(query, 'each', 6))),
  reading(/^\/chosen$/, () => chosen),
  reading(/^\/faults\/kinds$/, () => faultKinds),
  reading(/^\/customers\/(?<uid>[^/]+)$/, (world, params) => truth(world, params.uid ?? '')),
  reading(/^\/webhooks\/deliveries$/, async (world, _, query) => {
    await world.passage.pass()
    await world.webhooks.settled()
    return { deliveries: world.webhooks.deliveries(counted(query, 'limit', 500)) }
  }),
  reading(/^\/tls\/(?<kind>[A-Za-z]+)$/, tlsDoor),
  reading(/^\/library\/profiles$/, (world, _, query) => libraryProfiles(world, query.get('userToken') ?? '')),
  reading(/^\/library\/profiles\/(?<uid>[^/]+)$/, (world, params) => libraryProfileOf(world, params.uid ?? '')),
  order(/^\/faults$/, FaultsOrder, (world, faults) => {
    world.faults.set(faults)
    return { faults: world.faults.list() }
  }),
  {
    method: 'DELETE',
    path: /^\/faults$/,
    run: (world) => {
      world.faults.clear()
      return { faults: [] }
    },
  },
  order(/^\/clock$/, ClockOrder, setClock),
  order(/^\/credits$/, CreditsOrder, setCredits),
  { method: 'POST', path: /^\/variants$/, run: (world, _, body) => setVariants(world, body) },
  order(/^\/webhooks$/, WebhookSettings, (world, settings) => {
    world.webhooks.set(settings)
    return world.webhooks.settings()
  }),
  order(/^\/stock$/, StockOrder, setStock),
  order(/^\/tokens\/revoke$/, Nothing, (world) => {
    world.tokens.revokeAll()
    return {}
  }),
  order(/^\/library\/activate$/, LibraryOrder, libraryActivate),
  order(/^\/esims\/(?<iccid>[^/]+)\/(?<act>[a-z]+)$/, Nothing, (world, _, params) => deviceAct(world, params)),
  order(/^\/customers\/(?<uid>[^/]+)\/use$/, UseOrder, (world, { megabytes }, params) => ({
    usedBytes: useData(world, params.uid ?? '', megabytes * 1024 * 1024),
  })),
  order(/^\/customers\/(?<uid>[^/]+)\/enter$/, EnterOrder, (world, { country }, params) => ({
    country: enterCountry(world, params.uid ?? '', country).country,
  })),
]
