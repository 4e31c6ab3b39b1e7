/**
 * Creates the sheets of many eSIMs: the typed lines are looked up, the codes are read a few at a time, and one file is
 * created. It can be cancelled until the file is saved. A file has at most {@link maxSheets} sheets; those of the other
 * eSIMs become the next file when an agent asks for it. What can't be included is listed by name and never dropped
 * silently. What is included but probably of no use to the customer is listed as well. Mails need no codes here,
 * because the main process reads each when it sends the mail.
 */
import { computed, onScopeDispose, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { InstallationObstacle } from '#shared/model/esim/esimWarning.ts'
import { maxSheets, type InstallationSheet } from '#shared/model/esim/installation.ts'
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

/** Without a path nothing was saved, which is what was asked for where there was something. */
function stateAfter(path: string | null, count: number): ManyState {
  if (path !== null) return { name: 'saved', path, count }
  return { name: count === 0 ? 'nothing' : 'idle' }
}

interface Runs {
  readonly state: ShallowRef<ManyState>
  readonly omitted: ShallowRef<readonly OmittedLine[]>
  readonly doubtful: ShallowRef<readonly DoubtfulSheet[]>
  readonly error: ShallowRef<DeskError | null>
  /** Looks the lines up. */
  readonly find: (lines: readonly ManyLine[], runId: number) => Promise<readonly FoundEsim[]>
  readonly readSheets: (found: readonly FoundEsim[], runId: number) => Promise<readonly InstallationSheet[]>
  readonly omit: (runId: number, line: Omit<OmittedLine, 'reason'>, reason: OmissionReason) => void
  /** `onEnd` is called unless the run has failed or is over. */
  readonly attempt: <T>(
    from: Rest,
    read: (runId: number) => Promise<readonly T[]>,
    use: (items: readonly T[]) => Promise<string | null>,
    onEnd?: (end: ManyState) => void,
  ) => Promise<void>
  /** No further read begins, and nothing of the run is shown any more. */
  readonly end: () => void
}

/** Runs one after the other, of which the latest counts. */
function createRuns(desk: ReadDesk): Runs {
  const state = shallowRef<ManyState>({ name: 'idle' })
  const omitted = shallowRef<readonly OmittedLine[]>([])
  const doubtful = shallowRef<readonly DoubtfulSheet[]>([])
  const error = shallowRef<DeskError | null>(null)
  let latestRunId = 0
  const inTurn = createTurns()

  const omit: Runs['omit'] = (runId, line, reason) => {
    if (runId === latestRunId) omitted.value = [...omitted.value, { ...line, reason }]
  }

  function mapInRun<T, R>(items: readonly T[], runId: number, act: (item: T) => Promise<R>): Promise<R[]> {
    const isCurrent = (): boolean => runId === latestRunId
    return mapConcurrently(items, isCurrent, act, (done) => {
      state.value = { name: 'reading', done, total: items.length }
    })
  }

  const find: Runs['find'] = async (lines, runId) => {
    const ofRun = deskOfRun(desk, inTurn, () => runId === latestRunId)
    const found = await mapInRun(lines, runId, (line) =>
      findEsims(ofRun, line, (reason) =>
        omit(runId, { line: line.text, ...(isHint(reason) && { number: line.number }) }, reason),
      ),
    )
    return [...new Map(found.flat().map((one) => [one.esim.uid, one])).values()]
  }

  const readSheets: Runs['readSheets'] = async (found, runId) => {
    const read = await mapInRun(found, runId, (one) => readOne(desk, one))
    const sheets = included(read, (line, reason) => omit(runId, { line }, reason))
    if (runId === latestRunId)
      doubtful.value = [
        ...doubtful.value,
        ...sheets.flatMap(({ line, obstacles }) => (obstacles.length === 0 ? [] : [{ line, obstacles }])),
      ]
    return sheets.map(({ sheet }) => sheet)
  }

  const attempt: Runs['attempt'] = async (from, read, use, onEnd) => {
    const runId = ++latestRunId
    const isLatestRun = (): boolean => runId === latestRunId
    omitted.value = from.omitted
    doubtful.value = from.doubtful
    error.value = null
    try {
      const items = await read(runId)
      if (!isLatestRun()) return
      state.value = { name: 'making' }
      const path = items.length === 0 ? null : await use(items)
      if (!isLatestRun()) return
      const end = stateAfter(path, items.length)
      onEnd?.(end)
      state.value = end
    } catch (thrown) {
      if (!isLatestRun()) return
      // No further read begins.
      latestRunId += 1
      const failure = asDeskError(thrown)
      const isCancelled = state.value.name === 'making' && failure.code === 'aborted'
      if (isCancelled) doubtful.value = from.doubtful
      else error.value = failure
      state.value = isCancelled ? from.cancelled : { name: 'idle' }
    }
  }

  return { state, omitted, doubtful, error, find, readSheets, omit, attempt, end: () => void (latestRunId += 1) }
}

export function useMany(desk: ManyDesk): Many {
  const { state, omitted, doubtful, error, find, readSheets, omit, attempt, end } = createRuns(desk)
  const rest = shallowRef(nothingLeft)
  const busy = computed(() => state.value.name === 'reading' || state.value.name === 'making')

  async function createFile(
    from: Rest,
    findAll: (runId: number) => Promise<readonly FoundEsim[]>,
    make: MakeFile,
  ): Promise<void> {
    let left: readonly FoundEsim[] = []
    const read = async (runId: number): Promise<readonly InstallationSheet[]> => {
      const found = await findAll(runId)
      left = found.slice(maxSheets)
      return await readSheets(found.slice(0, maxSheets), runId)
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

  onScopeDispose(end)
  return {
    state: computed(() => state.value),
    omitted: computed(() => omitted.value),
    doubtful: computed(() => doubtful.value),
    error: computed(() => error.value),
    busy,
    waiting: computed(() => rest.value.found.length),
    run: (lines, make) => begin(lines, () => createFile(nothingLeft, (runId) => find(lines, runId), make)),
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
          async (runId) =>
            knownEsims(await find(lines, runId), desk.language(), (name) => omit(runId, { line: name }, 'noCode')),
          (esims) => use(esims).then(() => null),
        ),
      ),
    cancel() {
      // What becomes of a file says the answer of its call: it may be saved already.
      if (state.value.name === 'making') return void desk.cancelFile().catch(() => undefined)
      end()
      state.value = rest.value.cancelled
    },
  }
}
