/** The customers: the local directory and one customer. */
import * as z from 'zod'
import { Connectivity } from '../model/esim/connectivity.ts'
import {
  CustomerCounts,
  CustomerListView,
  listExportTimeout,
  maxListedRows,
  maxNamed,
  maxSelected,
} from '../model/customer/customerList.ts'
import { DecimalSign } from '../model/decimalSign.ts'
import { CustomerPair, LinkedCustomer } from '../model/customer/links.ts'
import { LocalListRules } from '../model/customer/localList.ts'
import { MailAddress } from '../model/mail.ts'
import { maxNearQueries } from '../model/search/search.ts'
import { SyncStatus } from '../model/customer/sync.ts'
import { TodayCounts, TodayList, TodayReason, TodayRow } from '../model/customer/today.ts'
import { CustomerRow, CustomerView, Instant } from '../model/customer/views.ts'
import { CustomerUid, Iccid, ItemUid } from '../wire/ids.ts'
import {
  type AnyNamespace,
  afterQuestion,
  longestTimeout,
  second,
  operation,
  nothing,
  done,
  FileName,
  withDialog,
} from './operation.ts'

export const customers = {
  search: operation(
    () =>
      z.strictObject({
        query: z.string().max(2000),
        limit: z.number().int().min(1).max(500),
        cursor: z.string().max(500).optional(),
        /** Asks the service as well while others with the same e-mail address may be missing from the list. */
        everybody: z.boolean().optional(),
      }),
    () =>
      z.strictObject({
        rows: z.array(CustomerRow),
        cursor: z.string().optional(),
        /**
         * `service`: the rows are not in the synced list, and the service was searched. `both`: some rows come from
         * each.
         */
        source: z.enum(['directory', 'service', 'both']),
        /** The only customer whom a whole identifier or reference names, to be opened at once if it was pasted. */
        exact: CustomerUid.nullable(),
        /** The code of the failure, if the service should have been searched too and could not be. */
        serviceProblem: z.string().nullable(),
        /**
         * The service's present time with this answer. The phases in the rows depend on it, and times are counted from
         * it.
         */
        asOf: Instant,
      }),
    60 * second,
  ),
  /**
   * E-mail addresses or ICCIDs of customers that resemble a query without a result. It takes longer than a search.
   */
  similar: operation(
    () => z.strictObject({ query: z.string().max(2000) }),
    () => z.strictObject({ queries: z.array(z.string()).max(maxNearQueries) }),
  ),
  /**
   * What customers and their packages are called in the local directory. Nothing is read from the service. Customers
   * whom the directory has not got are missing, and so are packages of other customers and those without a name.
   */
  names: operation(
    () => z.strictObject({ uids: z.array(CustomerUid).max(maxNamed), itemUids: z.array(ItemUid).max(maxNamed) }),
    () =>
      z.strictObject({
        customers: z.array(z.strictObject({ uid: CustomerUid, email: z.string().nullable() })),
        packages: z.array(z.strictObject({ uid: ItemUid, name: z.string() })),
      }),
  ),
  get: operation(
    () =>
      z.strictObject({
        uid: CustomerUid,
        /** `directory`: the local copy at once, if there is one. */
        from: z.enum(['service', 'directory']).optional(),
        /** Nobody requested this read of the service, so the whole list is not read for it. */
        unasked: z.boolean().optional(),
      }),
    CustomerView,
    60 * second,
  ),
  /**
   * Corrects the e-mail address, where the service can do that. `from` is the address that the window shows. An
   * error means that nothing was changed, except that of the time limit and those of the bridge itself.
   */
  correctEmail: operation(
    () => z.strictObject({ uid: CustomerUid, from: z.string().max(1000).nullable(), to: MailAddress }),
    () =>
      z.strictObject({
        /**
         * `changed`: a read shows the new address. `notShown`: the service accepted it, but doesn't show it. `unknown`:
         * no clear answer came, and the service doesn't show it. `unread`: it was sent, and no read showed what the
         * service shows now. `different`: nothing was sent, because the customer has another address than the window
         * showed.
         */
        outcome: z.enum(['changed', 'notShown', 'unknown', 'unread', 'different']),
        /** The address that the service showed last. */
        email: z.string().nullable(),
      }),
    afterQuestion(longestTimeout),
  ),
  list: operation(
    () => z.strictObject({ limit: z.number().int().min(1).max(500), cursor: z.string().max(500).optional() }),
    /** `asOf` has the same meaning as in a search. */
    () =>
      z.strictObject({
        rows: z.array(CustomerRow),
        cursor: z.string().optional(),
        total: z.number().int(),
        asOf: Instant,
      }),
  ),
  /** Where an eSIM is connected, or `null` if the service doesn't report it. */
  connectivity: operation(
    () => z.strictObject({ iccid: Iccid }),
    () => Connectivity.nullable(),
    60 * second,
  ),
  /**
   * The rows of a sorted and filtered list from a position on, and how many customers each filter lists. With `among`
   * the list has no others than these customers, of whom those may be missing that the local list has not got.
   */
  browse: operation(
    () =>
      z.strictObject({
        view: CustomerListView,
        among: z.array(CustomerUid).min(1).max(maxSelected).optional(),
        from: z.number().int().min(0).max(100_000_000),
        limit: z.number().int().min(1).max(maxListedRows),
      }),
    () =>
      z.strictObject({
        rows: z.array(CustomerRow),
        /** How many customers the list has: those of the filter, or of `among` those of the filter. */
        matching: z.number().int(),
        /** `null` until all customers are sorted into the list. Until then it has those who came first. */
        counts: CustomerCounts.nullable(),
        /** How many customers the local list has, whatever the filter and the country. */
        total: z.number().int(),
        /** How many customers have packages of which it is not known whether they cover the country of the view. */
        unknownCoverage: z.number().int(),
        /** The same as in a search. */
        asOf: Instant,
      }),
  ),
  /**
   * Exports the customers of a filter as a table for a spreadsheet, or, whatever the filter, those of `only` that the
   * local list has. `path` is `null` if the person chose none.
   */
  exportCsv: operation(
    () =>
      z.strictObject({
        name: FileName,
        view: CustomerListView,
        only: z.array(CustomerUid).min(1).max(maxSelected).optional(),
        decimal: DecimalSign,
      }),
    () => z.strictObject({ path: z.string().nullable(), rows: z.number().int() }),
    withDialog(listExportTimeout),
  ),
  sync: operation(nothing, SyncStatus),
  /** Ends the running sync. What it has read stays; the next one begins at its usual time. */
  cancelSync: operation(nothing, SyncStatus),
  status: operation(nothing, SyncStatus),
  /** Deletes the local directory. The next sync creates it again. */
  wipe: operation(nothing, done),
  /** What the open connection keeps of its customers on this machine. */
  localList: operation(nothing, LocalListRules),
  /** Changes that. Without a list the one that is there is deleted at once. */
  setLocalList: operation(LocalListRules, LocalListRules),
  /**
   * The customers whom links made by hand join with the one on the page. Those that only the service has are read
   * from it, until another page is requested. `null`: the page was left.
   */
  links: operation(
    () => z.strictObject({ uid: CustomerUid.nullable() }),
    () => z.array(LinkedCustomer),
    60 * second,
  ),
  /** Links two customers as one person. Answers with the links of the first. */
  link: operation(CustomerPair, () => z.array(LinkedCustomer), 60 * second),
  unlink: operation(CustomerPair, () => z.array(LinkedCustomer), 60 * second),
  /** Customers of the local list who will probably call, or everybody whom a trouble in a country concerns. */
  today: operation(
    () =>
      z.strictObject({
        list: TodayList,
        from: z.number().int().min(0).max(100_000_000),
        limit: z.number().int().min(1).max(maxListedRows),
      }),
    () =>
      z.strictObject({
        rows: z.array(TodayRow),
        /** How many customers the list has. */
        matching: z.number().int(),
        /** How many have each reason, and any. `null` until all customers are sorted into the local list. */
        counts: TodayCounts.nullable(),
        /** How many are left out because they were ticked off. */
        ticked: z.number().int(),
        /** How many customers have packages of which it is not known whether they cover the country. */
        unknownCoverage: z.number().int(),
        /** The same as in a search. */
        asOf: Instant,
      }),
    60 * second,
  ),
  /** Ticks off a customer with these reasons, or with none brings them back. */
  tickOff: operation(
    () => z.strictObject({ uid: CustomerUid, reasons: z.array(TodayReason).max(TodayReason.options.length) }),
    done,
  ),
} as const satisfies AnyNamespace
