/**
 * Creates the sheets of many eSIMs: the typed lines are looked up, the codes are read a few at a time, and one file is
 * created. It can be cancelled until the file is created. What can't be included is listed by name and never dropped
 * silently.
 */
import { computed, onScopeDispose, ref, shallowRef, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import { maxSheets, type InstallationSheet, type WhichEsim } from '#shared/model/installation.ts'
import type { CustomerRow, CustomerView } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'

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

export interface ManyDesk {
  readonly search: (
    query: string,
  ) => Promise<{ readonly rows: readonly CustomerRow[]; readonly exact: CustomerUid | null }>
  readonly customer: (uid: CustomerUid) => Promise<CustomerView>
  readonly sheet: (which: WhichEsim) => Promise<InstallationSheet>
}

export interface Many {
  readonly state: ComputedRef<ManyState>
  readonly omitted: ComputedRef<readonly OmittedLine[]>
  readonly error: ComputedRef<DeskError | null>
  readonly busy: ComputedRef<boolean>
  /** `make` receives what could be read and resolves to the path of the file, or `null` if none was chosen. */
  readonly run: (
    lines: readonly string[],
    make: (sheets: readonly InstallationSheet[]) => Promise<string | null>,
  ) => Promise<void>
  readonly cancel: () => void
}

/** The number of simultaneous reads. */
const maxConcurrentReads = 4

export function useMany(desk: ManyDesk): Many {
  const state = shallowRef<ManyState>({ name: 'idle' })
  const omitted = shallowRef<readonly OmittedLine[]>([])
  const error = shallowRef<DeskError | null>(null)
  const latestRunId = ref(0)
  const busy = computed(() => state.value.name === 'reading' || state.value.name === 'making')

  const omit = (runId: number, line: string, reason: OmissionReason): void => {
    if (runId === latestRunId.value) omitted.value = [...omitted.value, { line, reason }]
  }

  async function find(line: string, runId: number): Promise<readonly WhichEsim[]> {
    const { rows, exact } = await desk.search(line)
    // A person with packages of several country sets is several customers with one address.
    const person = rows.filter(({ email }) => email?.trim().toLowerCase() === line.toLowerCase()).map(({ uid }) => uid)
    const uids =
      exact !== null ? [exact] : person.length > 0 ? person : rows.length === 1 ? rows.map(({ uid }) => uid) : []
    if (uids.length === 0) omit(runId, line, rows.length === 0 ? 'notFound' : 'several')
    const found = await Promise.all(uids.map((uid) => findEsimsOf(uid, line)))
    if (uids.length > 0 && found.flat().length === 0) omit(runId, line, 'noEsim')
    return found.flat()
  }

  async function findEsimsOf(uid: CustomerUid, line: string): Promise<readonly WhichEsim[]> {
    const { esims } = await desk.customer(uid)
    const digits = line.replaceAll(/\D/g, '')
    const matching = esims.filter(({ iccid }) => iccid === digits)
    const selected = matching.length > 0 ? matching : esims.filter(({ active }) => active !== false)
    return selected.map((esim) => ({ customerUid: uid, esimUid: esim.uid }))
  }

  /** Returns the results in the order of the lines, in whichever order they arrive. */
  async function mapConcurrently<T, R>(items: readonly T[], runId: number, act: (item: T) => Promise<R>): Promise<R[]> {
    const results = new Map<number, R>()
    let next = 0
    const worker = async (): Promise<void> => {
      for (let at = next; at < items.length && runId === latestRunId.value; at = next) {
        next += 1
        const item = items[at]
        if (item !== undefined) results.set(at, await act(item))
        if (runId === latestRunId.value) state.value = { name: 'reading', done: results.size, total: items.length }
      }
    }
    await Promise.all(Array.from({ length: maxConcurrentReads }, worker))
    return items.flatMap((_item, at) => results.get(at) ?? [])
  }

  async function collect(lines: readonly string[], runId: number): Promise<InstallationSheet[]> {
    const found = await mapConcurrently(lines, runId, (line) =>
      find(line, runId).catch((): readonly WhichEsim[] => (omit(runId, line, 'failed'), [])),
    )
    const wanted = [...new Map(found.flat().map((which) => [which.esimUid, which])).values()]
    if (wanted.length > maxSheets) omit(runId, '…', 'tooMany')
    const read = await mapConcurrently(wanted.slice(0, maxSheets), runId, async (which) => ({
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
