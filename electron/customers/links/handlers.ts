/** The operations of the bridge on links between customers. */
import { DeskError } from '#shared/errors.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { HandlersOf } from '../../bridge/index.ts'
import type { ActiveSession } from '../activeSession.ts'
import type { CustomersOptions } from '../options.ts'
import { addLink, linkedCustomers, type LinksContext } from './links.ts'

type Context = LinksContext & Pick<CustomersOptions, 'clock' | 'emit' | 'agentName'>

export function linkHandlers(
  context: Context,
  session: Pick<ActiveSession, 'use'>,
): Pick<HandlersOf<'customers'>, 'links' | 'link' | 'unlink'> {
  const { links, clock, emit, agentName } = context
  /** Rows and pages show how many are linked. */
  const notify = (...uids: readonly CustomerUid[]): void => {
    for (const uid of uids) emit('customer.changed', { uid })
  }
  /** Aborted when the page whose links are read is left. */
  let page = new AbortController()
  return {
    async links({ uid }, { signal }) {
      page.abort(new DeskError('aborted', 'The page was left'))
      page = new AbortController()
      if (uid === null) return []
      const either = AbortSignal.any([signal, page.signal])
      return await session.use((active) => linkedCustomers(context, active, uid, either))
    },
    link: async ({ uid, other }, { signal }) =>
      await session.use(async (active) => {
        const link = { at: toInstant(clock.now()) ?? '', by: agentName?.() ?? '' }
        await addLink(context, active, { uid, other }, link, signal)
        notify(uid, other)
        return await linkedCustomers(context, active, uid, signal)
      }),
    unlink: async ({ uid, other }, { signal }) =>
      await session.use(async (active) => {
        links.remove(active.open, uid, other)
        notify(uid, other)
        return await linkedCustomers(context, active, uid, signal)
      }),
  }
}
