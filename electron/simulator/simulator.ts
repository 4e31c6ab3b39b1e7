/**
 * The handlers of the sandbox's panel, which controls the sandbox beside a customer. They work only if the active
 * connection is a sandbox that this desk started, so that nothing here can affect a live service.
 */
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import { DeliveryTroubles } from '#shared/model/deliveries.ts'
import type { SimulatorAct, SimulatorState } from '#shared/model/simulator.ts'
import { PreparedScene } from '#shared/model/training.ts'
import { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import type { HandlersOf } from '../bridge/index.ts'
import { controlPlane, type ControlPlaneInfo, type ControlPlane } from './controlPlane.ts'
import { readDeliveries } from './deliveries.ts'
import { readMail, readMails } from './mailbox.ts'
import type { ResellersApp } from './resellersApp.ts'
import { faultOf, nameOfFault, scopeOf } from './simulatedFaults.ts'

export interface SimulatorOptions {
  /** Returns the control plane of the active connection, or null if it is not a sandbox that this desk started. */
  readonly currentSandbox: () => ControlPlaneInfo | null
  /** Answers the service for the users that the panel makes up. */
  readonly app: Pick<ResellersApp, 'newUser'>
  /** Resolves to the path, or to null if the person chose none. */
  readonly saveFile: (file: { readonly suggestedName: string; readonly data: Uint8Array }) => Promise<string | null>
}

export interface Simulator {
  readonly handlers: HandlersOf<'sandbox'>
}

const State = z.object({
  clock: z.object({ now: z.string() }),
  credits: z.object({ amount: z.number(), currency: z.string() }),
  counts: z.object({ ledger: z.number().int() }),
  webhooks: z.record(z.string(), z.unknown()),
  troubles: DeliveryTroubles.strip(),
  faults: z.array(
    z.object({
      kind: z.string(),
      endpoint: z.string(),
      status: z.number().optional(),
      left: z.union([z.number().int(), z.literal('always')]),
    }),
  ),
})
const CustomerState = z.object({
  uid: CustomerUid,
  country: z.string().nullable(),
  items: z.array(z.object({ inventoryItemId: z.string() })).transform((items) => items.length),
  esims: z.array(
    z
      .object({
        iccid: Iccid,
        state: z.string(),
        active: z.boolean(),
        installations: z.number().int(),
        installationError: z.object({ message: z.string() }).nullable(),
      })
      .transform(({ installationError, ...esim }) => ({ ...esim, appMessage: installationError?.message ?? null })),
  ),
})
const Sold = z.object({ items: z.array(z.object({ inventoryItemId: z.string() })) })
const Scene = PreparedScene.omit({ scene: true }).strip()

const hour = 3_600_000

async function read(plane: ControlPlane, customerUid: CustomerUid | undefined): Promise<SimulatorState> {
  const [{ clock, credits, counts, faults, webhooks, troubles }, deliveries, { mails, next: nextMail }, customer] =
    await Promise.all([
      plane.get('/state', State),
      readDeliveries(plane),
      readMails(plane),
      customerUid === undefined ? null : plane.get(`/customers/${encodeURIComponent(customerUid)}`, CustomerState),
    ])
  return {
    now: clock.now,
    credits: { amount: credits.amount.toFixed(2), currency: credits.currency },
    executed: counts.ledger,
    faults: faults.map((fault) => ({ fault: nameOfFault(fault), place: scopeOf(fault), left: fault.left })),
    receivers: WebhookKind.options.filter((kind) => typeof webhooks[kind] === 'string'),
    deliveries,
    troubles,
    mails,
    nextMail,
    customer,
  }
}

/**
 * A new user of the reseller's app installs what this customer has. Where the app's server refuses that, the service
 * reports it to the app, as it should.
 */
async function installByApp(
  plane: ControlPlane,
  { customerUid, approves }: Extract<SimulatorAct, { act: 'app' }>,
  app: SimulatorOptions['app'],
): Promise<void> {
  const { items } = await plane.get(`/customers/${encodeURIComponent(customerUid)}`, Sold)
  const [item] = items
  if (item === undefined)
    throw new DeskError('sandbox_refused', 'There is no package', { reason: 'This customer has no package.' })
  const { userToken } = app.newUser(approves)
  try {
    await plane.post('/library/activate', { ...item, userToken, metatag: `app-${userToken.slice(0, 8)}` })
  } catch (thrown) {
    const isVerdict = thrown instanceof DeskError && thrown.details['status'] === 422
    if (approves || !isVerdict) throw thrown
  }
}

async function perform(plane: ControlPlane, action: SimulatorAct, app: SimulatorOptions['app']): Promise<void> {
  switch (action.act) {
    case 'device':
      return await plane.post(`/esims/${encodeURIComponent(action.iccid)}/${action.what}`, {})
    case 'use':
      return await plane.post(`/customers/${encodeURIComponent(action.customerUid)}/use`, {
        megabytes: action.megabytes,
      })
    case 'enter':
      return await plane.post(`/customers/${encodeURIComponent(action.customerUid)}/enter`, { country: action.country })
    case 'app':
      return await installByApp(plane, action, app)
    case 'advance':
      return await plane.post('/clock', { advance: action.hours * hour })
    case 'credits':
      return await plane.post('/credits', { add: action.add })
    case 'fault':
      return await plane.post('/faults', { ...faultOf(action.fault, action.place, action.times) })
    case 'clearFaults':
      return await plane.delete('/faults')
    case 'repeatDelivery':
      return await plane.post(`/webhooks/deliveries/${String(action.id)}/repeat`, {})
    case 'forgeDelivery':
      return await plane.post('/webhooks/forge', { kind: action.kind, customerUid: action.customerUid })
    case 'troubles':
      return await plane.post('/webhooks/troubles', action.change)
    case 'nextMail':
      return await plane.post('/mailbox/next', { next: action.next })
    case 'clearTroubles':
      return await plane.delete('/webhooks/troubles')
  }
}

export function createSimulator({ currentSandbox, app, saveFile }: SimulatorOptions): Simulator {
  /** Throws `not_sandbox` if the active connection is not a sandbox that this desk started. */
  const plane = (signal: AbortSignal): ControlPlane => {
    const info = currentSandbox()
    if (info === null)
      throw new DeskError('not_sandbox', 'The active connection is not a sandbox that this desk started')
    return controlPlane(info, signal)
  }

  return {
    handlers: {
      state: async (input, { signal }) => await read(plane(signal), input?.customerUid),
      async act(action, { signal }) {
        const sandbox = plane(signal)
        const customerUid = 'customerUid' in action ? action.customerUid : undefined
        await perform(sandbox, action, app)
        return await read(sandbox, customerUid)
      },
      prepare: async ({ scene }, { signal }) => ({
        scene,
        ...(await plane(signal).create(`/scenes/${scene}`, Scene)),
      }),
      mail: async ({ id }, { signal }) => (await readMail(plane(signal), id)).mail,
      async saveMail({ id }, { signal }) {
        const { message } = await readMail(plane(signal), id)
        try {
          return { path: await saveFile({ suggestedName: `eSIM mail ${String(id)}.eml`, data: message }) }
        } catch (cause) {
          throw new DeskError('file_unwritable', 'The file could not be written', {}, { cause })
        }
      },
    },
  }
}
