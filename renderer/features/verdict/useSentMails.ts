/**
 * The mails with QR codes that a customer was sent lately. They matter while an eSIM is not installed, so they are read
 * for no other customer.
 */
import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { wentToCustomer, type MailRow } from '#shared/model/mail.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import type { SentMail } from '../../rules/facts.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { OnEvent } from '../../lib/usePages.ts'
import { useLatest } from '../../lib/useLatest.ts'

interface SentMailsDesk {
  readonly mails: (input: InputOf<'installation', 'mails'>) => Promise<OutputOf<'installation', 'mails'>>
  readonly on: OnEvent
}

/** More than a customer is sent in a day, except by a run for many eSIMs, of which the newest are known. */
const maxMails = 200

export function useSentMails(view: () => CustomerView | null, desk: SentMailsDesk): ComputedRef<readonly SentMail[]> {
  const rows = shallowRef<readonly MailRow[]>([])
  const latest = useLatest()
  const canBeSent = (): boolean =>
    view()?.esims.some(({ active, state }) => active !== false && state === 'released') === true

  async function load(customerUid: CustomerUid): Promise<void> {
    const isLatest = latest.begin()
    const found = await desk
      .mails({ customerUid, lately: true, limit: maxMails })
      .then(({ rows: read }) => read.filter(({ state }) => state === 'SENT'))
      .catch(() => [])
    if (isLatest()) rows.value = found
  }

  const stop = desk.on('mail.changed', ({ customerUid, state }) => {
    if (customerUid === view()?.uid && state === 'SENT') void load(customerUid)
  })
  onScopeDispose(stop)
  watch(
    [() => view()?.uid, canBeSent] as const,
    ([uid, isWanted], [before]) => {
      if (uid !== before) {
        latest.drop()
        rows.value = []
      }
      if (isWanted && uid !== undefined) void load(uid)
    },
    { immediate: true },
  )
  // The address may have been corrected since, and a code that was sent to a colleague didn't reach the customer.
  return computed(() =>
    rows.value
      .filter((mail) => wentToCustomer(mail, view()?.email ?? null))
      .map(({ iccid, createdAt }) => ({ iccid, at: createdAt })),
  )
}
