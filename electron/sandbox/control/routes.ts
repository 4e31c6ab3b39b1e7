/** What the control plane can do: a table of method, path, body and effect. */
import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { chosen } from '../assumptions.ts'
import { lastInstant } from '../clock.ts'
import { faultKinds } from '../faults.ts'
import { libraryActivate, libraryProfileOf, libraryProfiles } from '../rules/clientLibrary.ts'
import { act, deviceActs } from '../rules/device.ts'
import { invalid, unknown } from '../rules/refusal.ts'
import { enterCountry, useData } from '../rules/usage.ts'
import { listenerKinds } from '../tls/listeners.ts'
import { Variants } from '../variants.ts'
import { WebhookSettings } from '../webhooks/webhooks.ts'
import type { Store } from '../store/store.ts'
import {
  ClockOrder,
  CreditsOrder,
  EnterOrder,
  FaultsOrder,
  LibraryOrder,
  Nothing,
  StockOrder,
  UseOrder,
} from './requestBodies.ts'
import { samples } from './samples.ts'
import { state } from './state.ts'
import { inspect } from './inspect.ts'

type Params = Readonly<Record<string, string>>
export type ControlRoute = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: RegExp
  readonly run: (store: Store, params: Params, body: unknown, query: URLSearchParams) => unknown
}

/** A route with a body that its schema has accepted. */
function order<T>(
  path: RegExp,
  schema: z.ZodType<T>,
  run: (store: Store, body: T, params: Params) => unknown,
): ControlRoute {
  return {
    method: 'POST',
    path,
    run: (store, params, body) => {
      const parsed = schema.safeParse(body)
      if (parsed.success) return run(store, parsed.data, params)
      const [issue] = parsed.error.issues
      throw invalid(`${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`.trim())
    },
  }
}

function reading(path: RegExp, run: (store: Store, params: Params, query: URLSearchParams) => unknown): ControlRoute {
  return { method: 'GET', path, run: (store, params, _, query) => run(store, params, query) }
}

function counted(query: URLSearchParams, name: string, otherwise: number): number {
  const value = Number(query.get(name) ?? otherwise)
  if (!Number.isSafeInteger(value) || value < 0) throw invalid(`${name} is a whole number from 0.`)
  return value
}

/** Milliseconds: what a jump causes may go on behind the answer when a receiver of webhooks is slow. */
const maxPassMs = 2000

async function setClock(store: Store, { mode, advance }: z.infer<typeof ClockOrder>): Promise<unknown> {
  if (advance !== undefined && store.clock.now() + advance > lastInstant)
    throw invalid('The clock ends with the year 9899.')
  if (mode !== undefined) store.clock.set(mode)
  if (advance !== undefined) store.clock.advance(advance)
  await Promise.race([store.scheduler.pass(), wait(maxPassMs, undefined, { ref: false })])
  return state(store).clock
}

function setCredits(store: Store, { amount, add, automatic }: z.infer<typeof CreditsOrder>): unknown {
  const { account } = store
  if (amount !== undefined) account.credits = Math.round(amount * 100)
  if (add !== undefined) account.credits += Math.round(add * 100)
  if (automatic !== undefined)
    account.automatic =
      automatic === null
        ? null
        : { threshold: Math.round(automatic.threshold * 100), amount: Math.round(automatic.amount * 100) }
  account.charge(0)
  return state(store).credits
}

function setVariants(store: Store, given: unknown): unknown {
  const parsed = Variants.safeParse({ ...store.variants, ...(typeof given === 'object' ? given : {}) })
  if (!parsed.success)
    throw invalid(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '))
  store.variants = parsed.data
  return store.variants
}

function setStock(store: Store, { inventoryItemId, amount }: z.infer<typeof StockOrder>): unknown {
  const pack = store.inventory.get(inventoryItemId)
  if (pack === undefined) throw unknown('inventory item')
  pack.stock = amount
  return { inventoryItemId, amount }
}

function deviceAct(store: Store, params: Params): unknown {
  const what = deviceActs.find((one) => one === params.act)
  if (what === undefined) throw unknown('act')
  const { uid, iccid, imsi, state: now, active, installations } = act(store, params.iccid ?? '', what)
  return { uid, iccid, imsi, state: now, active, installations }
}

function tlsListener(store: Store, params: Params): unknown {
  const kind = listenerKinds.find((one) => one === params.kind)
  if (kind === undefined) throw unknown('TLS door')
  return store.tls.listener(kind)
}

export const controlRoutes: readonly ControlRoute[] = [
  reading(/^\/state$/, (store) => state(store)),
  reading(/^\/ledger$/, (store, _, query) => store.ledger.read(counted(query, 'since', 0))),
  reading(/^\/samples$/, (store, _, query) => samples(store, counted(query, 'each', 6))),
  reading(/^\/chosen$/, () => chosen),
  reading(/^\/faults\/kinds$/, () => faultKinds),
  reading(/^\/customers\/(?<uid>[^/]+)$/, (store, params) => inspect(store, params.uid ?? '')),
  reading(/^\/webhooks\/deliveries$/, async (store, _, query) => {
    await store.scheduler.pass()
    await store.webhooks.settled()
    return { deliveries: store.webhooks.deliveries(counted(query, 'limit', 500)) }
  }),
  reading(/^\/tls\/(?<kind>[A-Za-z]+)$/, tlsListener),
  reading(/^\/library\/profiles$/, (store, _, query) => libraryProfiles(store, query.get('userToken') ?? '')),
  reading(/^\/library\/profiles\/(?<uid>[^/]+)$/, (store, params) => libraryProfileOf(store, params.uid ?? '')),
  order(/^\/faults$/, FaultsOrder, (store, faults) => {
    store.faults.set(faults)
    return { faults: store.faults.list() }
  }),
  {
    method: 'DELETE',
    path: /^\/faults$/,
    run: (store) => {
      store.faults.clear()
      return { faults: [] }
    },
  },
  order(/^\/clock$/, ClockOrder, setClock),
  order(/^\/credits$/, CreditsOrder, setCredits),
  { method: 'POST', path: /^\/variants$/, run: (store, _, body) => setVariants(store, body) },
  order(/^\/webhooks$/, WebhookSettings, (store, settings) => {
    store.webhooks.set(settings)
    return store.webhooks.settings()
  }),
  order(/^\/stock$/, StockOrder, setStock),
  order(/^\/tokens\/revoke$/, Nothing, (store) => {
    store.tokens.revokeAll()
    return {}
  }),
  order(/^\/library\/activate$/, LibraryOrder, libraryActivate),
  order(/^\/esims\/(?<iccid>[^/]+)\/(?<act>[a-z]+)$/, Nothing, (store, _, params) => deviceAct(store, params)),
  order(/^\/customers\/(?<uid>[^/]+)\/use$/, UseOrder, (store, { megabytes }, params) => ({
    usedBytes: useData(store, params.uid ?? '', megabytes * 1024 * 1024),
  })),
  order(/^\/customers\/(?<uid>[^/]+)\/enter$/, EnterOrder, (store, { country }, params) => ({
    country: enterCountry(store, params.uid ?? '', country).country,
  })),
]
