/** Registers what can be done with a customer and the customer's packages. */
import { useI18n } from 'vue-i18n'
import type { ItemOperationKind } from '#shared/model/purchase.ts'
import type { CustomerView, ItemView } from '#shared/model/views.ts'
import { usePageActions, type PageAction } from '../../lib/pageActions.ts'
import { shownReasons } from '../money/shownReasons.ts'

export interface CustomerActions {
  readonly view: () => CustomerView | null
  /** Whether the customer can be read again now. */
  readonly mayRefresh: () => boolean
  readonly topUp: (view: CustomerView) => void
  readonly refresh: () => void
  readonly note: () => void
  readonly ticket: () => void
  readonly correct: () => void
  /** Opens the dialog of the operation. */
  readonly act: (kind: ItemOperationKind, item: ItemView) => void
}

export function useCustomerActions({
  view,
  mayRefresh,
  topUp,
  refresh,
  note,
  ticket,
  correct,
  act,
}: CustomerActions): void {
  const { t } = useI18n()
  const kinds = [
    { kind: 'activate', chord: 'a', label: () => t('customer.actions.activate') },
    { kind: 'refund', chord: 'f', label: () => t('customer.actions.refund') },
  ] as const

  const ofItem = (item: ItemView): PageAction[] =>
    kinds.flatMap(({ kind, chord, label }) =>
      item[kind].possible
        ? [
            {
              id: `${kind} ${item.uid}`,
              label: label(),
              detail: item.name ?? t('customer.packages.unnamed'),
              chord,
              run: () => act(kind, item),
            },
          ]
        : [],
    )

  /** The key of an action that no package allows says why. */
  function impossible(items: readonly ItemView[]): readonly PageAction[] {
    if (items.length === 0) return []
    return kinds.flatMap(({ kind, chord, label }) => {
      if (items.some((item) => item[kind].possible)) return []
      const reasons = new Set(items.flatMap((item) => shownReasons(item[kind].reasons)))
      const texts = [...reasons].map((reason) => t(`customer.reason.${reason}`)).join(' ')
      const whyNot = t('customer.actions.notPossible', { reasons: texts })
      return [{ id: kind, label: label(), chord, possible: false, whyNot, run: () => undefined }]
    })
  }

  usePageActions(() => {
    const shown = view()
    if (shown === null) return []
    return [
      { id: 'topUp', label: t('purchases.topUp.button'), chord: 't', run: () => topUp(shown) },
      ...shown.items.flatMap(ofItem),
      ...impossible(shown.items),
      { id: 'note', label: t('notes.button'), chord: 'n', run: note },
      { id: 'ticket', label: t('ticket.button'), chord: 'c', run: ticket },
      {
        id: 'correct',
        label: t(shown.email === null ? 'customer.correct.add' : 'customer.correct.button'),
        run: correct,
      },
      { id: 'refresh', label: t('customer.refresh'), chord: 'r', possible: mayRefresh(), run: refresh },
    ]
  })
}
