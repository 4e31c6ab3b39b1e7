/**
 * With a debugging port open, other programs of this machine can reach the window: then the desk connects to nothing but
 * services on loopback, so that no live customer is behind that port.
 */
import { DeskError } from '#shared/errors.ts'
import type { HandlersOf } from './call.ts'
import { isLoopback } from './loopbackHost.ts'

type Handlers = HandlersOf<'connections'>

export function guardLoopback(handlers: Handlers): Handlers {
  const check = (address: string | undefined): void => {
    if (address !== undefined && !isLoopback(address)) {
      throw new DeskError('address_not_allowed', 'With a debug port the desk connects to services on loopback only', { reason: 'debug_port' })
    }
  }
  const checkStored = async (id: string, call: Parameters<Handlers['list']>[1]): Promise<void> => {
    const stored = (await handlers.list(undefined, call)).find((profile) => profile.id === id)
    check(stored?.address)
  }
  return {
    ...handlers,
    async add(input, call) {
      check(input.address)
      return await handlers.add(input, call)
    },
    async update(input, call) {
      check(input.address)
      return await handlers.update(input, call)
    },
    async test(input, call) {
      if ('id' in input) await checkStored(input.id, call)
      else check(input.address)
      return await handlers.test(input, call)
    },
    async open(input, call) {
      await checkStored(input.id, call)
      return await handlers.open(input, call)
    },
  }
}
