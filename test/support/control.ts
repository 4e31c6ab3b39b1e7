/** A small typed client of the sandbox's control plane, for tests that cause events and check the ledger. */
import type { EndpointName, FaultInput } from '../../electron/sandbox/faults.ts'
import type { Sample } from '../../electron/sandbox/control/samples.ts'
import type { SandboxState } from '../../electron/sandbox/control/state.ts'
import type { VariantsInput, Variants } from '../../electron/sandbox/variants.ts'
import type { ForgeRequest } from '../../electron/sandbox/control/deliveries.ts'
import type { Delivery } from '../../electron/sandbox/webhooks/deliveries.ts'
import type { DeliveryTroubles, TroubleChanges, WebhookSettings } from '../../electron/sandbox/webhooks/settings.ts'
import type { LedgerRow } from '../../electron/sandbox/store/ledger.ts'

export type { Delivery, EndpointName, FaultInput, LedgerRow, Sample, SandboxState }

/** The situations for which the sandbox has several customers. */
export type Situation =
  | 'activatable'
  | 'firstUse'
  | 'refundable'
  | 'usedItem'
  | 'emptyItem'
  | 'lowItem'
  | 'expired'
  | 'unlimitedValidity'
  | 'terabyte'
  | 'noRetailPrice'
  | 'stock'
  | 'testPackage'
  | 'boughtLongAgo'
  | 'esimReleased'
  | 'esimRemoved'
  | 'esimUsedUp'
  | 'esimNotInstallable'
  | 'esimInstalled'
  | 'esimDisabled'
  | 'esimError'
  | 'esimReplaced'
  | 'usable'
  | 'noEmail'
  | 'awkwardEmail'
  | 'twoCustomersSameEmail'
  | 'manyItems'
  | 'severalEsims'
  | 'noItems'

export type EsimInspection = {
  readonly uid: string
  readonly iccid: string
  readonly state: string
  readonly active: boolean
  readonly installations: number
  readonly installationError?: { readonly code: string; readonly message: string } | null
}
export type ItemInspection = {
  readonly uid: string
  readonly inventoryItemId: string
  readonly portalStatus: string
  readonly payment: string
  readonly sizeBytes: number
  readonly usedBytes: number
  readonly activatedAt: string | null
  readonly expiresAt: string | null
}
export type CustomerInspection = {
  readonly index: number
  readonly uid: string
  readonly countrySet: string
  readonly country: string | null
  readonly archetype: string | null
  readonly items: readonly ItemInspection[]
  readonly esims: readonly EsimInspection[]
}
/** A sample with an item to act on. */
export type ItemSample = Sample & { readonly itemUid: string }

export class ControlRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'ControlRefusal'
    this.status = status
    this.code = code
  }
}

type Body = Readonly<Record<string, unknown>> | readonly unknown[]

// The responses have the sandbox's own types: both ends are in this repository and compiled together.
export function control(info: { readonly controlUrl: string; readonly controlToken: string }) {
  async function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: Body): Promise<T> {
    const response = await fetch(`${info.controlUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${info.controlToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (response.ok) return answer as T // typed by the sandbox's own modules, see above
    const { error = '', message = '' } = answer as { error?: string; message?: string }
    throw new ControlRefusal(response.status, error, message)
  }
  const device =
    (act: string) =>
    (iccid: string): Promise<EsimInspection> =>
      call('POST', `/esims/${iccid}/${act}`, {})
  const samples = (each = 6): Promise<Record<Situation, Sample[]>> => call('GET', `/samples?each=${each}`)

  return {
    state: (): Promise<SandboxState> => call('GET', '/state'),
    /** Returns the rows after the one with the number `since`. */
    ledger: async (since = 0): Promise<readonly LedgerRow[]> =>
      (await call<{ rows: LedgerRow[] }>('GET', `/ledger?since=${since}`)).rows,
    samples,
    /** Returns the nth customer of a situation, from 0. */
    sample: async (situation: Situation, nth = 0): Promise<Sample> => {
      const found = (await samples(nth + 1))[situation][nth]
      if (found === undefined) throw new Error(`the sandbox has no customer number ${nth} of ${situation}`)
      return found
    },
    itemSample: async (situation: Situation, nth = 0): Promise<ItemSample> => {
      const found = (await samples(nth + 1))[situation][nth]
      if (found === undefined || found.itemUid === null)
        throw new Error(`the sandbox has no item number ${nth} of ${situation}`)
      return { ...found, itemUid: found.itemUid }
    },
    customer: (uid: string): Promise<CustomerInspection> => call('GET', `/customers/${uid}`),
    /** Adds faults to the active ones. */
    setFaults: (faults: readonly FaultInput[]): Promise<unknown> => call('POST', '/faults', { faults }),
    fault: (endpoint: EndpointName | '*', kind: FaultInput['kind'], more: Partial<FaultInput> = {}): Promise<unknown> =>
      call('POST', '/faults', { endpoint, kind, ...more }),
    clearFaults: (): Promise<unknown> => call('DELETE', '/faults'),
    setVariants: (variants: VariantsInput): Promise<Variants> => call('POST', '/variants', variants),
    advance: (duration: string | number): Promise<{ now: string }> => call('POST', '/clock', { advance: duration }),
    clock: (mode: 'run' | 'stand'): Promise<{ now: string }> => call('POST', '/clock', { mode }),
    setCredits: (credits: {
      amount?: number
      add?: number
      automatic?: { threshold: number; amount: number } | null
    }): Promise<SandboxState['credits']> => call('POST', '/credits', credits),
    setStock: (inventoryItemId: string, amount: number): Promise<unknown> =>
      call('POST', '/stock', { inventoryItemId, amount }),
    revokeTokens: (): Promise<unknown> => call('POST', '/tokens/revoke', {}),
    install: device('install'),
    failToInstall: device('fail'),
    forbid: device('forbid'),
    reject: device('reject'),
    mismatch: device('mismatch'),
    disable: device('disable'),
    enable: device('enable'),
    uninstall: device('uninstall'),
    replace: device('replace'),
    use: (uid: string, megabytes: number): Promise<{ usedBytes: number }> =>
      call('POST', `/customers/${uid}/use`, { megabytes }),
    enter: (uid: string, country: string): Promise<unknown> => call('POST', `/customers/${uid}/enter`, { country }),
    setWebhooks: (settings: WebhookSettings): Promise<unknown> => call('POST', '/webhooks', settings),
    /** Waits until every queued webhook has been delivered, and returns the latest deliveries. */
    deliveries: async (): Promise<readonly Delivery[]> =>
      (await call<{ deliveries: Delivery[] }>('GET', '/webhooks/deliveries')).deliveries,
    setTroubles: (changes: TroubleChanges): Promise<DeliveryTroubles> => call('POST', '/webhooks/troubles', changes),
    clearTroubles: (): Promise<DeliveryTroubles> => call('DELETE', '/webhooks/troubles'),
    repeat: (id: number): Promise<Delivery> => call('POST', `/webhooks/deliveries/${id}/repeat`, {}),
    forge: (request: ForgeRequest): Promise<Delivery> => call('POST', '/webhooks/forge', request),
    /** Returns the same service behind TLS. A client that uses the certificate (PEM) of `good` as a CA trusts it. */
    tls: (kind: 'good' | 'expired' | 'wrongHost' | 'broken'): Promise<{ baseUrl: string; certificate: string }> =>
      call('GET', `/tls/${kind}`),
    libraryActivate: (order: {
      inventoryItemId: string
      userToken: string
      metatag?: string
    }): Promise<{
      activationId: string
      customerUid: string
      itemUid: string
      profile: { id: string; iccid: string; state: string }
    }> => call('POST', '/library/activate', order),
    call,
  }
}
export type Control = ReturnType<typeof control>
