/** Reads the sheets of many eSIMs a few at a time. What can't be included is named with the reason. */
import { asDeskError, DeskError, type DeskErrorCode } from '#shared/errors.ts'
import { installationObstaclesOf, type InstallationObstacle } from '#shared/model/esim/esimWarning.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import type { InstallationSheet, WhichEsim } from '#shared/model/esim/installation.ts'
import { hasNothingToUse } from '#shared/model/package/itemPhase.ts'
import { queryHints } from '../../rules/queryHint.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { Iccid } from '#shared/wire/ids.ts'
import type { FindDesk, FoundEsim, NotFoundReason } from './findEsims.ts'
import type { KnownEsim } from './useInstallation.ts'

export type OmissionReason = NotFoundReason | 'noCode'
export interface OmittedLine {
  readonly line: string
  /** Where the line is in the field, from 1, if its text alone may not be enough to find it. */
  readonly number?: number
  readonly reason: OmissionReason
}

export interface ReadDesk extends FindDesk {
  readonly sheet: (which: WhichEsim) => Promise<InstallationSheet>
  /** The events of an eSIM, newest first. It does not reject: without events the eSIM's own state counts. */
  readonly esimEvents: (iccid: Iccid) => Promise<readonly EventRow[]>
  /** The language of a customer whose own is not known. */
  readonly language: () => SheetLanguage
}

/** A person declined the question about the codes, or could not be asked: the next read would end in the same way. */
const endsRun: ReadonlySet<DeskErrorCode> = new Set(['not_approved', 'approval_pending'])

/** Numbers that were cut may look the same. */
export const isHint = (reason: OmissionReason): boolean => queryHints.some((hint) => hint === reason)

/** The number of simultaneous reads. */
const maxConcurrentReads = 4

/** Resolves to the results in the order of the items. Starts no item once `isCurrent` is false. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  isCurrent: () => boolean,
  act: (item: T) => Promise<R>,
  onProgress: (done: number) => void,
): Promise<R[]> {
  const results = new Map<number, R>()
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next; at < items.length && isCurrent(); at = next) {
      next += 1
      const item = items[at]
      if (item !== undefined) results.set(at, await act(item))
      if (isCurrent()) onProgress(results.size)
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentReads }, worker))
  return items.flatMap((_item, at) => results.get(at) ?? [])
}

/** Begins each work when the one before has ended. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

/** A new search at the service ends the one under way, so they take turns. A run that has ended starts none. */
export function deskOfRun(
  { search, customer }: FindDesk,
  inTurn: ReturnType<typeof createTurns>,
  isCurrent: () => boolean,
): FindDesk {
  const ifCurrent = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (!isCurrent()) throw new DeskError('aborted', 'The run is over')
    return await ask()
  }
  return {
    search: (...page) => inTurn(() => ifCurrent(() => search(...page))),
    customer: (uid) => ifCurrent(() => customer(uid)),
  }
}

/** Throws only what ends the run. */
const sheetOrNull = (desk: ReadDesk, which: WhichEsim): Promise<InstallationSheet | null> =>
  desk.sheet(which).catch((thrown: unknown) => {
    if (endsRun.has(asDeskError(thrown).code)) throw thrown
    return null
  })

interface ReadSheet {
  readonly line: string
  readonly sheet: InstallationSheet | null
  readonly obstacles: readonly InstallationObstacle[]
}

/** What has to be known before the sheet is handed out is read with it. */
export async function readOne(desk: ReadDesk, one: FoundEsim): Promise<ReadSheet> {
  const sheet = await sheetOrNull(desk, { customerUid: one.customer.uid, esimUid: one.esim.uid })
  const isIncluded = sheet !== null && sheet.code !== null
  return {
    line: nameOf(one),
    sheet,
    obstacles: isIncluded ? installationObstaclesOf(sheet, await desk.esimEvents(sheet.iccid)) : [],
  }
}

/** Returns those that can be included. */
export function included(read: readonly ReadSheet[], omit: (line: string, reason: OmissionReason) => void) {
  return read.flatMap(({ line, sheet, obstacles }) => {
    if (sheet === null) omit(line, 'failed')
    else if (sheet.code === null) omit(line, 'noCode')
    else return [{ line, sheet, obstacles }]
    return []
  })
}

const nameOf = ({ customer: { email, uid }, esim: { iccid } }: FoundEsim): string => `${email ?? uid} (${iccid})`

/** A view of the directory does not contain whether the code is usable. The main process finds out then. */
export function knownEsims(
  found: readonly FoundEsim[],
  defaultLanguage: SheetLanguage,
  omit: (name: string) => void,
): readonly KnownEsim[] {
  return found.flatMap((one) => {
    const { customer, esim } = one
    const { uid, iccid, state, active, codeState } = esim
    if (codeState === null || codeState === 'usable')
      return [
        {
          customerUid: customer.uid,
          esimUid: uid,
          iccid,
          customerEmail: customer.email,
          state,
          active,
          language: customer.language ?? defaultLanguage,
          nothingToUse: hasNothingToUse(customer),
        },
      ]
    omit(nameOf(one))
    return []
  })
}
