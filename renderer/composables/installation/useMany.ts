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

export type LeftOutReason = 'notFound' | 'several' | 'noCode' | 'noEsim' | 'tooMany' | 'failed'
export interface LeftOut {
  readonly line: string
  readonly reason: LeftOutReason
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
  readonly leftOut: ComputedRef<readonly LeftOut[]>
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
const abreast = 4

export function useMany(desk: ManyDesk): Many {
  const state = shallowRef<ManyState>({ name: 'idle' })
  const leftOut = shallowRef<readonly LeftOut[]>([])
  const error = shallowRef<DeskError | null>(null)
  const turn = ref(0)
  const busy = computed(() => state.value.name === 'reading' || state.value.name === 'making')

  const leave = (mine: number, line: string, reason: LeftOutReason): void => {
    if (mine === turn.value) leftOut.value = [...leftOut.value, { line, reason }]
  }

  async function find(line: string, mine: number): Promise<readonly WhichEsim[]> {
    const { rows, exact } = await desk.search(line)
    // A person with packages of several country sets is several customers with one address.
    const person = rows.filter(({ email }) => email?.trim().toLowerCase() === line.toLowerCase()).map(({ uid }) => uid)
    const uids =
      exact !== null ? [exact] : person.length > 0 ? person : rows.length === 1 ? rows.map(({ uid }) => uid) : []
    if (uids.length === 0) leave(mine, line, rows.length === 0 ? 'notFound' : 'several')
    const found = await Promise.all(uids.map((uid) => ofCustomer(uid, line)))
    if (uids.length > 0 && found.flat().length === 0) leave(mine, line, 'noEsim')
    return found.flat()
  }

  async function ofCustomer(uid: CustomerUid, line: string): Promise<readonly WhichEsim[]> {
    const { esims } = await desk.customer(uid)
    const digits = line.replaceAll(/\D/g, '')
    const named = esims.filter(({ iccid }) => iccid === digits)
    const taken = named.length > 0 ? named : esims.filter(({ active }) => active !== false)
    return taken.map((esim) => ({ customerUid: uid, esimUid: esim.uid }))
  }

  /** Returns the results in the order of the lines, in whichever order they arrive. */
  async function eachOf<T, R>(items: readonly T[], mine: number, act: (item: T) => Promise<R>): Promise<R[]> {
    const results = new Map<number, R>()
    let next = 0
    const work = async (): Promise<void> => {
      for (let at = next; at < items.length && mine === turn.value; at = next) {
        next += 1
        const item = items[at]
        if (item !== undefined) results.set(at, await act(item))
        if (mine === turn.value) state.value = { name: 'reading', done: results.size, total: items.length }
      }
    }
    await Promise.all(Array.from({ length: abreast }, work))
    return items.flatMap((_item, at) => results.get(at) ?? [])
  }

  async function collect(lines: readonly string[], mine: number): Promise<InstallationSheet[]> {
    const found = await eachOf(lines, mine, (line) =>
      find(line, mine).catch((): readonly WhichEsim[] => (leave(mine, line, 'failed'), [])),
    )
    const wanted = [...new Map(found.flat().map((which) => [which.esimUid, which])).values()]
    if (wanted.length > maxSheets) leave(mine, '…', 'tooMany')
    const read = await eachOf(wanted.slice(0, maxSheets), mine, async (which) => ({
      which,
      sheet: await desk.sheet(which).catch(() => null),
    }))
    return read.flatMap(({ which, sheet }) => {
      if (sheet === null) leave(mine, which.esimUid, 'failed')
      else if (sheet.code === null) leave(mine, sheet.iccid, 'noCode')
      else return [sheet]
      return []
    })
  }

  onScopeDispose(() => (turn.value += 1))
  return {
    state: computed(() => state.value),
    leftOut: computed(() => leftOut.value),
    error: computed(() => error.value),
    busy,
    async run(lines, make) {
      if (busy.value) return
      const mine = ++turn.value
      const isMine = (): boolean => mine === turn.value
      leftOut.value = []
      error.value = null
      state.value = { name: 'reading', done: 0, total: lines.length }
      try {
        const sheets = await collect(lines, mine)
        if (!isMine()) return
        state.value = { name: 'making' }
        const path = sheets.length === 0 ? null : await make(sheets)
        if (isMine())
          state.value =
            path === null
              ? { name: sheets.length === 0 ? 'nothing' : 'idle' }
              : { name: 'saved', path, count: sheets.length }
      } catch (thrown) {
        if (!isMine()) return
        error.value = asDeskError(thrown)
        state.value = { name: 'idle' }
      }
    },
    cancel() {
      turn.value += 1
      state.value = { name: 'cancelled' }
    },
  }
}
