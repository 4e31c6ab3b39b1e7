/** Offers in the palette what each cause leads to, and the causes that the verdict does not show. */
import { useI18n } from 'vue-i18n'
import type { Cause, CauseAction } from '../../rules/cause.ts'
import { usePageActions } from '../../lib/pageActions.ts'
import type { useVerdictText } from './useVerdictText.ts'

interface VerdictPalette {
  readonly shown: () => Cause | null
  readonly others: () => readonly Cause[]
  readonly text: ReturnType<typeof useVerdictText>
  readonly act: (cause: Cause) => void
  readonly choose: (cause: Cause) => void
}

/** What the page offers by itself anyway is not listed twice. */
const ownFlows: ReadonlySet<CauseAction['kind']> = new Set(['topUp', 'activate', 'ticket'])

export function useVerdictPalette({ shown, others, text, act, choose }: VerdictPalette): void {
  const { t } = useI18n()
  const actionOf = (cause: Cause) =>
    cause.action === null || ownFlows.has(cause.action.kind)
      ? []
      : [
          {
            id: `verdict ${cause.key}`,
            label: text.action(cause.action),
            detail: text.short(cause),
            run: () => act(cause),
          },
        ]
  usePageActions(() => [
    ...[shown(), ...others()].flatMap((cause) => (cause === null ? [] : actionOf(cause))),
    ...others().map((cause) => ({
      id: `cause ${cause.key}`,
      label: text.short(cause),
      detail: t('verdict.title'),
      typed: true,
      run: () => choose(cause),
    })),
  ])
}
