/** The journal's terms as sentences in the language of the window. */
import { useI18n } from 'vue-i18n'
import { useDeskError } from '../../lib/useDeskError.ts'
import { causeTexts, type CauseText } from './causeTexts.ts'

export function useCauseText(): CauseText {
  const { t } = useI18n()
  const { describeCode } = useDeskError()
  return causeTexts(
    (key, named) => t(key, named ?? {}),
    (code) => describeCode(code).what,
  )
}
