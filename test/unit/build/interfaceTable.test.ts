/** The tables of the interface's sections and rules name tests that exist, and leave none out. */
import { describe, expect, test } from 'vitest'
import { alertOf, type EventDetails } from '#shared/model/customer/events.ts'
import {
  WireActivationRequest,
  WireBalanceActivation,
  WireCountryChange,
  WireCustomerRegistration,
  WireDataConsumption,
  WireEsimStatus,
  WireLowBalance,
} from '#shared/wire/webhooks.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import { missingTests, tableRows } from '../../support/testTitles.ts'

const folder = new URL('../../', import.meta.url)

/** Rows that begin with a number: what the row is about, then in the third and fourth cell the file and the test. */
const rowsOf = (name: string): readonly (readonly string[])[] =>
  tableRows(new URL(name, folder)).filter(([about = '']) => /^\d/.test(about))

const numbered = (what: string, count: number, without: readonly number[] = []): readonly string[] =>
  Array.from({ length: count }, (_, at) => at + 1)
    .filter((number) => !without.includes(number))
    .map((number) => `${what} ${number}`)

describe.each(['INTERFACE.md', 'RULES.md'])('%s', (table) => {
  test('names tests that stand in the file named', () => {
    const rows = rowsOf(table).map(([, , file = '', title = '']) => ({ file, title }))
    expect(missingTests(rows, folder)).toEqual([])
  })
})

test('every section of the interface has its tests', () => {
  const rows = rowsOf('INTERFACE.md')
  const sections = new Set(rows.map(([section]) => section?.split('.')[0]))
  expect([...sections].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(rows.length).toBeGreaterThan(50)
})

test('every open point of the interface shows what the desk assumes and which other readings it copes with', () => {
  const open = rowsOf('INTERFACE.md').filter(([, about = '']) => about.startsWith('open: '))
  expect(open).toHaveLength(29)
  for (const row of open) expect(row.slice(4, 6).every((cell) => cell !== '')).toBe(true)
})

test('every rule of the interface has its tests', () => {
  const rules = new Set(rowsOf('RULES.md').map(([rule]) => rule))
  expect([...rules]).toEqual([
    ...numbered('2.2 rule', 2),
    ...numbered('2.5 rule', 3),
    ...numbered('2.6 total', 3),
    ...numbered('3.1 row', 4),
    ...numbered('3.2 row', 6),
    '3.3',
    ...numbered('3.4 rule', 5),
    ...numbered('4.13 condition', 3),
    ...numbered('5 rule', 7),
    '6.1',
    '6.2',
    '6.3',
    '6.4',
    '6.4b',
    '6.5',
    '6.6',
    // What happens only on the device is described below the table.
    ...numbered('7 row', 7),
    ...numbered('8 row', 7),
    ...numbered('9 rule', 5, [2, 3]),
  ])
})

/** The fields that are read of each webhook. */
const webhookSchemas: Readonly<Record<WebhookKind, { readonly shape: object }>> = {
  esimStatus: WireEsimStatus,
  balanceActivation: WireBalanceActivation,
  lowBalance: WireLowBalance,
  dataConsumption: WireDataConsumption,
  countryChange: WireCountryChange,
  activationRequest: WireActivationRequest,
  customerRegistration: WireCustomerRegistration,
}

/** Details with which a kind alerts, if it ever does. */
const alarming: EventDetails = { profileState: 'ERROR', outcome: 'late' }

test('the tables of webhooks have every kind with its alert, and every field that is read', () => {
  const rows = rowsOf('INTERFACE.md').filter(([, about = '']) => about.startsWith('`'))
  const named = rows.map(([, about = '']) => about.replaceAll('`', ''))
  const fields = WebhookKind.options.flatMap((kind) =>
    Object.keys(webhookSchemas[kind].shape).map((field) => `${kind}.${field}`),
  )
  expect(named.filter((name) => name.includes('.')).toSorted()).toEqual(fields.toSorted())
  const alerts = rows
    .filter(([, about = '']) => !about.includes('.'))
    .map(([, kind = '', , , , , alert = '']) => [kind.replaceAll('`', ''), alert.split(',')[0]])
  expect(Object.fromEntries(alerts)).toEqual(
    Object.fromEntries(WebhookKind.options.map((kind) => [kind, alertOf(kind, alarming) ?? 'none'])),
  )
})
