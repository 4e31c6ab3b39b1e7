/**
 * The customers who are open, as tabs above the page: one that is opened gets a tab, and the one that was shown longest
 * ago goes when there are too many. They are stored for their connection, by uid alone, and come back with it.
 */
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRoute, useRouter } from 'vue-router'
import { maxOpenCustomers } from '#shared/model/settings.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { afterPaint, nextPaint } from '../../lib/afterPaint.ts'
import { useCall } from '../../lib/call.store.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { whileInScope } from '../../lib/whileInScope.ts'
import { useToast } from '../../ui/useToast.ts'
import type { FrameShortcut } from '../useFrameShortcuts.ts'
import { useCustomerLabels } from './customerLabels.store.ts'

export interface CustomerTabs {
  readonly uids: ComputedRef<readonly CustomerUid[]>
  /** The customer whose page is shown. */
  readonly current: ComputedRef<CustomerUid | null>
  readonly open: (uid: CustomerUid) => void
  readonly close: (uid: CustomerUid) => void
  readonly shortcuts: () => readonly FrameShortcut[]
}

/**
 * The tabs with one more customer, who keeps an existing tab or gets one at the end. If there are too many, the
 * customer who was shown longest ago loses the tab.
 *
 * @param shown in the order in which they were shown, the latest last; customers who are missing were not shown
 */
export function withTab(
  uids: readonly CustomerUid[],
  uid: CustomerUid,
  shown: readonly CustomerUid[],
): readonly CustomerUid[] {
  if (uids.includes(uid)) return uids
  if (uids.length < maxOpenCustomers) return [...uids, uid]
  const [longestAgo] = uids.toSorted((one, other) => shown.indexOf(one) - shown.indexOf(other))
  return [...uids.filter((each) => each !== longestAgo), uid]
}

/** The tab that takes the place of a closed one: the next one, or the previous one of the last. */
export function tabAfterClosing(uids: readonly CustomerUid[], uid: CustomerUid): CustomerUid | null {
  const at = uids.indexOf(uid)
  return uids[at + 1] ?? uids[at - 1] ?? null
}

/** The customers with a tab, as they are stored for the open connection. */
function useStoredTabs() {
  const call = useCall()
  const settings = useSettings()
  const labels = useCustomerLabels()
  const connectionId = useConnection().current?.profile.id ?? ''
  const uids = shallowRef<readonly CustomerUid[]>(
    settings.settings?.openCustomers.find((open) => open.connectionId === connectionId)?.uids ?? [],
  )
  labels.load(uids.value)
  const loadLabels = whileInScope(() => labels.load(uids.value))

  /** Tabs that can't be stored are still there until the window is closed, so this is not worth an error. */
  async function store(): Promise<void> {
    await afterPaint()
    await settings.change({ openCustomers: { connectionId, uids: [...uids.value] } }).catch(() => undefined)
  }

  function set(next: readonly CustomerUid[]): void {
    if (next === uids.value) return
    for (const uid of uids.value) if (!next.includes(uid)) call.close(uid)
    uids.value = next
    // The page that is opened comes first.
    void nextPaint().then(loadLabels)
    if (connectionId !== '') void store()
  }
  return { uids, set }
}

export function useCustomerTabs(): CustomerTabs {
  const { t } = useI18n()
  const route = useRoute()
  const router = useRouter()
  const labels = useCustomerLabels()
  const toast = useToast()
  const { uids, set } = useStoredTabs()
  const current = computed(() =>
    route.name === 'customer' && typeof route.params['uid'] === 'string'
      ? CustomerUid.parse(route.params['uid'])
      : null,
  )
  /** The customers who were shown in this window, the latest last. */
  let shown: readonly CustomerUid[] = []
  const open = (uid: CustomerUid): void => void router.push(`/customers/${encodeURIComponent(uid)}`)

  const showClosed = whileInScope((uid: CustomerUid) =>
    toast.show(t('tabs.closed', { customer: labels.of(uid) ?? uid, count: maxOpenCustomers }), {
      action: { label: t('tabs.reopen'), run: () => open(uid) },
    }),
  )
  let wasClosedShown = false
  /** Only once, because after many customers each further one closes a tab. */
  async function showClosedOnce(uid: CustomerUid): Promise<void> {
    if (wasClosedShown) return
    wasClosedShown = true
    await afterPaint()
    showClosed(uid)
  }
  watch(
    current,
    (uid) => {
      if (uid === null) return
      const before = uids.value
      set(withTab(before, uid, shown))
      shown = [...shown.filter((each) => each !== uid && uids.value.includes(each)), uid]
      for (const each of before) if (!uids.value.includes(each)) void showClosedOnce(each)
    },
    { immediate: true },
  )

  function close(uid: CustomerUid): void {
    const next = tabAfterClosing(uids.value, uid)
    const isShown = current.value === uid
    set(uids.value.filter((other) => other !== uid))
    if (isShown) void router.replace(next === null ? '/customers' : `/customers/${encodeURIComponent(next)}`)
  }

  function move(by: 1 | -1): void {
    const at = current.value === null ? (by === 1 ? -1 : 0) : uids.value.indexOf(current.value)
    const uid = uids.value.at((at + by) % uids.value.length)
    if (uid !== undefined) open(uid)
  }

  return {
    uids: computed(() => uids.value),
    current,
    open,
    close,
    shortcuts: () => [
      { chord: 'Mod+Tab', label: t('tabs.next'), run: () => move(1) },
      { chord: 'Mod+Shift+Tab', label: t('tabs.previous'), run: () => move(-1) },
      { chord: 'Alt+W', label: t('tabs.close'), run: () => void (current.value !== null && close(current.value)) },
    ],
  }
}
