/** Reads the events that show how often each eSIM of a customer was installed, newest first. */
import { maxEsimEvents } from '#shared/model/esimWarning.ts'
import type { EventRow } from '#shared/model/events.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { desk } from '../../lib/desk.ts'

/** Without the events the eSIM's own state says what is known. */
export const readEsimEvents = (customerUid: CustomerUid): Promise<readonly EventRow[]> =>
  desk.events.list({ customerUid, kinds: ['esimStatus'], limit: maxEsimEvents }).then(
    ({ rows }) => rows,
    () => [],
  )
