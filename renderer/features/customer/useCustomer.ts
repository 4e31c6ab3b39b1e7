/**
 * The data of one customer for a page: the local copy at once, and the service's answer as soon as it arrives.
 *
 * Invariants: the answer to an earlier request never replaces that of a later one. A copy never replaces what the
 * service answered to the same request. A pushed change causes a read of the copy and never a request to the service,
 * because a read of the service may itself push a change, and the two would trigger each other.
 */
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef } from 'vue'
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { EventName, Events, InputOf } from '#shared/contract.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { PrefetchedCopy } from '../../lib/prefetchedCopy.ts'
import { useLatest, type IsLatest } from '../../lib/useLatest.ts'

interface CustomerDesk {
  readonly get: (input: InputOf<'customers', 'get'>) => Promise<CustomerView>
  readonly on: <E extends EventName>(event: E, listener: (payload: Events[E]) => void) => () => void
  /** While this is true, changes are not read: an operation of the page is under way, and its end reads them. */
  readonly pausesUpdates?: () => boolean
  /** Returns the copy that was read before the page opened, which is used in place of another read. */
  readonly prefetchedCopy?: (uid: CustomerUid) => PrefetchedCopy | null
  /** Calls the function when the customer may be read for the first time: by default at once. */
  readonly begin?: (read: () => void) => void
}

/**
 * `loading`: there is nothing to show yet. `copy`: the local copy is shown while the service is asked. `fresh`: the
 * service's answer. `stale`: the local copy, because the service could not be asked.
 */
type CustomerStatus = 'loading' | 'copy' | 'fresh' | 'stale' | 'failed'

export interface CustomerData {
  readonly view: ComputedRef<CustomerView | null>
  readonly status: ComputedRef<CustomerStatus>
  readonly error: ComputedRef<DeskError | null>
  readonly fetching: ComputedRef<boolean>
  /** When the shown answer arrived, in epoch milliseconds of this machine. */
  readonly receivedAt: ComputedRef<number | null>
  /** When the service's answer that is shown arrived, which may be before its copy was read again. */
  readonly answeredAt: ComputedRef<number | null>
  readonly refresh: () => Promise<void>
  /**
   * Reads the customer again without announcing it, and shows the answer if `isWanted` still holds when it arrives. A
   * failure leaves what is shown, which then counts as a saved copy. Resolves to whether the service answered.
   */
  readonly refreshQuietly: (isWanted: () => boolean) => Promise<boolean>
}

/** Calls the listener each time this customer or one of their operations has changed. */
function onChange(desk: Pick<CustomerDesk, 'on'>, uid: () => CustomerUid, listener: () => void): void {
  const compare = (changed: CustomerUid | null): void => {
    if (changed === uid()) listener()
  }
  const unsubscribers = [
    desk.on('customer.changed', (change) => compare(change.uid)),
    desk.on('operation.changed', (row) => compare(row.customerUid)),
  ]
  onScopeDispose(() => unsubscribers.forEach((unsubscribe) => unsubscribe()))
}

/**
 * Returns how often the desk has learnt of a change. Changes that arrive during a read are read together after it, and
 * only the latest copy is shown. Changes that arrive while `pausesUpdates` is true are read when it ends.
 */
function readChanges(
  desk: CustomerDesk,
  uid: () => CustomerUid,
  read: () => Promise<CustomerView | null>,
  show: (copy: CustomerView) => void,
): () => number {
  const { pausesUpdates: holds = () => false } = desk
  let count = 0
  let countRead = 0
  let reading = false

  async function readLatest(): Promise<CustomerView | null> {
    const before = count
    countRead = before
    const copy = await read()
    if (count === before) return copy
    return holds() ? null : await readLatest()
  }

  async function readOnce(): Promise<void> {
    if (reading || holds()) return
    reading = true
    const copy = await readLatest().finally(() => (reading = false))
    if (copy !== null) show(copy)
  }

  watch(holds, () => {
    if (count > countRead) void readOnce()
  })
  onChange(desk, uid, () => {
    count += 1
    void readOnce()
  })
  return () => count
}

/** The service's clock is known to the second, so a later answer may seem to be older by less than that. */
const clockMs = 1000

/** What is shown, since when, and what it rests on. */
function createShown() {
  /** In one value, because the time of an answer counts for that answer alone. */
  const shown = shallowRef<{ readonly view: CustomerView; readonly receivedAt: number } | null>(null)
  const view = computed(() => shown.value?.view ?? null)
  const answeredAt = ref<number | null>(null)
  /** Whether the service has answered the last request. */
  const answered = ref(false)
  const fetching = ref(false)
  const error = shallowRef<DeskError | null>(null)
  const show = (next: CustomerView | null): void =>
    void (shown.value = next === null ? null : { view: next, receivedAt: Date.now() })
  return {
    view,
    receivedAt: computed(() => shown.value?.receivedAt ?? null),
    answeredAt,
    answered,
    fetching,
    error,
    status: computed<CustomerStatus>(() => {
      if (view.value === null) return error.value === null ? 'loading' : 'failed'
      if (answered.value) return 'fresh'
      return fetching.value ? 'copy' : 'stale'
    }),
    show,
    take(answer: CustomerView | DeskError): void {
      answered.value = !(answer instanceof DeskError)
      error.value = answer instanceof DeskError ? answer : null
      if (answer instanceof DeskError) return
      show(answer)
      answeredAt.value = Date.now()
    },
    /** In place of an answer of the service, the copy of one that is as new counts as its answer. */
    showInPlaceOfAnswer(copy: CustomerView): void {
      const newerBy = view.value === null ? -Infinity : Date.parse(copy.asOf) - Date.parse(view.value.asOf)
      if (newerBy > 0 && answeredAt.value !== null) answeredAt.value += newerBy
      show(newerBy > -clockMs ? { ...copy, source: 'service' } : copy)
    },
  }
}

export function useCustomer(uid: () => CustomerUid, desk: CustomerDesk): CustomerData {
  const { view, receivedAt, answeredAt, answered, fetching, error, status, show, take, showInPlaceOfAnswer } =
    createShown()
  const latest = useLatest()

  /** Resolves to `null` if another request was begun meanwhile. */
  async function ask(isLatest: IsLatest, unasked = false): Promise<CustomerView | DeskError | null> {
    const answer = await desk.get({ uid: uid(), from: 'service', ...(unasked && { unasked }) }).catch(asDeskError)
    return isLatest() ? answer : null
  }

  async function fetchFromService(isLatest: IsLatest): Promise<void> {
    fetching.value = true
    const answer = await ask(isLatest)
    if (answer === null) return
    fetching.value = false
    take(answer)
  }

  /** Resolves to `null` if there is no copy, or if another request was begun meanwhile. */
  async function readCopy(isLatest = latest.join(), early?: PrefetchedCopy['copy']): Promise<CustomerView | null> {
    const copy = await (early ?? desk.get({ uid: uid(), from: 'directory' })).catch(() => null)
    return isLatest() ? copy : null
  }

  async function showCopy(isLatest: IsLatest, early?: PrefetchedCopy['copy']): Promise<void> {
    const copy = await readCopy(isLatest, early)
    if (copy !== null && !answered.value) show(copy)
  }

  async function load(): Promise<void> {
    const isLatest = latest.begin()
    const { arrived = null, copy } = desk.prefetchedCopy?.(uid()) ?? {}
    // A change may have shown this customer's copy before the page began to read, which stays.
    if (view.value?.uid !== uid()) show(arrived)
    error.value = null
    answered.value = false
    await Promise.all([arrived === null ? showCopy(isLatest, copy) : null, fetchFromService(isLatest)])
  }

  async function refresh(): Promise<void> {
    if (fetching.value) return
    await fetchFromService(latest.begin())
  }

  async function refreshQuietly(isWanted: () => boolean): Promise<boolean> {
    const before = changes()
    const answer = await ask(latest.join(), true)
    const failed = answer instanceof DeskError
    // An answer that was on its way while the customer changed may be older than the change.
    if (before !== changes() || !isWanted()) return !failed
    // That the customer is gone matters at once. Other failures move nothing on a page that somebody is reading.
    if (failed && answer.code !== 'not_found') answered.value = false
    else if (answer !== null) take(answer)
    return !failed
  }

  const changes = readChanges(desk, uid, readCopy, (copy) => {
    if (!answered.value) show(copy)
    else if (!fetching.value) showInPlaceOfAnswer(copy)
  })
  const { begin = (read) => read() } = desk
  begin(() => void load())
  watch(uid, () => void load())

  return {
    view,
    status,
    error: computed(() => error.value),
    fetching: computed(() => fetching.value),
    receivedAt,
    answeredAt: computed(() => answeredAt.value),
    refresh,
    refreshQuietly,
  }
}
