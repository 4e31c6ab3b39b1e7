/** Registers what can be done with a customer and the customer's packages. */
import { useI18n } from 'vue-i18n'
import { parseInstant } from '#shared/model/instant.ts'
import type { CustomerView, ItemView } from '#shared/model/customer/views.ts'
import { usePageActions, type PageAction } from '../../lib/pageActions.ts'
import { shownReasons } from '../money/shownReasons.ts'
import { useAlikePackages } from '../money/useAlikePackages.ts'
import type { CustomerCommands } from './customerCommands.ts'
import { callTicket, generalTicket } from './useCustomerTicket.ts'
import { usePackageFacts } from './usePackageFacts.ts'

interface CustomerActions extends CustomerCommands {
  readonly view: () => CustomerView | null
  /** Whether the customer can be read again now. */
  readonly mayRefresh: () => boolean
  /** The agent wanted to refund a package, and none can be. */
  readonly onNoRefund: (item: ItemView) => void
}

/** The largest number of packages whose reasons are shown with their names. */
const maxNamed = 2

export function useCustomerActions({ view, mayRefresh, onNoRefund, ...commands }: CustomerActions): void {
  const { t } = useI18n()
  const { nameOf, hasAlike } = useAlikePackages()
  const factsOf = usePackageFacts()
  const kinds = [
    { kind: 'activate', chord: 'a', label: () => t('customer.actions.activate') },
    { kind: 'refund', chord: 'f', label: () => t('customer.actions.refund') },
  ] as const

  const ofItem = (item: ItemView, items: readonly ItemView[]): PageAction[] =>
    kinds.flatMap(({ kind, chord, label }) => {
      if (!item[kind].possible) return []
      const [name, facts] = [nameOf(item), factsOf(item, items)]
      return [
        {
          id: `${kind} ${item.uid}`,
          label: label(),
          detail: hasAlike(item, items) ? `${name} · ${facts}` : name,
          choice: { name, facts },
          chord,
          run: () => commands.act(kind, item),
        },
      ]
    })

  const reasonsOf = (item: ItemView, kind: 'activate' | 'refund'): readonly string[] =>
    shownReasons(item[kind].reasons).map((reason) => t(`customer.reason.${reason}`))

  /** Of a few packages each is named with its reasons; of more, each reason is shown once. */
  function whyNot(items: readonly ItemView[], kind: 'activate' | 'refund'): string {
    const texts =
      items.length <= maxNamed
        ? items.map((item) =>
            t('customer.actions.reasonsOf', { package: nameOf(item), reasons: reasonsOf(item, kind).join(' ') }),
          )
        : items.flatMap((item) => reasonsOf(item, kind))
    return [...new Set(texts)].join(' ')
  }

  /** The package that a customer most probably wants to give back: the last one that was not given back before. */
  const lastSold = (items: readonly ItemView[]): ItemView | undefined =>
    items.toSorted(
      (one, other) =>
        Number(one.phase === 'refunded') - Number(other.phase === 'refunded') ||
        (parseInstant(other.salesDate) ?? 0) - (parseInstant(one.salesDate) ?? 0),
    )[0]

  /** The key of an action that no package allows shows the reason. */
  function impossible(items: readonly ItemView[]): readonly PageAction[] {
    if (items.length === 0) return []
    return kinds.flatMap(({ kind, chord, label }) => {
      if (items.some((item) => item[kind].possible)) return []
      const reasons = t('customer.actions.notPossible', { reasons: whyNot(items, kind) })
      const suggested = kind === 'refund' ? lastSold(items) : undefined
      const onWhyNot = (): void => void (suggested && onNoRefund(suggested))
      return [{ id: kind, label: label(), chord, possible: false, whyNot: reasons, onWhyNot, run: () => undefined }]
    })
  }

  usePageActions(() => {
    const shown = view()
    if (shown === null) return []
    return [
      { id: 'topUp', label: t('purchases.topUp.button'), chord: 't', run: commands.topUp },
      ...shown.items.flatMap((item) => ofItem(item, shown.items)),
      ...impossible(shown.items),
      { id: 'note', label: t('notes.button'), chord: 'n', run: () => commands.writeNote('new') },
      { id: 'ticket', label: t('ticket.button'), chord: 'c', run: () => commands.copyTicket(generalTicket) },
      { id: 'summary', label: t('ticket.call.button'), chord: 's', run: () => commands.copyTicket(callTicket) },
      {
        id: 'correct',
        label: t(shown.email === null ? 'customer.correct.add' : 'customer.correct.button'),
        run: commands.correctEmail,
      },
      { id: 'refresh', label: t('customer.refresh'), chord: 'r', possible: mayRefresh(), run: commands.refresh },
    ]
  })
}
