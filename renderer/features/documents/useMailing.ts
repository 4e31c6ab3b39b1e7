/** Mails one sheet: the recipient, the options and the outcome. Earlier mails are loaded when the dialog opens. */
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import type { InputOf } from '#shared/contract.ts'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import { isSameAddress, MailAddress, type MailRequest, type MailRow } from '#shared/model/mail.ts'
import { useMailDrafts } from './mailDrafts.store.ts'
import type { KnownEsim } from './useInstallation.ts'

interface Mailing {
  readonly to: Ref<string>
  readonly note: Ref<string>
  readonly copy: Ref<boolean>
  /** Whether the agent has confirmed an address other than the customer's. Each address needs its own confirmation. */
  readonly confirmed: Ref<boolean>
  readonly isOther: ComputedRef<boolean>
  readonly problem: ComputedRef<'wrong' | 'other' | null>
  readonly busy: ComputedRef<boolean>
  readonly error: ComputedRef<DeskError | null>
  /** The outcome of this mail, or `null` before it was sent. */
  readonly outcome: ComputedRef<MailRow | null>
  readonly before: ComputedRef<readonly MailRow[]>
  readonly load: () => Promise<void>
  readonly send: () => Promise<void>
  /** Shows the form again, with what was typed. */
  readonly tryAgain: () => void
}

interface MailingDesk {
  readonly mails: (input: InputOf<'installation', 'mails'>) => Promise<{ readonly rows: readonly MailRow[] }>
  /** The main process reads the eSIM, composes the mail and sends it. */
  readonly email: (mail: Pick<MailRequest, 'to' | 'note' | 'copy' | 'otherAddress'>) => Promise<MailRow>
}

/** `unseen` receives the outcome of a mail whose dialog has been closed in the meantime. */
export function useMailing(
  esim: () => KnownEsim,
  desk: MailingDesk,
  onUnseenOutcome: (end: MailRow | DeskError) => void,
): Mailing {
  const drafts = useMailDrafts()
  const draft = drafts.get(esim().esimUid)
  const to = ref(draft?.to ?? esim().customerEmail ?? '')
  const note = ref(draft?.note ?? '')
  const copy = ref(draft?.copy ?? false)
  watch([to, note, copy], () =>
    drafts.set(esim().esimUid, {
      to: to.value === (esim().customerEmail ?? '') ? null : to.value,
      note: note.value,
      copy: copy.value,
    }),
  )
  const confirmed = ref(false)
  watch(to, () => (confirmed.value = false))
  const busy = ref(false)
  const error = shallowRef<DeskError | null>(null)
  const outcome = shallowRef<MailRow | null>(null)
  const before = shallowRef<readonly MailRow[]>([])
  let disposed = false
  onScopeDispose(() => (disposed = true))

  const isOther = computed(() => to.value.trim() !== '' && !isSameAddress(to.value, esim().customerEmail))
  const problem = computed(() => {
    if (!MailAddress.safeParse(to.value).success) return 'wrong'
    return isOther.value && !confirmed.value ? 'other' : null
  })

  return {
    to,
    note,
    copy,
    confirmed,
    isOther,
    problem,
    busy: computed(() => busy.value),
    error: computed(() => error.value),
    outcome: computed(() => outcome.value),
    before: computed(() => before.value.filter(({ id }) => id !== outcome.value?.id)),
    async load() {
      const { customerUid, iccid } = esim()
      before.value = (await desk.mails({ customerUid, iccid }).catch(() => ({ rows: [] }))).rows
    },
    tryAgain() {
      outcome.value = null
      confirmed.value = false
    },
    async send() {
      if (busy.value || problem.value !== null) return
      busy.value = true
      error.value = null
      try {
        const row = await desk.email({
          to: to.value.trim(),
          note: note.value,
          copy: copy.value,
          otherAddress: isOther.value,
        })
        outcome.value = row
        if (row.state === 'SENT') drafts.remove(esim().esimUid)
        if (disposed) onUnseenOutcome(row)
      } catch (thrown) {
        const problem = asDeskError(thrown)
        error.value = problem
        if (disposed) onUnseenOutcome(problem)
      } finally {
        busy.value = false
      }
    },
  }
}
