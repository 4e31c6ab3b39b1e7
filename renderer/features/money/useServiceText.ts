/** What the service said about a refusal, as a sentence. */
import { useI18n } from 'vue-i18n'
import { bareStatus } from '../operations/causeTexts.ts'

/** If the service gave no text, the journal holds the bare HTTP status. */
export function useServiceText(): (reason: string | null) => string {
  const { t } = useI18n()
  return (reason) => {
    if (reason === null || reason === '') return t('money.outcome.saidNothing')
    const status = bareStatus(reason)
    return status === null ? t('money.outcome.saidByService', { reason }) : t('money.outcome.saidStatus', { status })
  }
}
