/** Warnings for an agent before an eSIM's installation is given to the customer. */
import { esimState, maxInstallations } from './esimState.ts'
import type { EventRow } from '../customer/events.ts'
import type { EsimView } from '../customer/views.ts'

/** Why an eSIM can't be installed now, or probably not, or for nothing. */
export const installationObstacles = [
  'inactive',
  'error',
  'usedUp',
  'failedBefore',
  'installed',
  'disabled',
  'unknown',
  'nothingToUse',
] as const
export type InstallationObstacle = (typeof installationObstacles)[number]

type EsimWarning = InstallationObstacle | 'removed'

/** What happened to an eSIM before. The service has no history: only its events show installations, where they came. */
export interface EsimHistory {
  readonly lastSeen: string | null
  /** The number of installations that were reported. There may have been more. */
  readonly installations: number
  /** The last report about the eSIM, except that it can be installed again, is of a failed installation. */
  readonly failed: boolean
}
/** How many of an eSIM's newest reports are read for it. It can be installed a few times only. */
export const maxEsimEvents = 200

export const noHistory: EsimHistory = { lastSeen: null, installations: 0, failed: false }

/** @param events of the eSIM, newest first */
export function esimHistory(
  { iccid, lastSeen }: Pick<EsimView, 'iccid' | 'lastSeen'>,
  events: readonly EventRow[],
): EsimHistory {
  const states = events
    .filter((event) => event.kind === 'esimStatus' && event.iccid === iccid)
    .map(({ details }) => esimState(String(details['profileState'] ?? '')))
  return {
    lastSeen,
    installations: states.filter((state) => state === 'installed').length,
    failed: states.find((state) => state !== 'released') === 'error',
  }
}

/** An eSIM, and whether the customer certainly has no package that would work on it (`hasNothingToUse`). */
type EsimToInstall = Pick<EsimView, 'state' | 'active'> & { readonly nothingToUse: boolean }

function obstacleOfEsim(
  { state, active }: Pick<EsimView, 'state' | 'active'>,
  { installations, failed }: EsimHistory,
): InstallationObstacle | null {
  if (active === false) return 'inactive'
  if (state !== 'released') return state
  if (installations >= maxInstallations) return 'usedUp'
  return failed ? 'failedBefore' : null
}

/** The most important one first. That nothing can be used on an eSIM is as true of one that can't be installed. */
export function esimWarnings(esim: EsimToInstall, history: EsimHistory): readonly EsimWarning[] {
  const obstacle = obstacleOfEsim(esim, history)
  const wasRemoved = obstacle === null && (history.lastSeen !== null || history.installations > 0)
  return [
    ...(obstacle === null ? [] : [obstacle]),
    ...(esim.nothingToUse ? (['nothingToUse'] as const) : []),
    ...(wasRemoved ? (['removed'] as const) : []),
  ]
}

export const esimWarning = (esim: EsimToInstall, history: EsimHistory): EsimWarning | null =>
  esimWarnings(esim, history)[0] ?? null

/**
 * Empty if the eSIM can be installed as it is now, and has what it is installed for. That it was removed before is no
 * obstacle.
 *
 * @param events of the eSIM, newest first
 */
export const installationObstaclesOf = (
  esim: EsimToInstall & Pick<EsimView, 'iccid'>,
  events: readonly EventRow[],
): readonly InstallationObstacle[] =>
  esimWarnings(esim, esimHistory({ iccid: esim.iccid, lastSeen: null }, events)).filter(
    (warning) => warning !== 'removed',
  )

/** The most important one. */
export const installationObstacle = (
  esim: EsimToInstall & Pick<EsimView, 'iccid'>,
  events: readonly EventRow[],
): InstallationObstacle | null => installationObstaclesOf(esim, events)[0] ?? null

const hopeless: ReadonlySet<EsimWarning | null> = new Set(['inactive', 'error', 'usedUp', 'failedBefore'])

/** Whether an installation will probably fail, so that handing it out has to be a decision. */
export const willProbablyFail = (warning: EsimWarning | null): boolean => hopeless.has(warning)

/** Of several eSIMs, one with a lower rank is handed out first: what can still be installed is before the hopeless. */
export function handOutRank(esim: Pick<EsimView, 'state' | 'active' | 'lastSeen'>): number {
  const warning = esimWarning({ ...esim, nothingToUse: false }, { ...noHistory, lastSeen: esim.lastSeen })
  if (willProbablyFail(warning)) return 3
  if (warning === null) return 0
  return warning === 'removed' ? 1 : 2
}
