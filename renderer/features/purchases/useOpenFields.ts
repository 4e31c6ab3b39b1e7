/** Lists which fields of a purchase form are missing or malformed, as a sentence in which each name can be pressed. */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { purchaseFields, type FieldIssue, type FormIssues, type PurchaseField } from './purchaseForm.ts'

/** A part of the sentence. `field` is set if the text is the name of that field. */
interface OpenFieldsPart {
  readonly text: string
  readonly field: PurchaseField | null
}

/** Stands for the names while a message is translated. It can't be part of a text. */
const marker = '\u{0}'

/** Empty if nothing is missing or malformed. */
export function useOpenFields(issues: () => FormIssues): ComputedRef<readonly OpenFieldsPart[]> {
  const { t, locale } = useI18n()
  const list = computed(() => new Intl.ListFormat(locale.value, { type: 'unit', style: 'long' }))
  const plain = (text: string): OpenFieldsPart => ({ text, field: null })

  function partsOf(issue: FieldIssue, message: string): readonly OpenFieldsPart[] {
    const open = purchaseFields.filter((field) => issues()[field] === issue)
    if (open.length === 0) return []
    const [before = '', after = ''] = message.split(marker)
    let at = 0
    const names = list.value
      .formatToParts(open.map((field) => t(`purchases.field.${field}`)))
      .map(({ type, value }) => ({ text: value, field: type === 'element' ? (open[at++] ?? null) : null }))
    return [plain(before), ...names, plain(after)]
  }

  return computed(() => {
    const malformed = partsOf('malformed', t('purchases.footer.wrong', { fields: marker }))
    const missing = partsOf('missing', t('purchases.footer.needed', { fields: marker }))
    return [...malformed, ...(malformed.length > 0 && missing.length > 0 ? [plain(' · ')] : []), ...missing].filter(
      ({ text }) => text !== '',
    )
  })
}
