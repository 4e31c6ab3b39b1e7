/** Each column of each table has a heading in every language and a cell below it, in every layout. */
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { Component } from 'vue'
import { createI18n } from 'vue-i18n'
import { DeskLanguage } from '#shared/language.ts'
import { defaultListView, type CustomerFilter } from '#shared/model/customer/customerList.ts'
import type { SaleRow } from '#shared/model/operation/sales.ts'
import { CustomerUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import CustomersGrid from '../../../../renderer/features/customers/CustomersGrid.vue'
import { customerColumns } from '../../../../renderer/features/customers/customerColumns.ts'
import DevicesPage from '../../../../renderer/features/devices/DevicesPage.vue'
import { deviceColumns } from '../../../../renderer/features/devices/deviceColumns.ts'
import InventoryTable from '../../../../renderer/features/inventory/InventoryTable.vue'
import { inventoryColumns } from '../../../../renderer/features/inventory/inventoryColumns.ts'
import OperationsTable from '../../../../renderer/features/operations/OperationsTable.vue'
import { operationColumns } from '../../../../renderer/features/operations/operationColumns.ts'
import PackagesSection from '../../../../renderer/features/customer/PackagesSection.vue'
import { packageColumns } from '../../../../renderer/features/customer/packageColumns.ts'
import SalesTable from '../../../../renderer/features/salesHistory/SalesTable.vue'
import { salesColumns } from '../../../../renderer/features/salesHistory/salesColumns.ts'
import { noSalesFilter } from '../../../../renderer/features/salesHistory/salesFilter.ts'
import { widthIn, type TableColumn } from '../../../../renderer/ui/table.ts'
import { loadMessages } from '../../../../renderer/locales/index.ts'
import { accept, installBridge } from '../support/bridge.ts'
import { createCommands } from '../support/commands.ts'
import { row as customerRow } from '../support/customers.ts'
import { inventoryRow, item, now, operation } from '../support/samples.ts'
import { mounted, read, text } from '../support/mounted.ts'

const windowWidth = window.innerWidth
afterEach(() => void (window.innerWidth = windowWidth))

const customer = {
  ...customerRow('c-1'),
  email: 'ada@example.org',
  esims: [{ iccid: Iccid.parse('8948010000012345678'), state: 'installed', raw: null }],
  packageNames: ['Europe 3 GB'],
}
const sale: SaleRow = {
  uid: ItemUid.parse('item-1'),
  soldAt: now,
  name: 'Europe 1 GB',
  size: { value: 1, unit: 'GB' },
  validity: { value: 30, unit: 'days', unlimited: false },
  customerUid: CustomerUid.parse('c-1'),
  customerEmail: null,
  reference: null,
  price: { amount: '4.50', currency: 'USD' },
  retailPrice: null,
  channel: null,
  status: 'Purchased',
}
const stocked = inventoryRow({
  name: 'Europe 3 GB',
  stock: 3,
  highSpeed: { volume: null, throttle: '1 Mbps', interval: null, resetAt: null },
})
const inventory = { rows: [stocked], all: [stocked], sort: null, openId: null }

const layouts = ['wide', 'medium', 'narrow', 'details'] as const
type Layout = (typeof layouts)[number]
interface Table {
  readonly component: Component
  readonly props?: Record<string, unknown>
  /** The key above those of the headings. */
  readonly texts: string
  readonly columns: readonly TableColumn<string, Layout>[]
  /** The layouts of the table, each with a width of the window in which it has it. */
  readonly layouts?: Readonly<Partial<Record<Layout, number>>>
}
const customersTable = (filter: CustomerFilter): Table => ({
  component: CustomersGrid,
  props: {
    current: 0,
    count: 1,
    rowAt: () => customer,
    view: { ...defaultListView, filter },
    selected: new Set(),
    waiting: false,
    now,
  },
  texts: 'customers.columns',
  columns: [{ key: 'selected', width: '16px' }, ...customerColumns({ ...defaultListView, filter }, false)],
  layouts: { wide: 1230, medium: 1229, narrow: 1019 },
})
const tables: Readonly<Record<string, Table>> = {
  'the customers': customersTable('all'),
  'the customers whose packages have ended': customersTable('expired'),
  'the inventory': {
    component: InventoryTable,
    props: inventory,
    texts: 'inventory.column',
    columns: inventoryColumns,
    layouts: { wide: 1250, medium: 1249 },
  },
  'the inventory beside the details of a package': {
    component: InventoryTable,
    props: { ...inventory, openId: stocked.id },
    texts: 'inventory.column',
    columns: inventoryColumns,
    layouts: { details: 1250 },
  },
  'the operations': {
    component: OperationsTable,
    props: { rows: [operation({})] },
    texts: 'operations.column',
    columns: operationColumns,
    layouts: { wide: 1500, medium: 999, narrow: 759 },
  },
  'the sales': {
    component: SalesTable,
    props: { rows: [sale], filter: noSalesFilter },
    texts: 'salesHistory.column',
    columns: salesColumns,
  },
  'the devices': { component: DevicesPage, texts: 'devices.column', columns: deviceColumns },
  // Its layouts are those of its style sheet.
  'the packages of a customer': {
    component: PackagesSection,
    props: { items: [item()], now },
    texts: 'customer.packages.column',
    columns: packageColumns,
  },
}
const cases = Object.entries(tables).flatMap(([name, table]) =>
  layouts.flatMap((layout) => {
    const width = (table.layouts ?? { wide: 1280 })[layout]
    return width === undefined ? [] : [{ name, layout, width, ...table }]
  }),
)

test.each(cases)('$name: each column has its heading and a cell in the layout $layout', async (table) => {
  window.innerWidth = table.width
  const devices = [{ name: 'Pixel 8', vendor: 'Google', platform: 'Android' }]
  installBridge({ 'inventory.devices': accept({ rows: devices, fetchedAt: now }) })
  const wrapper = mounted(table.component, table.props, createCommands().provided)
  await flushPromises()
  const keys = table.columns.filter((column) => widthIn(column, table.layout) !== undefined).map(({ key }) => key)
  const headings = wrapper
    .findAll('[role=columnheader], th')
    .map((heading) => heading.attributes('aria-label') ?? read(heading))
  expect(headings).toEqual(keys.map((key) => expect.stringContaining(text(`${table.texts}.${key}`))))
  const cells = wrapper.findAll(':is([role=gridcell], [role=cell], td)')
  expect(cells.map((cell) => cell.text() !== '' || cell.find('svg').exists())).toEqual(keys.map(() => true))
})

test.each(DeskLanguage.options)('each heading has a text in the language %s', async (language) => {
  const { global } = createI18n({
    legacy: false,
    locale: language,
    messages: { [language]: await loadMessages(language) },
  })
  const missing = cases.flatMap(({ texts, columns }) =>
    columns
      .flatMap(({ key, hint }) => [`${texts}.${key}`, ...(hint === true ? [`${texts}.${key}Hint`] : [])])
      .filter((key) => !global.te(key)),
  )
  expect(missing).toEqual([])
})
