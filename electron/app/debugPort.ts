/**
 * With a debugging port open, other programs of this machine can reach the window. The desk then works only with
 * services and mail servers on loopback, and connections to a live service are neither changed nor removed. Its profile
 * folder holds none of them (`debugFolder.ts`); these guards also refuse what was put there by other means.
 */
import { DeskError } from '#shared/errors.ts'
import type { HandlersOf } from '../bridge/index.ts'
import { isLoopbackAddress, isLoopbackHost } from '../base/loopbackHost.ts'
import type { Settings } from '../settings/index.ts'

type Handlers = HandlersOf<'connections'>

const refusal = (what: string): DeskError => new DeskError('not_with_debug_port', `With a debugging port ${what}`)

function checkAddress(address: string | undefined): void {
  if (address !== undefined && !isLoopbackAddress(address))
    throw refusal('the desk connects to services on loopback only')
}

export function guardConnections(handlers: Handlers): Handlers {
  const checkStored = async (id: string, call: Parameters<Handlers['list']>[1]): Promise<void> => {
    const stored = (await handlers.list(undefined, call)).find((profile) => profile.id === id)
    checkAddress(stored?.address)
  }
  return {
    ...handlers,
    async add(input, call) {
      checkAddress(input.address)
      return await handlers.add(input, call)
    },
    async update(input, call) {
      await checkStored(input.id, call)
      checkAddress(input.address)
      return await handlers.update(input, call)
    },
    async test(input, call) {
      if ('id' in input) await checkStored(input.id, call)
      else {
        checkAddress(input.address)
        if (input.edited !== undefined) await checkStored(input.edited, call)
      }
      return await handlers.test(input, call)
    },
    async open(input, call) {
      await checkStored(input.id, call)
      return await handlers.open(input, call)
    },
    async remove(input, call) {
      await checkStored(input.id, call)
      return await handlers.remove(input, call)
    },
  }
}

type MailSettings = Pick<Settings, 'handlers' | 'mail'>

function checkMailHost(host: string | undefined): void {
  if (host !== undefined && !isLoopbackHost(host)) throw refusal('mail goes to servers on loopback only')
}

/** Call it before a token is requested. */
export const checkTokenAddress = (address: string | undefined): void =>
  checkMailHost(address === undefined ? undefined : new URL(address).hostname)

export function guardMail({ handlers, mail }: MailSettings): MailSettings {
  return {
    handlers: {
      ...handlers,
      async set(input, call) {
        checkMailHost(input.mail?.host)
        checkTokenAddress(input.mail?.renewal?.address)
        return await handlers.set(input, call)
      },
    },
    async mail() {
      const access = await mail()
      checkMailHost(access?.server.host)
      return access
    },
  }
}
