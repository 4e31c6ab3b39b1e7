/** The routes of the control plane: a table of method, path, body and effect. */
import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { assumptions } from '../assumptions.ts'
import { lastInstant } from '../clock.ts'
import { faultKinds } from '../faults.ts'
import { libraryActivate, libraryProfileOf, libraryProfiles } from '../rules/clientLibrary.ts'
import { applyDeviceAction, deviceActions } from '../rules/device.ts'
import { invalid, unknown } from '../rules/refusal.ts'
import { enterCountry, useData } from '../rules/usage.ts'
import { listenerKinds } from '../tls/listeners.ts'
import { Variants } from '../variants.ts'
import { TroubleChanges, WebhookSettings } from '../webhooks/settings.ts'
import type { Store } from '../store/store.ts'
import {
  ClockRequest,
  CreditsRequest,
  EnterCountryRequest,
  FaultsRequest,
  LibraryActivationRequest,
  NextMailRequest,
  EmptyRequest,
  StockRequest,
  UsageRequest,
} from './requestBodies.ts'
import { ForgeRequest, forgeDelivery, listDeliveries, repeatDelivery } from './deliveries.ts'
import { samples } from './samples.ts'
import { prepareScene } from './scenes.ts'
import { state } from './state.ts'
import { inspect } from './inspect.ts'

type Params = Readonly<Record<string, string>>
type ControlRoute = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: RegExp
  readonly run: (store: Store, params: Params, body: unknown, query: URLSearchParams) => unknown
}

/** Creates a POST route that validates its body with a schema. */
function postRoute<T>(
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

function getRoute(path: RegExp, run: (store: Store, params: Params, query: URLSearchParams) => unknown): ControlRoute {
  return { method: 'GET', path, run: (store, params, _, query) => run(store, params, query) }
}

function wholeNumberOf(query: URLSearchParams, name: string, fallback: number): number {
  const value = Number(query.get(name) ?? fallback)
  if (!Number.isSafeInteger(value) || value < 0) throw invalid(`${name} is a whole number from 0.`)
  return value
}

/**
 * After this time the response is sent, although a slow receiver of webhooks may still delay what a jump has caused.
 */
const maxWaitMs = 2000

async function setClock(store: Store, { mode, advance }: z.infer<typeof ClockRequest>): Promise<unknown> {
  if (advance !== undefined && store.clock.now() + advance > lastInstant)
    throw invalid('The clock ends with the year 9899.')
  if (mode !== undefined) store.clock.set(mode)
  if (advance !== undefined) store.clock.advance(advance)
  await Promise.race([store.scheduler.runDue(), wait(maxWaitMs, undefined, { ref: false })])
  return state(store).clock
}

function setCredits(store: Store, { amount, add, automatic }: z.infer<typeof CreditsRequest>): unknown {
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

function setVariants(store: Store, changes: unknown): unknown {
  const parsed = Variants.safeParse({ ...store.variants, ...(typeof changes === 'object' ? changes : {}) })
  if (!parsed.success)
    throw invalid(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '))
  store.variants = parsed.data
  return store.variants
}

function setStock(store: Store, { inventoryItemId, amount }: z.infer<typeof StockRequest>): unknown {
  const pack = store.inventory.get(inventoryItemId)
  if (pack === undefined) throw unknown('inventory item')
  pack.stock = amount
  return { inventoryItemId, amount }
}

function runDeviceAction(store: Store, params: Params): unknown {
  const requested = deviceActions.find((one) => one === params.act)
  if (requested === undefined) throw unknown('device action')
  const {
    uid,
    iccid,
    imsi,
    state: now,
    active,
    installations,
  } = applyDeviceAction(store, params.iccid ?? '', requested)
  return { uid, iccid, imsi, state: now, active, installations }
}

function tlsListener(store: Store, params: Params): unknown {
  const kind = listenerKinds.find((one) => one === params.kind)
  if (kind === undefined) throw unknown('TLS listener')
  return store.tls.listener(kind)
}

function keptMail(store: Store, params: Params): unknown {
  const mail = store.mailbox.mail(Number(params.id))
  if (mail === undefined) throw unknown('mail')
  return mail
}

export const controlRoutes: readonly ControlRoute[] = [
  getRoute(/^\/state$/, (store) => state(store)),
  getRoute(/^\/ledger$/, (store, _, query) => store.ledger.read(wholeNumberOf(query, 'since', 0))),
  getRoute(/^\/samples$/, (store, _, query) => samples(store, wholeNumberOf(query, 'each', 6))),
  getRoute(/^\/assumptions$/, () => assumptions),
  getRoute(/^\/faults\/kinds$/, () => faultKinds),
  getRoute(/^\/customers\/(?<uid>[^/]+)$/, (store, params) => inspect(store, params.uid ?? '')),
  getRoute(/^\/webhooks\/deliveries$/, (store, _, query) =>
    listDeliveries(
      store,
      wholeNumberOf(query, 'limit', 500),
      query.has('wait') ? Math.min(maxWaitMs, wholeNumberOf(query, 'wait', 0)) : Infinity,
    ),
  ),
  getRoute(/^\/tls\/(?<kind>[A-Za-z]+)$/, tlsListener),
  getRoute(/^\/mailbox\/mails$/, (store) => ({ mails: store.mailbox.list(), next: store.mailbox.next })),
  getRoute(/^\/mailbox\/mails\/(?<id>\d{1,15})$/, keptMail),
  getRoute(/^\/library\/profiles$/, (store, _, query) => libraryProfiles(store, query.get('userToken') ?? '')),
  getRoute(/^\/library\/profiles\/(?<uid>[^/]+)$/, (store, params) => libraryProfileOf(store, params.uid ?? '')),
  postRoute(/^\/faults$/, FaultsRequest, (store, faults) => {
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
  postRoute(/^\/clock$/, ClockRequest, setClock),
  postRoute(/^\/credits$/, CreditsRequest, setCredits),
  { method: 'POST', path: /^\/variants$/, run: (store, _, body) => setVariants(store, body) },
  postRoute(/^\/webhooks$/, WebhookSettings, (store, settings) => {
    store.webhooks.set(settings)
    return store.webhooks.settings()
  }),
  postRoute(/^\/webhooks\/deliveries\/(?<id>\d{1,15})\/repeat$/, EmptyRequest, (store, _, params) =>
    repeatDelivery(store, Number(params.id)),
  ),
  postRoute(/^\/webhooks\/forge$/, ForgeRequest, forgeDelivery),
  postRoute(/^\/webhooks\/troubles$/, TroubleChanges, (store, changes) => {
    store.webhooks.setTroubles(changes)
    return store.webhooks.troubles
  }),
  {
    method: 'DELETE',
    path: /^\/webhooks\/troubles$/,
    run: (store) => {
      store.webhooks.clearTroubles()
      return store.webhooks.troubles
    },
  },
  postRoute(/^\/scenes\/(?<name>[A-Za-z]+)$/, EmptyRequest, (store, _, params) =>
    prepareScene(store, params.name ?? ''),
  ),
  postRoute(/^\/mailbox\/open$/, EmptyRequest, (store) => store.mailbox.open()),
  postRoute(/^\/mailbox\/next$/, NextMailRequest, (store, { next }) => {
    store.mailbox.next = next
    return { next }
  }),
  postRoute(/^\/stock$/, StockRequest, setStock),
  postRoute(/^\/tokens\/revoke$/, EmptyRequest, (store) => {
    store.tokens.revokeAll()
    return {}
  }),
  postRoute(/^\/library\/activate$/, LibraryActivationRequest, libraryActivate),
  postRoute(/^\/esims\/(?<iccid>[^/]+)\/(?<act>[a-z]+)$/, EmptyRequest, (store, _, params) =>
    runDeviceAction(store, params),
  ),
  postRoute(/^\/customers\/(?<uid>[^/]+)\/use$/, UsageRequest, (store, { megabytes }, params) => ({
    usedBytes: useData(store, params.uid ?? '', megabytes * 1024 * 1024),
  })),
  postRoute(/^\/customers\/(?<uid>[^/]+)\/enter$/, EnterCountryRequest, (store, { country }, params) => ({
    country: enterCountry(store, params.uid ?? '', country).country,
  })),
]
