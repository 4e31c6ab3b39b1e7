/** Simulates what a device does with an eSIM profile (interface 3.1, 6.1, 8), at the request of the control plane. */
import type { Customer, Esim, EsimState, InstallationError } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { conflict, unknown } from './refusal.ts'
import { newEsim } from './selling.ts'

/** The maximum number of installations of an eSIM profile (interface 2.8, 8). */
export const maxInstallations = 5

export const deviceActions = [
  'install',
  'fail',
  'forbid',
  'reject',
  'mismatch',
  'disable',
  'enable',
  'uninstall',
  'replace',
] as const
type DeviceAction = (typeof deviceActions)[number]

/** Returns the profile that is valid afterwards, which after a replacement can be a new one. */
export function applyDeviceAction(store: Store, iccid: string, action: DeviceAction): Esim {
  const now = store.clock.now()
  const found = store.customers.byIccid(iccid, now)
  const customer = found === undefined ? undefined : store.customers.touch(found.customer.index, now)
  const esim = customer?.esims.find((one) => one.iccid === iccid)
  if (customer === undefined || esim === undefined) throw unknown('eSIM profile')
  if (!esim.active) throw conflict('esim-replaced', 'This eSIM was replaced by another one.')
  switch (action) {
    case 'install':
      return install(store, esim, now)
    case 'fail':
      requireState(esim, ['RELEASED'], 'fail to install')
      return setState(store, esim, 'ERROR', 'installation')
    case 'forbid':
      return stopInstallation(esim, 'forbidden')
    case 'reject':
      return stopInstallation(esim, 'unverified')
    case 'mismatch':
      return stopInstallation(esim, 'otherDevice')
    case 'disable':
      requireState(esim, ['INSTALLED'], 'be disabled')
      return setState(store, esim, 'DISABLED')
    case 'enable':
      requireState(esim, ['DISABLED'], 'be enabled')
      return setState(store, esim, 'INSTALLED')
    case 'uninstall':
      requireState(esim, ['INSTALLED', 'DISABLED'], 'be removed')
      return setState(store, esim, 'RELEASED', 'installation')
    case 'replace':
      return replace(store, customer, esim)
  }
}

/** An agent who trains reads the reason of a refusal. */
const stateText: Readonly<Record<EsimState, string>> = {
  RELEASED: 'is not installed',
  INSTALLED: 'is installed',
  DISABLED: 'is disabled',
  ERROR: 'has failed',
}

function requireState(esim: Esim, states: readonly EsimState[], action: string): void {
  if (!states.includes(esim.state))
    throw conflict('esim-state', `An eSIM that ${stateText[esim.state]} can't ${action}.`)
}

function install(store: Store, esim: Esim, now: number): Esim {
  requireState(esim, ['RELEASED'], 'be installed')
  if (esim.installations >= maxInstallations)
    throw conflict('installation-limit', `An eSIM can be installed ${maxInstallations} times at most.`)
  esim.installations += 1
  esim.installationError = null
  esim.activatedAt ??= now
  return setState(store, esim, 'INSTALLED', 'installation')
}

/** The client library reports an error before anything is installed, so no state changes (interface 7). */
function stopInstallation(esim: Esim, error: InstallationError): Esim {
  requireState(esim, ['RELEASED'], 'be installed')
  esim.installationError = error
  return esim
}

/** The webhook follows installs, also failed ones, and de-installs (interface 6.1), or every change under a variant. */
function setState(store: Store, esim: Esim, state: EsimState, cause: 'installation' | 'other' = 'other'): Esim {
  esim.state = state
  if (cause === 'other' && store.variants.esimStatusWebhook === 'installations') return esim
  store.events.emit({ kind: 'esimStatus', iccid: esim.iccid, imsi: esim.imsi, profileState: state, eid: esim.eid })
  return esim
}

/** Releases the same profile again (interface 3.1), or adds a new one and makes the old one inactive. */
function replace(store: Store, customer: Customer, esim: Esim): Esim {
  if (store.variants.replacement === 'sameProfile') {
    esim.installations = 0
    esim.installationError = null
    return setState(store, esim, 'RELEASED')
  }
  esim.active = false
  const replacement = newEsim(store, customer.index, customer.esims.length)
  customer.esims.push(replacement)
  return setState(store, replacement, 'RELEASED')
}
