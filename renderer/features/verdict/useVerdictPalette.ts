/** Offers in the palette what each cause leads to, and the causes that the verdict does not show. */
import { useI18n } from 'vue-i18n'
import type { Cause, CauseAction } from '../../rules/cause.ts'
import { usePageActions } from '../../lib/pageActions.ts'
import type { Verdict } from './useVerdict.ts'
import { useVerdictText } from './useVerdictText.ts'

/** What the page offers by itself anyway is not listed twice. */
const ownFlows: ReadonlySet<CauseAction['kind']> = new Set(['topUp', 'activate', 'ticket'])

export function useVerdictPalette({ shown, others, actFromPalette, choose }: Verdict): void {
  const { t } = useI18n()
  const text = useVerdictText()
  const actionOf = (cause: Cause) =>
    cause.action === null || ownFlows.has(cause.action.kind)
      ? []
      : [
          {
            id: `verdict ${cause.key}`,
            label: text.action(cause.action),
            detail: text.short(cause),
            run: () => actFromPalette(cause),
          },
        ]
  usePageActions(() => [
    ...[shown.value, ...others.value].flatMap((cause) => (cause === null ? [] : actionOf(cause))),
    ...others.value.map((cause) => ({
      id: `cause ${cause.key}`,
      label: text.short(cause),
      detail: t('verdict.title'),
      typed: true,
      run: () => choose(cause),
    })),
  ])
}
