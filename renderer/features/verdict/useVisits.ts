/** The countries that events named for a customer. Without a source of events there are none. */
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import type { Visit } from '../../rules/facts.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { OnEvent } from '../../lib/usePages.ts'
import { useLatest } from '../../lib/useLatest.ts'

interface VisitsDesk {
  readonly list: (input: InputOf<'events', 'list'>) => Promise<OutputOf<'events', 'list'>>
  readonly on: OnEvent
}

const maxEvents = 20

function visitOf({ iccid, at, details }: EventRow): readonly Visit[] {
  const country = details['newCountry']
  return typeof country === 'string' ? [{ iccid, country: country.trim().toUpperCase(), at }] : []
}

/** @param uid `null` while no customer is shown */
export function useVisits(uid: () => CustomerUid | null, desk: VisitsDesk): Readonly<ShallowRef<readonly Visit[]>> {
  const visits = shallowRef<readonly Visit[]>([])
  const latest = useLatest()

  async function load(): Promise<void> {
    const customerUid = uid()
    if (customerUid === null) return latest.drop()
    const isLatest = latest.begin()
    const found = await desk
      .list({ customerUid, kinds: ['countryChange'], limit: maxEvents })
      .then(({ rows }) => rows.flatMap(visitOf))
      .catch(() => [])
    if (isLatest()) visits.value = found
  }

  const stop = desk.on('events.changed', ({ arrived, updated, reload }) => {
    if (reload || [...arrived, ...updated].some(({ customerUid }) => customerUid !== null && customerUid === uid()))
      void load()
  })
  onScopeDispose(stop)
  watch(
    uid,
    () => {
      visits.value = []
      void load()
    },
    { immediate: true },
  )
  return visits
}
