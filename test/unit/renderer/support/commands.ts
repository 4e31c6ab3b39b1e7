/** The commands of the page of a customer, as its parts have them. */
import { vi } from 'vitest'
import { customerCommands, type CustomerCommands } from '../../../../renderer/features/customer/customerCommands.ts'

export function createCommands() {
  const commands = {
    act: vi.fn<CustomerCommands['act']>(),
    copyTicket: vi.fn<CustomerCommands['copyTicket']>(),
    writeNote: vi.fn<CustomerCommands['writeNote']>(),
    correctEmail: vi.fn<CustomerCommands['correctEmail']>(),
    topUp: vi.fn<CustomerCommands['topUp']>(),
    refresh: vi.fn<CustomerCommands['refresh']>(),
  }
  return { ...commands, provided: { [customerCommands]: commands } }
}
