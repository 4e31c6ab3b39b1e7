/**
 * Creates the sheets of many eSIMs: the typed lines are looked up, the codes are read a few at a time, and one file is
 * created. It can be cancelled until the file is saved. A file has at most {@link maxSheets} sheets; those of the other
 * eSIMs become the next file when an agent asks for it. What can't be included is listed by name and never dropped
 * silently. What is included but probably of no use to the customer is listed as well. Mails need no codes here,
 * because the main process reads each when it sends the mail.
 */
import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { InstallationObstacle } from '#shared/model/esim/esimWarning.ts'
import { maxSheets, type InstallationSheet } from '#shared/model/esim/installation.ts'
import { type IsLatest, useLatest } from '../../lib/useLatest.ts'
import { findEsims, type FoundEsim, type ManyLine } from './findEsims.ts'
import {
  createTurns,
  deskOfRun,
  included,
  isHint,
  knownEsims,
  mapConcurrently,
  readOne,
  type OmissionReason,
  type OmittedLine,
  type ReadDesk,
} from './readMany.ts'
import type { KnownEsim } from './useInstallation.ts'

/** An eSIM in the file that an agent should look at before it is handed out. */
interface DoubtfulSheet {
  readonly line: string
  readonly obstacles: readonly InstallationObstacle[]
}

type ManyState =
  | { readonly name: 'idle' }
  | { readonly name: 'reading'; readonly done: number; readonly total: number }
  | { readonly name: 'making' }
  | { readonly name: 'saved'; readonly path: string; readonly count: number }
  | { readonly name: 'nothing' }
  | { readonly name: 'cancelled' }

/** Receives what could be read and the number of the file, from 1. Resolves to its path, or to `null` for none. */
export type MakeFile = (sheets: readonly InstallationSheet[], part: number) => Promise<string | null>

export interface Many {
  readonly state: ComputedRef<ManyState>
  readonly omitted: ComputedRef<readonly OmittedLine[]>
  readonly doubtful: ComputedRef<readonly DoubtfulSheet[]>
  readonly error: ComputedRef<DeskError | null>
  readonly busy: ComputedRef<boolean>
  /** How many eSIMs are found and in no file yet, because the ones before have their {@link maxSheets}. */
  readonly waiting: ComputedRef<number>
  readonly run: (lines: readonly ManyLine[], make: MakeFile) => Promise<void>
  /** Creates the file of those that wait. If it is not saved, they still wait. */
  readonly next: (make: MakeFile) => Promise<void>
  /** `use` receives the eSIMs without their codes. */
  readonly list: (lines: readonly ManyLine[], use: (esims: readonly KnownEsim[]) => Promise<void>) => Promise<void>
  readonly cancel: () => void
}

export interface ManyDesk extends ReadDesk {
  /** Ends the creation of the file: `make` then rejects with `aborted`. */
  readonly cancelFile: () => Promise<unknown>
}

/** What one file leaves to the next. */
interface Rest {
  readonly found: readonly FoundEsim[]
  /** Those of all files so far. */
  readonly omitted: readonly OmittedLine[]
  readonly doubtful: readonly DoubtfulSheet[]
  /** The number of the next file, from 1. */
  readonly part: number
  /** What is shown if the next file is cancelled: the last one that was saved. */
  readonly cancelled: ManyState
}
const nothingLeft: Rest = { found: [], omitted: [], doubtful: [], part: 1, cancelled: { name: 'cancelled' } }

/** The state once a file was made. Without a path the agent chose not to save it. */
function stateAfter(path: string | null, count: number): ManyState {
  if (path !== null) return { name: 'saved', path, count }
  return { name: count === 0 ? 'nothing' : 'idle' }
}

/** Reads the eSIMs of a run, and lists what is left out and what is doubtful, unless the run is over. */
function createReading(desk: ReadDesk, state: ShallowRef<ManyState>) {
  const omitted = shallowRef<readonly OmittedLine[]>([])
  const doubtful = shallowRef<readonly DoubtfulSheet[]>([])
  const inTurn = createTurns()

  function omit(isLatest: IsLatest, line: Omit<OmittedLine, 'reason'>, reason: OmissionReason): void {
    if (isLatest()) omitted.value = [...omitted.value, { ...line, reason }]
  }

  const mapInRun = <T, R>(items: readonly T[], isLatest: IsLatest, act: (item: T) => Promise<R>): Promise<R[]> =>
    mapConcurrently(items, isLatest, act, (done) => {
      state.value = { name: 'reading', done, total: items.length }
    })

  /** Looks the lines up. */
  async function find(lines: readonly ManyLine[], isLatest: IsLatest): Promise<readonly FoundEsim[]> {
    const ofRun = deskOfRun(desk, inTurn, isLatest)
    const found = await mapInRun(lines, isLatest, (line) =>
      findEsims(ofRun, line, (reason) =>
        omit(isLatest, { line: line.text, ...(isHint(reason) && { number: line.number }) }, reason),
      ),
    )
    return [...new Map(found.flat().map((one) => [one.esim.uid, one])).values()]
  }

  async function readSheets(found: readonly FoundEsim[], isLatest: IsLatest): Promise<readonly InstallationSheet[]> {
    const read = await mapInRun(found, isLatest, (one) => readOne(desk, one))
    const sheets = included(read, (line, reason) => omit(isLatest, { line }, reason))
    if (isLatest())
      doubtful.value = [
        ...doubtful.value,
        ...sheets.flatMap(({ line, obstacles }) => (obstacles.length === 0 ? [] : [{ line, obstacles }])),
      ]
    return sheets.map(({ sheet }) => sheet)
  }

  const findKnown = async (lines: readonly ManyLine[], isLatest: IsLatest): Promise<readonly KnownEsim[]> =>
    knownEsims(await find(lines, isLatest), desk.language(), (line) => omit(isLatest, { line }, 'noCode'))

  return { omitted, doubtful, find, readSheets, findKnown }
}

/** Runs one after the other, of which the latest counts. */
function createRuns(state: ShallowRef<ManyState>, { omitted, doubtful }: ReturnType<typeof createReading>) {
  const error = shallowRef<DeskError | null>(null)
  const latest = useLatest()

  /** `onEnd` is called unless the run has failed or is over. */
  async function attempt<T>(
    from: Rest,
    read: (isLatest: IsLatest) => Promise<readonly T[]>,
    use: (items: readonly T[]) => Promise<string | null>,
    onEnd?: (end: ManyState) => void,
  ): Promise<void> {
    const isLatest = latest.begin()
    omitted.value = from.omitted
    doubtful.value = from.doubtful
    error.value = null
    try {
      const items = await read(isLatest)
      if (!isLatest()) return
      state.value = { name: 'making' }
      const path = items.length === 0 ? null : await use(items)
      if (!isLatest()) return
      const end = stateAfter(path, items.length)
      onEnd?.(end)
      state.value = end
    } catch (thrown) {
      if (!isLatest()) return
      // No further read begins.
      latest.drop()
      const failure = asDeskError(thrown)
      const isCancelled = state.value.name === 'making' && failure.code === 'aborted'
      if (isCancelled) doubtful.value = from.doubtful
      else error.value = failure
      state.value = isCancelled ? from.cancelled : { name: 'idle' }
    }
  }

  /** `end`: no further read begins, and nothing of the run is shown any more. */
  return { error, attempt, end: latest.drop }
}

export function useMany(desk: ManyDesk): Many {
  const state = shallowRef<ManyState>({ name: 'idle' })
  const reading = createReading(desk, state)
  const { omitted, doubtful, find, readSheets, findKnown } = reading
  const { error, attempt, end } = createRuns(state, reading)
  const rest = shallowRef(nothingLeft)
  const busy = computed(() => state.value.name === 'reading' || state.value.name === 'making')

  async function createFile(
    from: Rest,
    findAll: (isLatest: IsLatest) => Promise<readonly FoundEsim[]>,
    make: MakeFile,
  ): Promise<void> {
    let left: readonly FoundEsim[] = []
    const read = async (isLatest: IsLatest): Promise<readonly InstallationSheet[]> => {
      const found = await findAll(isLatest)
      left = found.slice(maxSheets)
      return await readSheets(found.slice(0, maxSheets), isLatest)
    }
    await attempt(
      from,
      read,
      (sheets) => make(sheets, from.part),
      (ended) => {
        if (ended.name !== 'saved' && ended.name !== 'nothing') return
        rest.value = {
          ...from,
          found: left,
          omitted: omitted.value,
          doubtful: doubtful.value,
          ...(ended.name === 'saved' && { part: from.part + 1, cancelled: ended }),
        }
      },
    )
  }

  /** Begins with what was typed. What an earlier list has left is given up. */
  async function begin(lines: readonly ManyLine[], work: () => Promise<unknown>): Promise<void> {
    if (busy.value) return
    rest.value = nothingLeft
    state.value = { name: 'reading', done: 0, total: lines.length }
    await work()
  }

  return {
    state: computed(() => state.value),
    omitted: computed(() => omitted.value),
    doubtful: computed(() => doubtful.value),
    error: computed(() => error.value),
    busy,
    waiting: computed(() => rest.value.found.length),
    run: (lines, make) => begin(lines, () => createFile(nothingLeft, (isLatest) => find(lines, isLatest), make)),
    async next(make) {
      if (busy.value) return
      const { found } = rest.value
      state.value = { name: 'reading', done: 0, total: Math.min(found.length, maxSheets) }
      await createFile(rest.value, () => Promise.resolve(found), make)
    },
    list: (lines, use) =>
      begin(lines, () =>
        attempt(
          nothingLeft,
          (isLatest) => findKnown(lines, isLatest),
          (esims) => use(esims).then(() => null),
        ),
      ),
    cancel() {
      // The answer to the call that makes the file decides, because the file may be saved already.
      if (state.value.name === 'making') return void desk.cancelFile().catch(() => undefined)
      end()
      state.value = rest.value.cancelled
    },
  }
}
