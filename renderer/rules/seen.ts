/** When eSIMs were on a network: the customer's view has a time for each, and connectivity may have a newer one. */
import type { Connectivity } from '#shared/model/esim/connectivity.ts'
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import type { EsimView } from '#shared/model/customer/views.ts'
import type { Situation } from './facts.ts'

/** The instant at which an eSIM was on a network, as the service reports its connection, or `null` without one. */
export const networkInstant = ({ connected, lastSeen, asOf }: Connectivity): string | null =>
  connected === true ? asOf : lastSeen

/** Epoch milliseconds at which an eSIM was last on a network, or `null` if the service reports it nowhere. */
export function seenAt({ connectivity }: Pick<Situation, 'connectivity'>, esim: EsimView): number | null {
  const networks = connectivity.filter(({ iccid }) => iccid === esim.iccid).map(networkInstant)
  const times = [esim.lastSeen, ...networks].flatMap((at) => parseInstant(at) ?? [])
  return times.length === 0 ? null : Math.max(...times)
}

/** The installed eSIM that was on a network last, with that time as its own, or `null` if none was reported. */
export function lastSeen(
  situation: Pick<Situation, 'connectivity' | 'installed'>,
): { readonly esim: EsimView; readonly time: number } | null {
  const seen = situation.installed.flatMap((esim) => {
    const time = seenAt(situation, esim)
    return time === null ? [] : [{ esim: { ...esim, lastSeen: toInstant(time) }, time }]
  })
  return seen.toSorted((one, other) => other.time - one.time)[0] ?? null
}
