/** What happens to an eSIM profile on a device (interface 3.1, 6.1, 8), as the control plane orders it. */
import type { Customer, Esim, EsimState } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { conflict, unknown } from './refusal.ts'
import { newEsim } from './selling.ts'

/** Interface 2.8, 8. */
export const maxInstallations = 5

export type DeviceAct = 'install' | 'fail' | 'disable' | 'enable' | 'uninstall' | 'replace'
export const deviceActs: readonly DeviceAct[] = ['install', 'fail', 'disable', 'enable', 'uninstall', 'replace']

/** The profile that is valid afterwards: a new one after a replacement. */
export function act(store: Store, iccid: string, what: DeviceAct): Esim {
  const now = store.clock.now()
  const place = store.customers.byIccid(iccid, now)
  const customer = place === undefined ? undefined : store.customers.touch(place.customer.index, now)
  const esim = customer?.esims.find((one) => one.iccid === iccid)
  if (customer === undefined || esim === undefined) throw unknown('eSIM profile')
  if (!esim.active) throw conflict('esim-replaced', 'This eSIM profile was replaced by another one.')
  switch (what) {
    case 'install':
      return install(store, esim, now)
    case 'fail':
      from(esim, ['RELEASED'], 'fail to install')
      return become(store, esim, 'ERROR')
    case 'disable':
      from(esim, ['INSTALLED'], 'be disabled')
      return become(store, esim, 'DISABLED')
    case 'enable':
      from(esim, ['DISABLED'], 'be enabled')
      return become(store, esim, 'INSTALLED')
    case 'uninstall':
      from(esim, ['INSTALLED', 'DISABLED'], 'be removed')
      return become(store, esim, 'RELEASED')
    case 'replace':
      return replace(store, customer, esim)
  }
}

function from(esim: Esim, states: readonly EsimState[], what: string): void {
  if (!states.includes(esim.state))
    throw conflict('esim-state', `An eSIM profile in the state ${esim.state} can't ${what}.`)
}

function install(store: Store, esim: Esim, now: number): Esim {
  from(esim, ['RELEASED'], 'be installed')
  if (esim.installations >= maxInstallations)
    throw conflict('installation-limit', `An eSIM profile can be installed ${maxInstallations} times at most.`)
  esim.installations += 1
  esim.activatedAt ??= now
  return become(store, esim, 'INSTALLED')
}

function become(store: Store, esim: Esim, state: EsimState): Esim {
  esim.state = state
  store.events.emit({ kind: 'esimStatus', iccid: esim.iccid, imsi: esim.imsi, profileState: state, eid: esim.eid })
  return esim
}

/** The same profile is released again (interface 3.1), or a new one takes its place and the old is hidden. */
function replace(store: Store, customer: Customer, esim: Esim): Esim {
  if (store.variants.replacement === 'sameProfile') {
    esim.installations = 0
    return become(store, esim, 'RELEASED')
  }
  esim.active = false
  const fresh = newEsim(store, customer.index, customer.esims.length)
  customer.esims.push(fresh)
  return become(store, fresh, 'RELEASED')
}
