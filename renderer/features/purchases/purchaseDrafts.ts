/**
 * What was typed for a purchase, and the outcome of its last submission unless that succeeded. It is stored while the
 * window is open, so that closing a dialog loses nothing. A purchase that succeeded removes its draft.
 */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { onDeskEvent } from '../../lib/desk.ts'
import type { PurchaseForm } from './purchaseForm.ts'

/** What the agent has chosen of the mail that follows the sale, or `null` where nothing was chosen for this one. */
export interface MailChoices {
  /** Whether the installation is mailed at once. */
  readonly mailAtOnce: boolean | null
  readonly mailLanguage: SheetLanguage | null
}

export interface PurchaseDraft extends MailChoices {
  /** What the form began with, from what was known then. */
  readonly start: PurchaseForm
  readonly form: PurchaseForm
  readonly outcome: OperationRow | null
}

export const usePurchaseDrafts = defineStore('purchaseDrafts', () => {
  const drafts = shallowRef<ReadonlyMap<string, PurchaseDraft>>(new Map())
  const put = (key: string, draft: PurchaseDraft): void => void (drafts.value = new Map(drafts.value).set(key, draft))

  /** Receives a later version of an outcome that is shown. */
  function updateOutcome(row: OperationRow): void {
    for (const [key, draft] of drafts.value) {
      if (draft.outcome?.id === row.id && draft.outcome.updatedAt <= row.updatedAt) put(key, { ...draft, outcome: row })
    }
  }
  onDeskEvent('operation.changed', updateOutcome)

  return {
    of: (key: string): PurchaseDraft | undefined => drafts.value.get(key),
    put,
    updateOutcome,
    remove: (key: string): void => void (drafts.value = new Map([...drafts.value].filter(([other]) => other !== key))),
  }
})
