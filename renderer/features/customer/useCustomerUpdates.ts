/** Keeps the open page of a customer up to date: it is read again by itself, and its events are read first. */
import { onScopeDispose, watch } from 'vue'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { desk } from '../../lib/desk.ts'
import { useWindowInFront } from '../../lib/useWindowInFront.ts'
import { useAwaitedPhones } from '../documents/awaitedPhones.store.ts'
import { useAutoRefresh } from './useAutoRefresh.ts'
import type { CustomerReads } from './useCustomerReads.ts'

/** @param deciding whether a dialog is open in which an agent decides about money: no number changes behind it */
export function useCustomerUpdates(
  uid: () => CustomerUid,
  { view, fetching, refreshQuietly, begin }: CustomerReads,
  deciding: () => boolean,
): void {
  const connection = useConnection()
  const awaited = useAwaitedPhones()
  const windowInFront = useWindowInFront()
  const mayRead = (): boolean =>
    windowInFront.value &&
    connection.current?.health === 'online' &&
    view.value !== null &&
    !fetching.value &&
    !deciding()
  const isEager = (): boolean => awaited.isEager(uid())
  useAutoRefresh({
    since: () => `${uid()} ${String(fetching.value)} ${String(isEager())}`,
    mayRead,
    isEager,
    read: () => refreshQuietly(mayRead),
  })

  const watchEvents = (watched: CustomerUid | null): void =>
    void desk.events.watch({ customerUid: watched }).catch(() => undefined)
  begin(() => watchEvents(uid()))
  watch(uid, watchEvents)
  onScopeDispose(() => watchEvents(null))
}
