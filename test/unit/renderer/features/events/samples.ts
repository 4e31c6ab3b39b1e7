/** Events for tests of the window. */
import type { EventRow, EventStatus } from '#shared/model/customer/events.ts'
import { Iccid } from '#shared/wire/ids.ts'
import { customerUid, now } from '../../support/samples.ts'

export const event = (changes: Partial<EventRow> = {}): EventRow => ({
  id: '0000000000000001',
  at: now,
  kind: 'esimStatus',
  customerUid,
  iccid: Iccid.parse('8948010000012345678'),
  itemUid: null,
  details: { profileState: 'INSTALLED' },
  repeats: 0,
  isRead: false,
  alert: null,
  ...changes,
})

export const status = (changes: Partial<EventStatus> = {}): EventStatus => ({
  source: 'sandbox',
  canHaveRelay: false,
  relay: null,
  listeningSince: now,
  problem: null,
  storage: 'memory',
  isCut: false,
  lastReceived: {},
  unreadable: 0,
  unread: 0,
  holes: [],
  ...changes,
})
