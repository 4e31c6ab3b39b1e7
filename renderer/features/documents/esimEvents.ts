/** Reads the events that show how often an eSIM was installed, newest first. */
import { maxEsimEvents } from '#shared/model/esim/esimWarning.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import type { Iccid } from '#shared/wire/ids.ts'
import { desk } from '../../lib/desk.ts'

/** Without the events the eSIM's own state counts. */
export const readEsimEvents = async (iccid: Iccid): Promise<readonly EventRow[]> =>
  iccid === ''
    ? []
    : desk.events.list({ iccid, kinds: ['esimStatus'], limit: maxEsimEvents }).then(
        ({ rows }) => rows,
        () => [],
      )
