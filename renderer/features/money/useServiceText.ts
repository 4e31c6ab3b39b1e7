/** The service's reason for a refusal, as a sentence. */
import { useI18n } from 'vue-i18n'
import { bareStatus } from '../operations/causeTexts.ts'

/** If the service gave no text, the journal holds the bare HTTP status. */
export function useServiceText(): (reason: string | null) => string {
  const { t } = useI18n()
  return (reason) => {
    if (reason === null || reason === '') return t('money.outcome.noReason')
    const status = bareStatus(reason)
    return status === null ? t('money.outcome.reasonOfService', { reason }) : t('money.outcome.statusOnly', { status })
  }
}
