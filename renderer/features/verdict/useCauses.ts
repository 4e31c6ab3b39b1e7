/**
 * The causes for the customer on the page, and the one that is shown. All facts are in the window already: only the
 * inventory and the events are read, by calls that other pages make as well, and where the eSIM is connected.
 */
import { useQuery } from '@pinia/colada'
import { computed, ref, watch, type ComputedRef } from 'vue'
import type { Connectivity } from '#shared/model/esim/connectivity.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { CustomerView, DeviceRow } from '#shared/model/customer/views.ts'
import type { Cause } from '../../rules/cause.ts'
import { sourceOf, whereabouts, type CountrySource } from '../../rules/causes/places.ts'
import { situationOf, type VerdictFacts } from '../../rules/facts.ts'
import { verdictOf } from '../../rules/verdict.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { type CallFacts, useCall } from '../../lib/call.store.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { deviceName } from '../../lib/deviceName.ts'
import { useConnectivity } from './useConnectivity.ts'
import { useSentMails } from './useSentMails.ts'
import { useVisits } from './useVisits.ts'

export interface VerdictInput {
  readonly view: CustomerView
  /** The service's present time. */
  readonly now: string
  readonly operations: readonly OperationRow[]
}

interface Causes {
  /**
   * The cause that is shown: the first one, that of the eSIM that was searched for, or one that the agent chose. `null`
   * without a customer.
   */
  readonly shown: ComputedRef<Cause | null>
  readonly others: ComputedRef<readonly Cause[]>
  /** The country where the customer is, as ISO2 code, as far as the customer named it or it was reported. */
  readonly country: ComputedRef<string | null>
  readonly countrySource: ComputedRef<CountrySource | null>
  /** Where the eSIMs are connected, as far as the service reports it. */
  readonly connectivity: ComputedRef<readonly Connectivity[]>
  readonly show: (key: string) => void
  readonly facts: ComputedRef<CallFacts | null>
  readonly devices: ComputedRef<readonly DeviceRow[]>
  /** Reads the list of devices, which is not read before a device is entered. */
  readonly loadDevices: () => void
}

const minute = 60_000

/** @param isNamed whether a device is known that the list may have */
function useListedDevices(isNamed: () => boolean) {
  const connection = useConnection()
  const isWanted = ref(false)
  const query = useQuery({
    key: () => ['devices', connection.key],
    query: () => desk.inventory.devices(),
    staleTime: 60 * minute,
    enabled: () => isWanted.value || isNamed(),
  })
  const rows = computed(() => query.data.value?.rows ?? [])
  const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
  const names = computed(() => new Set(rows.value.flatMap((row) => [plain(row.name), plain(deviceName(row))])))

  /** A text that is a part of several names does not decide on a device. */
  function isListed(name: string): boolean | null {
    const typed = plain(name)
    if (names.value.has(typed)) return true
    return [...names.value].some((each) => each.includes(typed)) ? null : false
  }

  return {
    rows,
    load: () => (isWanted.value = true),
    /** `null` while the list is not known, and for a text that names several devices. */
    check: (name: string | null) => {
      const listed = name === null || rows.value.length === 0 ? null : isListed(name)
      return name === null || listed === null ? null : { name, listed }
    },
  }
}

/** @param input `null` while no customer is shown */
export function useCauses(input: () => VerdictInput | null): Causes {
  const connection = useConnection()
  const call = useCall()
  const view = () => input()?.view ?? null
  const uid = () => view()?.uid ?? null
  const visits = useVisits(uid, { list: desk.events.list, on: onDeskEvent })
  const connectivity = useConnectivity(view, desk.customers)
  const mails = useSentMails(view, { mails: desk.installation.mails, on: onDeskEvent })
  const inventory = useQuery({
    key: () => ['inventory', connection.key],
    query: () => desk.inventory.list({}),
    staleTime: minute,
    enabled: () => input() !== null,
  })
  const known = computed(() => {
    const of = uid()
    return of === null ? null : call.factsOf(of)
  })
  const devices = useListedDevices(() => known.value?.device != null)
  /** A verdict changes with the minute and not with every second. */
  const now = computed(() => Math.floor(Date.parse(input()?.now ?? '') / minute) * minute)

  const facts = computed((): VerdictFacts | null => {
    const given = input()
    if (given === null || known.value === null) return null
    const { view, operations } = given
    return {
      view,
      now: Math.max(now.value, Date.parse(view.now)),
      operations,
      inventory: inventory.data.value?.rows ?? null,
      visits: visits.value,
      connectivity: connectivity.value,
      mails: mails.value,
      country: known.value.country,
      device: devices.check(known.value.device),
    }
  })
  const causes = computed(() => (facts.value === null ? null : verdictOf(facts.value)))
  const situation = computed(() => (facts.value === null ? null : situationOf(facts.value)))
  const place = computed(() => (situation.value === null ? null : whereabouts(situation.value)))
  const chosen = ref<string | null>(null)
  // The most pressing cause has changed, so the choice among the earlier causes ends.
  watch([uid, () => causes.value?.[0].key], () => (chosen.value = null))
  /** Where everything works, the cause of the eSIM that was searched for comes first. */
  const first = computed(() => {
    const given = input()
    if (causes.value === null || given === null) return null
    const [main] = causes.value
    if (main.severity !== 'ok' && main.severity !== 'info') return main
    const esim = call.searchedEsim(given.view.uid, given.view.esims)
    return causes.value.find(({ key }) => esim !== undefined && key.endsWith(` ${esim.iccid}`)) ?? main
  })
  const shown = computed(() => causes.value?.find(({ key }) => key === chosen.value) ?? first.value)

  return {
    shown,
    others: computed(() => causes.value?.filter(({ key }) => key !== shown.value?.key) ?? []),
    country: computed(() => place.value?.country ?? null),
    countrySource: computed(() =>
      place.value === null || situation.value === null ? null : sourceOf(situation.value, place.value),
    ),
    connectivity: computed(() => connectivity.value),
    show: (key) => (chosen.value = key),
    facts: known,
    devices: devices.rows,
    loadDevices: devices.load,
  }
}
