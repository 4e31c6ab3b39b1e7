/** The state of an eSIM profile (interface 3.1). A new state is read as `unknown` and shown as it came. */
import type { WireCustomerEntry } from '../../wire/customer.ts'
import { isUnreadable } from '../../wire/lenient.ts'
import { hasInstant } from '../instant.ts'
import type { CustomerEsims } from '../operation/purchase.ts'
import type { EsimState, EsimView } from '../customer/views.ts'

const states: ReadonlyMap<string, EsimState> = new Map([
  ['RELEASED', 'released'],
  ['INSTALLED', 'installed'],
  ['ENABLED', 'installed'],
  ['INSTALLED/ENABLED', 'installed'],
  ['DISABLED', 'disabled'],
  ['ERROR', 'error'],
])

export function esimState(raw: string | null | undefined): EsimState {
  return states.get(raw?.replaceAll(/\s/g, '').toUpperCase() ?? '') ?? 'unknown'
}

/** Returns the profiles without those that were replaced. The service may not report whether a profile was. */
export const esimsInUse = <Esim extends { readonly active?: boolean | null | undefined }>(
  esims: readonly Esim[],
): readonly Esim[] => esims.filter(({ active }) => active !== false)

/** Whether a profile, or the list of them, can't be read, so that there may be others. */
export const hidesEsims = (unreadable: readonly { readonly part: string }[]): boolean =>
  unreadable.some(({ part }) => part === 'esim' || part === 'esims')

/**
 * Whether each profile in use has failed, so that the customer can use no data: neither installing nor switching on
 * helps. A profile that can't be read, or that the desk omitted, leaves that open.
 */
export function everyEsimFailed(
  esims: readonly { readonly state: EsimState; readonly active?: boolean | null }[],
  unreadable: readonly { readonly part: string }[] = [],
  omitted = 0,
): boolean {
  const inUse = esimsInUse(esims)
  return omitted === 0 && inUse.length > 0 && !hidesEsims(unreadable) && inUse.every(({ state }) => state === 'error')
}

/**
 * Whether the customer can use data on a profile in use. One that can't be read, or that the desk omitted, leaves it
 * open.
 */
export function customerEsims(
  esims: readonly { readonly state: EsimState; readonly active?: boolean | null }[],
  unreadable: readonly { readonly part: string }[] = [],
  omitted = 0,
): CustomerEsims {
  const inUse = esimsInUse(esims)
  if (inUse.some(({ state }) => state === 'installed' || state === 'disabled')) return 'installed'
  if (omitted > 0 || hidesEsims(unreadable)) return 'unknown'
  if (everyEsimFailed(inUse)) return 'failed'
  const isNowhere = inUse.length > 0 && inUse.every(({ state }) => state === 'released' || state === 'error')
  return isNowhere ? 'notInstalled' : 'unknown'
}

/**
 * Whether a customer has profiles in use, and all of them are released and were never seen on a network. It is not
 * reported of a customer with a profile that can't be read, or that the desk omitted.
 */
export function wasNeverInstalled({
  relatedEsims,
  unreadableParts = [],
  omittedEsims = 0,
}: WireCustomerEntry): boolean {
  const inUse = esimsInUse(relatedEsims)
  if (inUse.length === 0 || omittedEsims > 0 || hidesEsims(unreadableParts)) return false
  return inUse.every(
    (esim) => esimState(esim.state) === 'released' && !hasInstant(esim.lastSeen) && !isUnreadable(esim, 'lastSeen'),
  )
}

/**
 * What the customer's data still needs before they can use it: `newEsim` if each profile in use has failed. A profile
 * in another state, or one that can't be read or that the desk omitted, may be the one that they use.
 */
export function dataNeeds(
  esims: readonly { readonly state: EsimState; readonly active?: boolean | null }[],
  unreadable: readonly { readonly part: string }[] = [],
  omitted = 0,
): 'nothing' | 'switchingOn' | 'installing' | 'newEsim' {
  const states = new Set(esimsInUse(esims).map(({ state }) => state))
  if (states.size === 0 || omitted > 0 || hidesEsims(unreadable)) return 'nothing'
  if (states.has('installed') || states.has('unknown')) return 'nothing'
  if (states.has('disabled')) return 'switchingOn'
  return states.has('released') ? 'installing' : 'newEsim'
}

/** How often a profile can be installed (interface 2.8, 8). The service does not report how often it was. */
export const maxInstallations = 5

/** Whether the profile was on a device before: it is released again, and it was seen on a network. */
export const wasRemoved = ({ state, lastSeen }: Pick<EsimView, 'state' | 'lastSeen'>): boolean =>
  state === 'released' && lastSeen !== null

/** Whether the profile was on a network, or may have been because the service reports it in an unreadable form. */
export const maybeSeen = ({ lastSeen, unreadable = [] }: Pick<EsimView, 'lastSeen' | 'unreadable'>): boolean =>
  lastSeen !== null || unreadable.includes('lastSeen')

/**
 * What the reseller's own app shows when it can't install a released profile (interface 7). The service reports none of
 * these errors, so only the customer can report which one the app shows.
 */
export const appErrors = ['forbidden', 'unverified', 'otherDevice'] as const
