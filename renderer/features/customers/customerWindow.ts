/**
 * The sorted and filtered customers of the directory, of which the window holds only the pages around what it shows.
 * Pages that were scrolled past before their turn came are never requested. The rows of the previous order or filter
 * stay until the new ones arrive, and the answer for an earlier one never replaces that of a later one.
 */
import { computed, ref, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import {
  defaultListView,
  orderOfFilter,
  type CustomerCounts,
  CustomerListView,
} from '#shared/model/customer/customerList.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'

type Answer = OutputOf<'customers', 'browse'>
type Input = InputOf<'customers', 'browse'>
type FetchRows = (input: Input) => Promise<Answer>
/** What is listed, of which a request names a part. */
type Listed = Pick<Input, 'view' | 'among'>

/** More rows than a screen shows, and not many more, because the window waits for the first page. */
export const pageSize = 50
export const maxPages = 12

interface CustomerWindow {
  readonly view: Readonly<Ref<CustomerListView>>
  /** Those who are listed alone, whatever the filter and the country of `view`, or `null`. */
  readonly among: Readonly<Ref<readonly CustomerUid[] | null>>
  /** What is to be listed: `view`, without its filter and its country while some customers are listed alone. */
  readonly listed: ComputedRef<Listed>
  /** The order and filter of the rows that are held, which stay until those of `listed` arrive. */
  readonly heldView: () => CustomerListView
  /** The same, with those who are listed alone. */
  readonly held: () => Listed
  /** The number of customers of the list, or `null` before the first answer. */
  readonly matching: Readonly<Ref<number | null>>
  /** `null` before the first answer, and while the list has only those customers who came first. */
  readonly counts: Readonly<Ref<CustomerCounts | null>>
  /** How many customers the local list has, whatever the filter and the country. */
  readonly total: Readonly<Ref<number>>
  /** How many customers have packages of which it is not known whether they cover the country of the view. */
  readonly unknownCoverage: Readonly<Ref<number>>
  readonly error: Readonly<Ref<DeskError | null>>
  /** Returns the customer at a position, or `undefined` while its page is not loaded. */
  readonly rowAt: (index: number) => CustomerRow | undefined
  /** Loads the rows at the positions [from, to), which are on the screen now. */
  readonly show: (from: number, to: number) => Promise<void>
  /**
   * Changes the order or the filter and loads the list from its start. A filter brings its own order, unless one was
   * chosen before.
   */
  readonly change: (changes: Partial<CustomerListView>) => Promise<void>
  /** Lists these customers alone until a filter or a country is chosen, or with `null` all of `view` again. */
  readonly showOnly: (uids: readonly CustomerUid[] | null) => Promise<void>
  /** Lists all customers in the default order. The next filter brings its own order again. */
  readonly restore: () => Promise<void>
  /** Loads the first page unless it has been loaded. Resolves when what is being loaded now is there. */
  readonly loadOnce: () => Promise<void>
  /** Loads what is on the screen again. */
  readonly reload: () => Promise<void>
  /** Discards everything, because another connection was opened. */
  readonly reset: () => void
}

interface LoadedPage {
  readonly rows: readonly CustomerRow[]
  /** How often everything had been requested again when this page was requested. */
  readonly version: number
}

interface Held {
  readonly listed: Listed
  readonly pages: ReadonlyMap<number, LoadedPage>
}

const nothingHeld: Held = { listed: { view: defaultListView }, pages: new Map() }

function createState() {
  const view = shallowRef<CustomerListView>(defaultListView)
  const among = shallowRef<readonly CustomerUid[] | null>(null)
  return {
    view,
    among,
    listed: computed((): Listed =>
      among.value === null
        ? { view: view.value }
        : { view: { ...view.value, filter: 'all', country: null }, among: [...among.value] },
    ),
    matching: ref<number | null>(null),
    counts: shallowRef<CustomerCounts | null>(null),
    total: ref(0),
    unknownCoverage: ref(0),
    error: shallowRef<DeskError | null>(null),
    /** In one value, so that rows are never shown with another order or filter than their own. */
    held: shallowRef<Held>(nothingHeld),
    /** The list that is requested now, and the one whose pages are held. */
    list: 0,
    heldList: 0,
    version: 0,
    range: { from: 0, to: pageSize },
    /** The list that is being loaded, and its loading. */
    loading: null as { readonly list: number; readonly done: Promise<void> } | null,
  }
}
type State = ReturnType<typeof createState>

const pageOf = (index: number): number => Math.floor(index / pageSize)

/** Returns the first page of the visible range that is missing or outdated. */
function nextPage({ range, matching, held, list, heldList, version }: State): number | null {
  const end = matching.value === null || list !== heldList ? range.to : Math.min(range.to, Math.max(1, matching.value))
  for (let page = pageOf(range.from); page * pageSize < end; page += 1)
    if (list !== heldList || held.value.pages.get(page)?.version !== version) return page
  return null
}

function take(state: State, page: number, version: number, answer: Answer): void {
  const { held, range, list, listed } = state
  const pages = new Map(list === state.heldList ? held.value.pages : [])
  pages.set(page, { rows: answer.rows, version })
  const middle = pageOf((range.from + range.to) / 2)
  const nearest = [...pages].toSorted(([one], [other]) => Math.abs(one - middle) - Math.abs(other - middle))
  held.value = { listed: listed.value, pages: new Map(nearest.slice(0, maxPages)) }
  state.heldList = list
  state.matching.value = answer.matching
  state.counts.value = answer.counts
  state.total.value = answer.total
  state.unknownCoverage.value = answer.unknownCoverage
  state.error.value = null
}

async function load(state: State, fetchRows: FetchRows, list: number): Promise<void> {
  try {
    for (let page = nextPage(state); page !== null; page = nextPage(state)) {
      const { version } = state
      const answer = await fetchRows({ ...state.listed.value, from: page * pageSize, limit: pageSize })
      if (list !== state.list) return
      take(state, page, version, answer)
    }
  } catch (thrown) {
    if (list === state.list) state.error.value = asDeskError(thrown)
  } finally {
    if (state.loading?.list === list) state.loading = null
  }
}

const isDefaultView = (view: CustomerListView): boolean =>
  CustomerListView.keyof().options.every((key) => view[key] === defaultListView[key])

export function createCustomerWindow(fetchRows: FetchRows): CustomerWindow {
  const state = createState()
  const { view, among, listed, matching, counts, total, unknownCoverage, error, held } = state
  let loaded = false
  let isOrderChosen = false

  function loadMissing(): Promise<void> {
    if (state.loading?.list === state.list) return state.loading.done
    const { list } = state
    // The loop begins after `loading` is set, which it clears.
    const done = Promise.resolve().then(() => load(state, fetchRows, list))
    state.loading = { list, done }
    return done
  }

  function reload(): Promise<void> {
    loaded = true
    state.version += 1
    return loadMissing()
  }

  function to(next: CustomerListView): Promise<void> {
    view.value = next
    state.list += 1
    state.range = { from: 0, to: pageSize }
    return reload()
  }

  return {
    view,
    among,
    listed,
    heldView: () => held.value.listed.view,
    held: () => held.value.listed,
    matching,
    counts,
    total,
    unknownCoverage,
    error,
    rowAt: (index) => held.value.pages.get(pageOf(index))?.rows[index % pageSize],
    show(from, to) {
      state.range = { from, to }
      return loaded && state.list === state.heldList ? loadMissing() : Promise.resolve()
    },
    change(changes) {
      isOrderChosen ||= changes.sort !== undefined
      const order = changes.filter === undefined || isOrderChosen ? {} : orderOfFilter(changes.filter)
      if (changes.filter !== undefined || changes.country !== undefined) among.value = null
      return to({ ...view.value, ...order, ...changes })
    },
    showOnly(uids) {
      among.value = uids
      return to(view.value)
    },
    restore() {
      isOrderChosen = false
      if (isDefaultView(view.value) && among.value === null) return Promise.resolve()
      among.value = null
      return to(defaultListView)
    },
    loadOnce: () => (loaded ? (state.loading?.done ?? Promise.resolve()) : reload()),
    reload,
    reset() {
      state.list += 1
      state.heldList = state.list
      state.range = { from: 0, to: pageSize }
      loaded = false
      isOrderChosen = false
      view.value = defaultListView
      among.value = null
      held.value = nothingHeld
      matching.value = null
      counts.value = null
      total.value = 0
      unknownCoverage.value = 0
      error.value = null
    },
  }
}
