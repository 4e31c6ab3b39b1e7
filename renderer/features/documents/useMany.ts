/**
 * Creates the sheets of many eSIMs: the typed lines are looked up, the codes are read a few at a time, and one file is
 * created. It can be cancelled until the file is created. What can't be included is listed by name and never dropped
 * silently. What is included but probably of no use to the customer is listed as well. Mails need no codes here,
 * because the main process reads each when it sends the mail.
 */
import { computed, onScopeDispose, ref, shallowRef, type ComputedRef } from 'vue'
import { asDeskError, DeskError, type DeskErrorCode } from '#shared/errors.ts'
import { installationObstaclesOf, type InstallationObstacle } from '#shared/model/esimWarning.ts'
import type { EventRow } from '#shared/model/events.ts'
import { maxSheets, type InstallationSheet, type WhichEsim } from '#shared/model/installation.ts'
import { queryHints } from '#shared/model/queryHint.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { hasNothingToUse } from '#shared/model/itemPhase.ts'
import type { Iccid } from '#shared/wire/ids.ts'
import { findEsims, type FindDesk, type FoundEsim, type ManyLine, type NotFoundReason } from './findEsims.ts'
import type { KnownEsim } from './useInstallation.ts'

export type OmissionReason = NotFoundReason | 'noCode' | 'tooMany'
export interface OmittedLine {
  readonly line: string
  /** Where the line is in the field, from 1, if its text alone may not be enough to find it. */
  readonly number?: number
  readonly reason: OmissionReason
}

/** An eSIM in the file that an agent should look at before it is handed out. */
export interface DoubtfulSheet {
  readonly line: string
  readonly obstacles: readonly InstallationObstacle[]
}

export type ManyState =
  | { readonly name: 'idle' }
  | { readonly name: 'reading'; readonly done: number; readonly total: number }
  | { readonly name: 'making' }
  | { readonly name: 'saved'; readonly path: string; readonly count: number }
  | { readonly name: 'nothing' }
  | { readonly name: 'cancelled' }

export interface ManyDesk extends FindDesk {
  readonly sheet: (which: WhichEsim) => Promise<InstallationSheet>
  /** The events of an eSIM, newest first. It does not reject: without events the eSIM's own state counts. */
  readonly esimEvents: (iccid: Iccid) => Promise<readonly EventRow[]>
  /** The language of a customer whose own is not known. */
  readonly language: () => SheetLanguage
}

export interface Many {
  readonly state: ComputedRef<ManyState>
  readonly omitted: ComputedRef<readonly OmittedLine[]>
  readonly doubtful: ComputedRef<readonly DoubtfulSheet[]>
  readonly error: ComputedRef<DeskError | null>
  readonly busy: ComputedRef<boolean>
  /** `make` receives what could be read and resolves to the path of the file, or `null` if none was chosen. */
  readonly run: (
    lines: readonly ManyLine[],
    make: (sheets: readonly InstallationSheet[]) => Promise<string | null>,
  ) => Promise<void>
  /** `use` receives the eSIMs without their codes. */
  readonly list: (lines: readonly ManyLine[], use: (esims: readonly KnownEsim[]) => Promise<void>) => Promise<void>
  readonly cancel: () => void
}

/** A person said no to the codes, or could not be asked: the next read would meet the same. */
const endsRun: ReadonlySet<DeskErrorCode> = new Set(['not_approved', 'approval_pending'])

/** Numbers that were cut may look the same. */
const isHint = (reason: OmissionReason): boolean => queryHints.some((hint) => hint === reason)

/** The number of simultaneous reads. */
const maxConcurrentReads = 4

/** Resolves to the results in the order of the items. Starts no item once `isCurrent` is false. */
async function mapConcurrently<T, R>(
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
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

/** A search ends the one that the service is being asked for, so they take turns. Nothing is asked for a past run. */
function deskOfRun(
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
const sheetOrNull = (desk: ManyDesk, which: WhichEsim): Promise<InstallationSheet | null> =>
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
async function readOne(desk: ManyDesk, one: FoundEsim): Promise<ReadSheet> {
  const sheet = await sheetOrNull(desk, { customerUid: one.customer.uid, esimUid: one.esim.uid })
  const isIncluded = sheet !== null && sheet.code !== null
  return {
    line: nameOf(one),
    sheet,
    obstacles: isIncluded ? installationObstaclesOf(sheet, await desk.esimEvents(sheet.iccid)) : [],
  }
}

/** Returns those that can be included. */
function included(read: readonly ReadSheet[], omit: (line: string, reason: OmissionReason) => void) {
  return read.flatMap(({ line, sheet, obstacles }) => {
    if (sheet === null) omit(line, 'failed')
    else if (sheet.code === null) omit(line, 'noCode')
    else return [{ line, sheet, obstacles }]
    return []
  })
}

const nameOf = ({ customer: { email, uid }, esim: { iccid } }: FoundEsim): string => `${email ?? uid} (${iccid})`

/** A view of the directory does not say whether the code is usable. The main process finds out then. */
function knownEsims(
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

/** Without a path nothing was saved, which is what was asked for where there was something. */
function stateAfter(path: string | null, count: number): ManyState {
  if (path !== null) return { name: 'saved', path, count }
  return { name: count === 0 ? 'nothing' : 'idle' }
}

export function useMany(desk: ManyDesk): Many {
  const state = shallowRef<ManyState>({ name: 'idle' })
  const omitted = shallowRef<readonly OmittedLine[]>([])
  const doubtful = shallowRef<readonly DoubtfulSheet[]>([])
  const error = shallowRef<DeskError | null>(null)
  const latestRunId = ref(0)
  const inTurn = createTurns()
  const busy = computed(() => state.value.name === 'reading' || state.value.name === 'making')

  const omit = (runId: number, line: Omit<OmittedLine, 'reason'>, reason: OmissionReason): void => {
    if (runId === latestRunId.value) omitted.value = [...omitted.value, { ...line, reason }]
  }

  function mapInRun<T, R>(items: readonly T[], runId: number, act: (item: T) => Promise<R>): Promise<R[]> {
    const isCurrent = (): boolean => runId === latestRunId.value
    return mapConcurrently(items, isCurrent, act, (done) => {
      state.value = { name: 'reading', done, total: items.length }
    })
  }

  async function find(lines: readonly ManyLine[], runId: number): Promise<readonly FoundEsim[]> {
    const ofRun = deskOfRun(desk, inTurn, () => runId === latestRunId.value)
    const found = await mapInRun(lines, runId, (line) =>
      findEsims(ofRun, line, (reason) =>
        omit(runId, { line: line.text, ...(isHint(reason) && { number: line.number }) }, reason),
      ),
    )
    const wanted = [...new Map(found.flat().map((one) => [one.esim.uid, one])).values()]
    if (wanted.length > maxSheets) omit(runId, { line: '…' }, 'tooMany')
    return wanted.slice(0, maxSheets)
  }

  async function readSheets(found: readonly FoundEsim[], runId: number): Promise<readonly InstallationSheet[]> {
    const read = await mapInRun(found, runId, (one) => readOne(desk, one))
    const sheets = included(read, (line, reason) => omit(runId, { line }, reason))
    if (runId === latestRunId.value)
      doubtful.value = sheets.flatMap(({ line, obstacles }) => (obstacles.length === 0 ? [] : [{ line, obstacles }]))
    return sheets.map(({ sheet }) => sheet)
  }

  async function attempt<T>(
    lines: readonly ManyLine[],
    read: (found: readonly FoundEsim[], runId: number) => readonly T[] | Promise<readonly T[]>,
    use: (items: readonly T[]) => Promise<string | null>,
  ): Promise<void> {
    if (busy.value) return
    const runId = ++latestRunId.value
    const isLatestRun = (): boolean => runId === latestRunId.value
    omitted.value = []
    doubtful.value = []
    error.value = null
    state.value = { name: 'reading', done: 0, total: lines.length }
    try {
      const items = await read(await find(lines, runId), runId)
      if (!isLatestRun()) return
      state.value = { name: 'making' }
      const path = items.length === 0 ? null : await use(items)
      if (isLatestRun()) state.value = stateAfter(path, items.length)
    } catch (thrown) {
      if (!isLatestRun()) return
      // No further read begins.
      latestRunId.value += 1
      error.value = asDeskError(thrown)
      state.value = { name: 'idle' }
    }
  }

  onScopeDispose(() => (latestRunId.value += 1))
  return {
    state: computed(() => state.value),
    omitted: computed(() => omitted.value),
    doubtful: computed(() => doubtful.value),
    error: computed(() => error.value),
    busy,
    run: (lines, make) => attempt(lines, readSheets, make),
    list: (lines, use) =>
      attempt(
        lines,
        (found, runId) => knownEsims(found, desk.language(), (name) => omit(runId, { line: name }, 'noCode')),
        (esims) => use(esims).then(() => null),
      ),
    cancel() {
      latestRunId.value += 1
      state.value = { name: 'cancelled' }
    },
  }
}
