/** What the page of a customer does at the press of a button in any of its parts. */
import { inject, type InjectionKey } from 'vue'
import type { NoteRow } from '#shared/model/customer/notes.ts'
import type { ItemOperationKind } from '#shared/model/operation/purchase.ts'
import type { ItemView } from '#shared/model/customer/views.ts'
import type { CustomerTicket } from './useCustomerTicket.ts'

export interface CustomerCommands {
  /** Opens the dialog of the operation. */
  readonly act: (kind: ItemOperationKind, item: Pick<ItemView, 'uid'>) => void
  readonly copyTicket: (about: CustomerTicket) => void
  readonly writeNote: (note: NoteRow | 'new') => void
  readonly correctEmail: () => void
  readonly topUp: () => void
  readonly refresh: () => void
}

/** The page provides them. */
export const customerCommands: InjectionKey<CustomerCommands> = Symbol('the commands of the page of a customer')

export function useCustomerCommands(): CustomerCommands {
  const commands = inject(customerCommands)
  if (commands === undefined) throw new Error('Only the page of a customer has these commands')
  return commands
}
