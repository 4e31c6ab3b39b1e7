/**
 * Drives the dialog of a purchase: a form whose draft outlives it, a preview of exactly its content, and one
 * submission. `onBought` is called when the purchase is known to have succeeded, at once or later. Until then the
 * dialog shows its state, and while the outcome is unknown it accepts no other input.
 */
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { OperationPreview, OperationRow } from '#shared/model/operation/operation.ts'
import { isTerminal } from '#shared/model/operation/operationStates.ts'
import type { BuyingRules, OperationTarget } from '#shared/model/operation/purchase.ts'
import { mayBeSent } from '../money/moneyMachine.ts'
import { usePurchaseDrafts, type PurchaseDraft } from './purchaseDrafts.ts'
import { readForm, type FormReading, type PurchaseForm } from './purchaseForm.ts'
import { useMailAtOnce, type MailAfterPurchase, type MailAtOnce } from './useMailAtOnce.ts'
import type { MoneyDesk } from '../money/useSubmission.ts'
import { usePurchaseHolds, type PurchaseHolds } from './usePurchaseHolds.ts'
import { usePurchaseSubmission, type PurchaseSubmission } from './usePurchaseSubmission.ts'

interface PurchaseOptions {
  readonly desk: MoneyDesk
  /** `null` while the rules aren't known. No preview can be requested then. */
  readonly rules: () => BuyingRules | null
  /** `isMailed`: its mail with the installation follows. */
  readonly onBought: (operation: OperationRow, isMailed: boolean) => void
  /** Without it no mail follows a purchase. */
  readonly mailAfter?: MailAfterPurchase
  /** Whether `cancel` clears the form, because the next one that is opened may be for somebody else. */
  readonly clearsOnCancel?: boolean
  /** Whether the package of a form is for a later country, as far as that is known now. */
  readonly isForLater?: (form: PurchaseForm) => boolean
  /** Whether a form that is opened again with what was typed may be for another caller than it was typed for. */
  readonly isForAnybody?: boolean
}

/** The submission of what the form contains. */
export interface Purchase extends Omit<PurchaseSubmission, 'open' | 'edit' | 'canSend'> {
  readonly isOpen: ComputedRef<boolean>
  readonly form: ComputedRef<PurchaseForm>
  readonly reading: ComputedRef<FormReading>
  /** The latest preview, also while a newer one is loading. */
  readonly facts: ComputedRef<OperationPreview | null>
  /** Whether `facts` belongs to exactly the present content of the form. */
  readonly upToDate: ComputedRef<boolean>
  readonly canBuy: ComputedRef<boolean>
  /** What has to be agreed to before, apart from a recent sale. */
  readonly holds: PurchaseHolds
  /** The outcome of the last submission, unless it succeeded. */
  readonly outcome: ComputedRef<OperationRow | null>
  /** `null` where no mail can follow. */
  readonly mail: MailAtOnce | null
  /** The last submission is pending or its outcome is unknown, so the controls are disabled. */
  readonly locked: ComputedRef<boolean>
  /**
   * `key` identifies the draft. `start` is the initial content of the form. `continues`: the agent comes back to what
   * was typed a moment ago.
   */
  readonly open: (key: string, start: PurchaseForm, options?: { readonly continues: boolean }) => void
  readonly write: (changes: Partial<PurchaseForm>) => void
  /** Resets the form to its initial content. The outcome of the last submission stays in the journal. */
  readonly startOver: () => void
  /** Drops the draft of this key, because its package is sold in another way. */
  readonly forget: (key: string) => void
  readonly updateOutcome: (operation: OperationRow) => void
  /** Closes the dialog because the person does not want this purchase. */
  readonly cancel: () => void
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Fields of a draft that were not changed get the values that are known now. */
function renewed({ form, start: before }: PurchaseDraft, start: PurchaseForm): PurchaseForm {
  const fields = Object.keys(start) as (keyof PurchaseForm)[]
  const changed = fields.filter((field) => !isSame(form[field], before[field]))
  // A country may be chosen that is the same as that of the last sale, so both fields of the country are kept together.
  const ofCountry: readonly (keyof PurchaseForm)[] = ['country', 'countryIsCarried']
  const kept = ofCountry.some((field) => changed.includes(field)) ? [...changed, ...ofCountry] : changed
  const unchanged = fields.filter((field) => !kept.includes(field))
  return { ...form, ...Object.fromEntries(unchanged.map((field) => [field, start[field]])) }
}

/** Returns the e-mail address for which a form was filled in, an empty string without one, or `null` for nobody. */
function namedIn({ form, start }: PurchaseDraft): string | null {
  const ofOne = ['customer', 'email', 'ip', 'reference', 'unknownCountry'] as const
  const isCountryChosen = !form.countryIsCarried && form.country !== start.country
  if (!isCountryChosen && ofOne.every((field) => isSame(form[field], start[field]))) return null
  return form.who === 'existing' ? (form.customer?.email ?? '') : form.email.trim()
}

/** Its last submission may still succeed. */
const isUnresolved = ({ outcome }: PurchaseDraft): boolean => outcome !== null && !isTerminal(outcome.state)

/** The draft that the dialog shows, which stays in the store after the dialog is closed. */
function useCurrentDraft(nothing: PurchaseForm, isForLater: PurchaseOptions['isForLater']) {
  const drafts = usePurchaseDrafts()
  const current = shallowRef<{ readonly key: string; readonly start: PurchaseForm } | null>(null)
  const draft = computed<PurchaseDraft>(() => {
    const start = current.value?.start ?? nothing
    const empty = { start, form: start, outcome: null, mailAtOnce: null, mailLanguage: null }
    return current.value === null ? empty : (drafts.of(current.value.key) ?? empty)
  })
  const put = (changes: Partial<PurchaseDraft>): void => {
    if (current.value !== null) drafts.put(current.value.key, { ...draft.value, ...changes })
  }
  const remove = (): void => {
    if (current.value !== null) drafts.remove(current.value.key)
  }
  return {
    draft,
    // Derived, so that the form starts as it shows, even if it was filled in before the country was known.
    form: computed(() => {
      const { form } = draft.value
      return isForLater === undefined ? form : { ...form, isForLater: isForLater(form) }
    }),
    outcome: computed(() => draft.value.outcome),
    unresolved: computed(() => isUnresolved(draft.value)),
    isOpen: () => current.value !== null,
    /**
     * Continues the draft of `key`, unless its purchase has succeeded meanwhile. Returns for whom it was filled in
     * before, as `namedIn` returns it.
     */
    open: (key: string, start: PurchaseForm): string | null => {
      if (drafts.of(key)?.outcome?.state === 'CONFIRMED') drafts.remove(key)
      const kept = drafts.of(key)
      // A purchase that was sent stays as it was sent.
      if (kept?.outcome === null) {
        const form = renewed(kept, start)
        // Where nobody is named and nothing was typed, the choice of a mail was for somebody else.
        if (form.email === '' && isSame(form, start)) drafts.remove(key)
        else drafts.put(key, { ...kept, start, form })
      }
      current.value = { key, start }
      return namedIn(draft.value)
    },
    put,
    remove,
    /** Its purchase has succeeded. */
    end: (): void => {
      remove()
      current.value = null
    },
    forget: (key: string): void => {
      const kept = drafts.of(key)
      if (kept !== undefined && !isUnresolved(kept)) drafts.remove(key)
    },
    updateOutcome: drafts.updateOutcome,
  }
}

/** What the dialog reads from the state of the submission. */
function useReadState(state: Purchase['state']) {
  /** The latest preview, also while a newer one is loading. */
  const facts = shallowRef<OperationPreview | null>(null)
  watch(
    state,
    (now) => {
      if ('preview' in now && now.preview !== null) facts.value = now.preview
    },
    { flush: 'sync' },
  )
  const sending = computed(() => state.value.name === 'sending')
  return {
    facts,
    sending,
    isOpen: computed(() => state.value.name !== 'idle'),
    upToDate: computed(() => state.value.name === 'ready' || sending.value),
  }
}

/** Synchronous, because the form can't be submitted between an edit and the next preview. */
const watchTarget = (target: ComputedRef<OperationTarget | null>, edit: () => void): void =>
  void watch(() => JSON.stringify(target.value), edit, { flush: 'sync' })

/** A mail that is wanted needs the address, so that nobody buys and waits for a mail that is never sent. */
const useReading = (
  form: Purchase['form'],
  rules: PurchaseOptions['rules'],
  mail: MailAtOnce | null,
): Purchase['reading'] =>
  computed(() =>
    readForm(form.value, rules() ?? { userCountry: null, userIp: null }, mail?.needsAddress.value ?? false),
  )

export function usePurchase(
  { desk, rules, onBought, mailAfter, isForLater, clearsOnCancel = false, isForAnybody = false }: PurchaseOptions,
  nothing: PurchaseForm,
): Purchase {
  const currentDraft = useCurrentDraft(nothing, isForLater)
  const { draft, form, outcome, unresolved } = currentDraft

  const submission = usePurchaseSubmission(desk, onSubmitted, () => holds.open.value !== null)
  const { open: openSubmission, edit, canSend, ...sends } = submission
  const { state, pending, close } = sends
  const { facts, sending, isOpen, upToDate } = useReadState(state)
  const holds = usePurchaseHolds({ form, facts, sending, unresolved })
  const sale = { state, form, rules, outcome, mailChoices: draft, chooseMail: currentDraft.put }
  const mailing = mailAfter === undefined ? null : useMailAtOnce(mailAfter, sale)
  const reading = useReading(form, rules, mailing?.mail ?? null)
  const previewTarget = computed(() => (rules() === null || unresolved.value ? null : reading.value.target))

  function finish(operation: OperationRow): void {
    close()
    currentDraft.end()
    onBought(operation, mailing?.onBought(operation) ?? false)
  }

  /** Deferred, because the state machine must finish this transition before it receives the next event. */
  function onSubmitted(operation: OperationRow): void {
    void Promise.resolve().then(() => {
      if (operation.state === 'CONFIRMED') return finish(operation)
      currentDraft.put({ outcome: operation })
      openSubmission(previewTarget.value)
    })
  }

  function openPreview(keptFor: string | null, continues = false): void {
    holds.begin(isForAnybody ? keptFor : null, continues)
    facts.value = null
    openSubmission(previewTarget.value)
  }

  watchTarget(previewTarget, () => {
    if (isOpen.value) edit(previewTarget.value)
  })
  watch(outcome, (now) => {
    if (isOpen.value && !sending.value && now?.state === 'CONFIRMED') finish(now)
  })

  return {
    ...sends,
    isOpen,
    form,
    reading,
    facts: computed(() => facts.value),
    upToDate,
    canBuy: canSend,
    holds,
    outcome,
    mail: mailing?.mail ?? null,
    locked: computed(() => unresolved.value || pending.value || mayBeSent(state.value)),
    open: (key, start, { continues } = { continues: false }) => {
      if (!sending.value) openPreview(currentDraft.open(key, start), continues)
    },
    write: (changes) => {
      if (!unresolved.value && !sending.value && !mayBeSent(state.value))
        currentDraft.put({ form: { ...form.value, ...changes } })
    },
    startOver: () => {
      if (!currentDraft.isOpen() || sending.value || mayBeSent(state.value)) return
      currentDraft.remove()
      openPreview(null)
    },
    forget: currentDraft.forget,
    updateOutcome: currentDraft.updateOutcome,
    cancel: () => {
      if (sending.value) return
      if (clearsOnCancel && !unresolved.value) currentDraft.remove()
      close()
    },
  }
}
