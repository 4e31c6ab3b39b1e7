/**
 * Creates the sheets of many eSIMs: the typed lines are looked up, the codes are read a few at a time, and one file is
 * created. It can be cancelled until the file is created. What can't be included is listed by name and never dropped
 * silently.
 */
import { computed, onScopeDispose, ref, shallowRef, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import { maxSheets, type InstallationSheet, type WhichEsim } from '#shared/model/installation.ts'
import { findEsims, type FindDesk, type ManyLine } from './findEsims.ts'

export type OmissionReason = 'notFound' | 'several' | 'noCode' | 'noEsim' | 'tooMany' | 'failed'
export interface OmittedLine {
  readonly line: string
  readonly reason: OmissionReason
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
}

export interface Many {
  readonly state: ComputedRef<ManyState>
  readonly omitted: ComputedRef<readonly OmittedLine[]>
  readonly error: ComputedRef<DeskError | null>
  readonly busy: ComputedRef<boolean>
  /** `make` receives what could be read and resolves to the path of the file, or `null` if none was chosen. */
  readonly run: (
    lines: readonly ManyLine[],
    make: (sheets: readonly InstallationSheet[]) => Promise<string | null>,
  ) => Promise<void>
  readonly cancel: () => void
}

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

export function useMany(desk: ManyDesk): Many {
  const state = shallowRef<ManyState>({ name: 'idle' })
  const omitted = shallowRef<readonly OmittedLine[]>([])
  const error = shallowRef<DeskError | null>(null)
  const latestRunId = ref(0)
  const busy = computed(() => state.value.name === 'reading' || state.value.name === 'making')

  const omit = (runId: number, line: string, reason: OmissionReason): void => {
    if (runId === latestRunId.value) omitted.value = [...omitted.value, { line, reason }]
  }

  function mapInRun<T, R>(items: readonly T[], runId: number, act: (item: T) => Promise<R>): Promise<R[]> {
    const isCurrent = (): boolean => runId === latestRunId.value
    return mapConcurrently(items, isCurrent, act, (done) => {
      state.value = { name: 'reading', done, total: items.length }
    })
  }

  async function collect(lines: readonly ManyLine[], runId: number): Promise<InstallationSheet[]> {
    const found = await mapInRun(lines, runId, (line) =>
      findEsims(desk, line, (reason) => omit(runId, line.text, reason)),
    )
    const all = found.flat().map(({ customer, esim }) => ({ customerUid: customer.uid, esimUid: esim.uid }))
    const wanted = [...new Map(all.map((which) => [which.esimUid, which])).values()]
    if (wanted.length > maxSheets) omit(runId, '…', 'tooMany')
    const read = await mapInRun(wanted.slice(0, maxSheets), runId, async (which) => ({
      which,
      sheet: await desk.sheet(which).catch(() => null),
    }))
    return read.flatMap(({ which, sheet }) => {
      if (sheet === null) omit(runId, which.esimUid, 'failed')
      else if (sheet.code === null) omit(runId, sheet.iccid, 'noCode')
      else return [sheet]
      return []
    })
  }

  onScopeDispose(() => (latestRunId.value += 1))
  return {
    state: computed(() => state.value),
    omitted: computed(() => omitted.value),
    error: computed(() => error.value),
    busy,
    async run(lines, make) {
      if (busy.value) return
      const runId = ++latestRunId.value
      const isLatestRun = (): boolean => runId === latestRunId.value
      omitted.value = []
      error.value = null
      state.value = { name: 'reading', done: 0, total: lines.length }
      try {
        const sheets = await collect(lines, runId)
        if (!isLatestRun()) return
        state.value = { name: 'making' }
        const path = sheets.length === 0 ? null : await make(sheets)
        if (isLatestRun())
          state.value =
            path === null
              ? { name: sheets.length === 0 ? 'nothing' : 'idle' }
              : { name: 'saved', path, count: sheets.length }
      } catch (thrown) {
        if (!isLatestRun()) return
        error.value = asDeskError(thrown)
        state.value = { name: 'idle' }
      }
    },
    cancel() {
      latestRunId.value += 1
      state.value = { name: 'cancelled' }
    },
  }
}
