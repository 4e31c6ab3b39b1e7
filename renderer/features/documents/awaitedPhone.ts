/**
 * What is known of a phone that is to install an eSIM, since its code was handed over. Pure. An event is a hint: only
 * what was read proves that the eSIM is installed. Nothing shows that its code was merely downloaded.
 */
import { esimState } from '#shared/model/esim/esimState.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import type { EsimState, EsimView } from '#shared/model/customer/views.ts'
import type { CustomerUid, EsimUid } from '#shared/wire/ids.ts'

/** `inactive`: the service marks it so. `gone`: it is not listed for its customer any more. */
type ReadState = EsimState | 'inactive' | 'gone'

/** A state that was reported or read, and was another one before. Times are those of this machine, in milliseconds. */
interface Sign {
  readonly by: 'event' | 'read'
  readonly state: ReadState
  readonly at: number
}

export interface AwaitedPhone {
  readonly customerUid: CustomerUid
  readonly esimUid: EsimUid
  readonly iccid: EsimView['iccid']
  readonly how: 'shown' | 'mailed' | 'handed'
  readonly since: number
  /** When the eSIM had been on a network before, by the service's clock. */
  readonly seenBefore: number
  readonly signs: readonly Sign[]
  readonly readAt: number | null
  /** When it was first read that the eSIM was on a network since. */
  readonly networkAt: number | null
}

/** What a read shows of the eSIM. */
export interface EsimReading {
  readonly at: number
  readonly state: ReadState
  /** When it was last on a network, by the service's clock, which is ahead of this machine's by `clockOffset`. */
  readonly seen: number | null
  readonly clockOffset: number
}

/** Milliseconds without a sign after which waiting ends. */
const patienceMs = 3_600_000
/** Milliseconds in which an agent may be on the phone with the customer. */
const eagerMs = 300_000
/** The clocks of the service and of this machine are compared only so precisely. */
const clockMs = 60_000

function withSign(phone: AwaitedPhone, sign: Sign): AwaitedPhone {
  const last = phone.signs.findLast(({ by }) => by === sign.by)
  const isNews = last === undefined ? sign.by === 'event' || sign.state !== 'released' : last.state !== sign.state
  return isNews ? { ...phone, signs: [...phone.signs, sign] } : phone
}

export function withReading(phone: AwaitedPhone, { at, state, seen, clockOffset }: EsimReading): AwaitedPhone {
  // A new eSIM may be missing in the first answers.
  if (state === 'gone' && phone.readAt === null) return phone
  const isSeen = seen !== null && seen > phone.seenBefore && seen >= phone.since + clockOffset - clockMs
  const networkAt = phone.networkAt ?? (isSeen && state === 'installed' ? at : null)
  const isNew = at !== phone.readAt || networkAt !== phone.networkAt
  return withSign(isNew ? { ...phone, readAt: at, networkAt } : phone, { by: 'read', state, at })
}

export function withEvent(phone: AwaitedPhone, { kind, iccid, details, at: arrived }: EventRow): AwaitedPhone {
  const at = Date.parse(arrived)
  const state = esimState(String(details['profileState'] ?? ''))
  const isAboutIt = kind === 'esimStatus' && iccid !== null && iccid === phone.iccid
  return isAboutIt && state !== 'unknown' && at >= phone.since ? withSign(phone, { by: 'event', state, at }) : phone
}

type Stage =
  | Exclude<ReadState, 'released' | 'error'>
  | 'waiting'
  | 'silent'
  | 'reported'
  | 'failed'
  | 'network'
  | 'lost'
  | 'removed'

export interface Progress {
  readonly stage: Stage
  readonly reportedAt: number | null
  readonly readAt: number | null
}

const isOnPhone = ({ state }: Sign): boolean => state === 'installed' || state === 'disabled'

/** Since when nothing has happened. */
const quietSince = ({ since, signs, networkAt }: AwaitedPhone): number =>
  Math.max(since, networkAt ?? 0, ...signs.map(({ at }) => at))

/** What was reported of an eSIM that no read shows as installed now. */
function releasedProgress(phone: AwaitedPhone, now: number): Progress {
  const { signs, readAt } = phone
  const installed = signs.findLastIndex((sign) => sign.by === 'read' && isOnPhone(sign))
  const reports = signs.slice(installed + 1).filter(({ by }) => by === 'event')
  const report = reports.findLast(({ state }) => state !== 'released')
  const reportedAt = report?.at ?? null
  if (report?.state === 'error') return { stage: 'failed', reportedAt, readAt: null }
  const removal = reports.at(-1)?.state === 'released' ? reports.at(-1) : undefined
  const lastRead = signs.findLast(({ by }) => by === 'read')
  const isReadRemoved = installed >= 0 && (lastRead?.at ?? 0) >= (reportedAt ?? 0)
  if (isReadRemoved || (report !== undefined && removal !== undefined))
    return { stage: 'removed', reportedAt: removal?.at ?? null, readAt }
  // A read from before the event says nothing about it.
  if (reportedAt !== null)
    return { stage: 'reported', reportedAt, readAt: readAt !== null && readAt > reportedAt ? readAt : null }
  return { stage: isOver(phone, now) ? 'silent' : 'waiting', reportedAt: null, readAt: null }
}

/** @param isOnNone whether the service reports that it is on no network now */
export function progressOf(phone: AwaitedPhone, now: number, isOnNone: boolean): Progress {
  const read = phone.signs.findLast(({ by }) => by === 'read')
  if (read === undefined || read.state === 'released') return releasedProgress(phone, now)
  const report = phone.signs.findLast(({ by }) => by === 'event')
  const progress = (stage: Stage, readAt = read.at): Progress => ({
    stage,
    reportedAt: report?.state === read.state ? report.at : null,
    readAt,
  })
  if (read.state === 'error') return progress('failed')
  if (read.state !== 'installed' || phone.networkAt === null) return progress(read.state)
  return progress(isOnNone ? 'lost' : 'network', isOnNone ? (phone.readAt ?? read.at) : phone.networkAt)
}

/** Whether waiting has ended: the phone has been on a network, or gave no sign for long. */
export const isOver = (phone: AwaitedPhone, now: number): boolean =>
  phone.networkAt !== null || now - quietSince(phone) >= patienceMs

/** Whether the customer is read more often for it. */
export const isEager = (phone: AwaitedPhone, now: number): boolean =>
  phone.networkAt === null && now - phone.since < eagerMs
