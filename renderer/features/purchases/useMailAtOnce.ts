/**
 * The mail with the installation that follows a sale to a new customer: whether the agent wants it, why none can be
 * sent, and its request, which goes out with the purchase as it was submitted.
 */
import { computed, watch, type ComputedRef, type Ref } from 'vue'
import { defaultDocuments } from '#shared/model/documents.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { BuyingRules } from '#shared/model/operation/purchase.ts'
import { isTerminal } from '#shared/model/operation/operationStates.ts'
import { noLastSale } from '#shared/model/settings.ts'
import { likelyLanguage, type SheetLanguage } from '#shared/sheet/language.ts'
import { afterPaint } from '../../lib/afterPaint.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { type MailObstacle, useMailServer } from '../../lib/useMailServer.ts'
import type { MoneyState } from '../money/moneyMachine.ts'
import type { MailChoices } from './purchaseDrafts.ts'
import type { PurchaseForm } from './purchaseForm.ts'

export interface MailAtOnce {
  readonly isWanted: Ref<boolean>
  readonly obstacle: ComputedRef<MailObstacle | null>
  /** It is wanted and can be sent, so the address of a new customer has to be known. */
  readonly needsAddress: ComputedRef<boolean>
  /**
   * Without a choice that of the country or the address, or else that of the settings: the service does not report
   * the country later.
   */
  readonly language: Ref<SheetLanguage>
}

export interface MailAfterPurchase {
  /** Mails the installation once the purchase is confirmed. */
  readonly request: (operation: OperationRow, to: string, language: SheetLanguage) => void
  /** Whether the next sale begins with what was chosen for this one. */
  readonly isRemembered: boolean
  /** Whether the mail is wanted where nobody has chosen it. Without it, the choice of the last sale decides. */
  readonly beginsWanted?: () => boolean
}

/** What was submitted. The form is empty again when the purchase is reported. */
interface Submitted {
  readonly country: string | null
  readonly mailTo: string | null
  readonly language: SheetLanguage
  /** What the agent has chosen, or `null`. */
  readonly mailAtOnce: boolean | null
}

interface Sale {
  readonly state: ComputedRef<MoneyState>
  readonly form: ComputedRef<PurchaseForm>
  readonly rules: () => BuyingRules | null
  readonly outcome: ComputedRef<OperationRow | null>
  /** They stay with the draft of this sale. */
  readonly mailChoices: ComputedRef<MailChoices>
  readonly chooseMail: (changes: Partial<MailChoices>) => void
}

/** A buying rule may set the country of every new customer. The form hides its own then. */
const fixedCountry = ({ rules }: Sale): string | null => rules()?.userCountry ?? null

/** What was chosen for this sale, or else what it begins with. While it is sent, its mail is decided. */
function useChosenMail(sale: Sale, beginsWanted: () => boolean): MailAtOnce {
  const { state, form, mailChoices, chooseMail } = sale
  const settings = useSettings()
  const { obstacle } = useMailServer()
  /** A mail that can't be sent is nothing to begin with. */
  const beginning = computed(
    () => (beginsWanted() && obstacle.value === null) || (settings.settings?.lastSale ?? noLastSale).mailAtOnce,
  )
  function choose(changes: Partial<MailChoices>): void {
    if (state.value.name !== 'sending') chooseMail(changes)
  }
  const isWanted = computed({
    get: () => mailChoices.value.mailAtOnce ?? beginning.value,
    set: (mailAtOnce) => choose({ mailAtOnce }),
  })
  return {
    isWanted,
    obstacle,
    needsAddress: computed(() => isWanted.value && obstacle.value === null),
    language: computed({
      get: () =>
        mailChoices.value.mailLanguage ??
        likelyLanguage(fixedCountry(sale) ?? form.value.country, form.value.email) ??
        (settings.settings?.documents ?? defaultDocuments).language,
      set: (mailLanguage) => choose({ mailLanguage }),
    }),
  }
}

/** `onBought` returns whether the mail was requested. */
export function useMailAtOnce(
  { request, isRemembered, beginsWanted = () => false }: MailAfterPurchase,
  sale: Sale,
): { readonly mail: MailAtOnce; readonly onBought: (operation: OperationRow) => boolean } {
  const { state, form, outcome, mailChoices } = sale
  const settings = useSettings()
  const mail = useChosenMail(sale, beginsWanted)
  let submitted: Submitted | null = null

  /** Only what was chosen is stored, and not a default. The choices are not worth an error if they can't be stored. */
  async function remember({ country, mailAtOnce }: Submitted): Promise<void> {
    const before = settings.settings?.lastSale ?? noLastSale
    const choices = {
      country: (fixedCountry(sale) === null ? country : null) ?? before.country,
      mailAtOnce: mailAtOnce ?? before.mailAtOnce,
    }
    // The outcome comes first.
    await afterPaint()
    await settings.change({ lastSale: choices }).catch(() => undefined)
  }

  function requestMail(operation: OperationRow): boolean {
    if (submitted === null || submitted.mailTo === null) return false
    request(operation, submitted.mailTo, submitted.language)
    return true
  }

  watch(
    () => state.value.name,
    (name) => {
      if (name !== 'sending') return
      const { who, email, country } = form.value
      const to = email.trim()
      const isMailed = mail.needsAddress.value && to !== ''
      submitted =
        who === 'new'
          ? {
              country,
              mailTo: isMailed ? to : null,
              language: mail.language.value,
              mailAtOnce: mailChoices.value.mailAtOnce,
            }
          : null
    },
    { flush: 'sync' },
  )
  // A purchase that is confirmed later, when its dialog may be closed, is followed by its mail as well.
  watch(outcome, (operation) => {
    if (operation !== null && !isTerminal(operation.state)) requestMail(operation)
  })

  return {
    mail,
    onBought: (operation) => {
      if (submitted !== null && isRemembered) void remember(submitted)
      const isMailed = requestMail(operation)
      submitted = null
      return isMailed
    },
  }
}
