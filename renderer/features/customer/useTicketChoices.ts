/** What the text of a ticket can be about: the customer as a whole, the call, one eSIM, or one package. */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { CustomerView, ItemView } from '#shared/model/customer/views.ts'
import { EsimUid, ItemUid } from '#shared/wire/ids.ts'
import { useAlikePackages } from '../money/useAlikePackages.ts'
import { callTicket, generalTicket, type CustomerTicket } from './useCustomerTicket.ts'

type TicketChoice = 'customer' | 'call' | `esim ${string}` | `item ${string}`

export function useTicketChoices(view: () => CustomerView) {
  const { t } = useI18n()
  const { nameOf, hasAlike, referenceAndSale } = useAlikePackages()
  /** What distinguishes it from others of the same name. */
  function whichOf(item: ItemView): string {
    const { reference, sold } = referenceAndSale(item)
    const number = item.useOrder === null ? '' : t('customer.actions.number', { order: item.useOrder })
    return [number, reference, sold].filter((part) => part !== '').join(' · ')
  }

  return computed((): { key: TicketChoice; label: string; note?: string }[] => {
    const { esims, items } = view()
    return [
      { key: 'customer', label: t('ticket.about') },
      { key: 'call', label: t('ticket.call.about') },
      ...esims.map(({ uid, iccid, state, active }) => ({
        key: `esim ${uid}` as const,
        label: t('documents.ofEsim', {
          digits: iccid.slice(-4),
          state: active === false ? t('customer.esims.inactive') : t(`common.esimState.${state}`),
        }),
      })),
      ...items.map((item) => ({
        key: `item ${item.uid}` as const,
        label: nameOf(item),
        ...(hasAlike(item, items) && { note: whichOf(item) }),
      })),
    ]
  })
}

export function ticketOf(choice: TicketChoice): CustomerTicket {
  if (choice === 'call') return callTicket
  const uid = choice.slice(choice.indexOf(' ') + 1)
  if (choice.startsWith('esim ')) return { ...generalTicket, esimUid: EsimUid.parse(uid) }
  return choice.startsWith('item ') ? { ...generalTicket, itemUid: ItemUid.parse(uid) } : generalTicket
}
