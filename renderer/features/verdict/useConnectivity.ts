/**
 * Where the customer's eSIMs are connected. It is asked for each customer that is opened, again if other eSIMs are
 * installed, and again with a refresh of the page if the answer is old. The page never waits for it, and a service that
 * doesn't say it leaves it unknown.
 */
import { shallowRef, watch, type ShallowRef } from 'vue'
import type { InputOf } from '#shared/contract.ts'
import type { Connectivity } from '#shared/model/esim/connectivity.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import { useLatest } from '../../lib/useLatest.ts'

interface ConnectivityDesk {
  readonly connectivity: (input: InputOf<'customers', 'connectivity'>) => Promise<Connectivity | null>
}

/** More eSIMs in use at once are rare, and each of them is a request. */
const maxEsims = 2
/** Milliseconds. The page of an open customer is refreshed more often. */
const maxAgeMs = 120_000

export function useConnectivity(
  view: () => CustomerView | null,
  desk: ConnectivityDesk,
): Readonly<ShallowRef<readonly Connectivity[]>> {
  const known = shallowRef<readonly Connectivity[]>([])
  const latest = useLatest()
  let asked = ''
  let askedAt = 0

  /** A failed call changes nothing, so what was known stays. An answer without a country contradicts what was known. */
  async function ask(iccids: readonly Connectivity['iccid'][]): Promise<void> {
    const isLatest = latest.begin()
    askedAt = performance.now()
    const answers = await Promise.all(
      iccids.map((iccid) =>
        desk.connectivity({ iccid }).catch(() => known.value.find((earlier) => earlier.iccid === iccid) ?? null),
      ),
    )
    if (isLatest()) known.value = answers.filter((answer) => answer !== null)
  }

  const installed = (): readonly Connectivity['iccid'][] =>
    (view()?.esims ?? [])
      .filter(({ active, state, iccid }) => active !== false && state === 'installed' && iccid !== '')
      .map(({ iccid }) => iccid)
      .slice(0, maxEsims)
  // A saved copy is followed by the service's answer, whose eSIMs are asked about.
  watch(
    [
      () => view()?.uid,
      () => (view()?.source === 'service' ? installed().join(' ') : null),
      () => view()?.asOf,
    ] as const,
    ([uid, iccids], [before]) => {
      if (uid !== before) {
        known.value = []
        asked = ''
      }
      if (iccids === null || iccids === '') return
      if (asked === iccids && performance.now() - askedAt < maxAgeMs) return
      asked = iccids
      void ask(installed())
    },
    { immediate: true },
  )
  return known
}
