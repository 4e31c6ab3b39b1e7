/**
 * Sends the same letter to customers, one after the other. A problem of the mail server ends the run, because it would
 * affect the next mail, too; one of a customer does not. Nobody is written to twice within a day: the main process sees
 * to that, so a run that ended can simply be begun again.
 */
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { InputOf } from '#shared/contract.ts'
import { asDeskError, type DeskError, type DeskErrorCode } from '#shared/errors.ts'
import { maxSheets } from '#shared/model/esim/installation.ts'
import { endsRun, type MailRow } from '#shared/model/mail.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'

type SendInput = InputOf<'letters', 'send'>

export interface Addressee {
  readonly uid: CustomerUid
  readonly email: string | null
}

interface LetterDesk {
  readonly approve: (input: InputOf<'letters', 'approve'>) => Promise<unknown>
  readonly send: (input: SendInput) => Promise<MailRow>
  /** Called with each customer to whom a mail went out. */
  readonly sent: (uid: CustomerUid) => Promise<unknown>
}

/** Errors that concern one customer. Any other error would affect the next mail, too. */
const ofOneCustomer: ReadonlySet<DeskErrorCode> = new Set([
  'letter_outdated',
  'mail_in_progress',
  'mail_no_address',
  'mailed_already',
  'not_found',
  'unreadable_answer',
])

interface Failure {
  readonly to: string
  /** The server's message, or why nothing was sent. */
  readonly mail: MailRow | null
  readonly error: DeskError | null
}

export function useLetterRun({ approve, send, sent }: LetterDesk) {
  const state = ref<'idle' | 'running' | 'ended'>('idle')
  const sentCount = ref(0)
  /** Of those who were sent a mail, how many have no note of it, because that could not be stored. */
  const withoutNote = ref(0)
  const doneCount = ref(0)
  const total = ref(0)
  const failures = shallowRef<readonly Failure[]>([])
  /** Why the run could not go on. */
  const error = shallowRef<DeskError | null>(null)
  let stopped = false
  onScopeDispose(() => (stopped = true))

  /** Returns whether the next mail may be sent. */
  async function sendOne({ uid, email }: Addressee, letter: Omit<SendInput, 'customerUid'>): Promise<boolean> {
    const to = email ?? uid
    try {
      const mail = await send({ customerUid: uid, ...letter })
      if (mail.state === 'SENT') {
        sentCount.value += 1
        await sent(uid).catch(() => (withoutNote.value += 1))
      } else failures.value = [...failures.value, { to, mail, error: null }]
      return !endsRun(mail.problem)
    } catch (thrown) {
      const failure = asDeskError(thrown)
      if (ofOneCustomer.has(failure.code)) {
        failures.value = [...failures.value, { to, mail: null, error: failure }]
        return true
      }
      error.value = failure
      return false
    }
  }

  /** One question of the main process is about so many customers at most. */
  async function sendSome(some: readonly Addressee[], letter: Omit<SendInput, 'customerUid'>): Promise<boolean> {
    await approve({ customerUids: some.map(({ uid }) => uid), letter: letter.letter })
    for (const one of some) {
      if (stopped) return false
      const goesOn = await sendOne(one, letter)
      doneCount.value += 1
      if (!goesOn) return false
    }
    return true
  }

  return {
    state: computed(() => state.value),
    sentCount: computed(() => sentCount.value),
    withoutNote: computed(() => withoutNote.value),
    doneCount: computed(() => doneCount.value),
    total: computed(() => total.value),
    failures: computed(() => failures.value),
    error: computed(() => error.value),
    async run(addressees: readonly Addressee[], letter: Omit<SendInput, 'customerUid'>): Promise<void> {
      if (state.value === 'running') return
      state.value = 'running'
      ;[sentCount.value, withoutNote.value, doneCount.value, total.value] = [0, 0, 0, addressees.length]
      failures.value = []
      error.value = null
      stopped = false
      try {
        for (let from = 0; from < addressees.length; from += maxSheets)
          if (!(await sendSome(addressees.slice(from, from + maxSheets), letter))) break
      } catch (thrown) {
        error.value = asDeskError(thrown)
      }
      state.value = 'ended'
    },
    /** Sends no further mail. The one that is on its way can't be taken back. */
    stop: (): void => void (stopped = true),
  }
}
