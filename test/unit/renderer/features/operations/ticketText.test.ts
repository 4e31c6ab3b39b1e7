/** What an operator gets to find an operation: everything that identifies it, and no personal data. */
import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import type { OperationDetail } from '#shared/model/operation/operation.ts'
import { CustomerUid, EsimUid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'
import { causeKeys } from '../../../../../renderer/features/operations/causeTexts.ts'
import { useTicketText } from '../../../../../renderer/features/operations/useTicketText.ts'
import { mounted, text } from '../../support/mounted.ts'
import { now, operation } from '../../support/samples.ts'

const detail: OperationDetail = {
  operation: operation({
    kind: 'top-up',
    state: 'NEEDS_HUMAN',
    confirmedBy: null,
    refundReason: null,
    mode: 'NOW',
    inventoryItemId: InventoryItemId.parse('europe-3'),
    esimUid: EsimUid.parse('e-1'),
    reference: 'for ada@example.org',
    reason: 'reset',
    duplicates: [{ customerUid: CustomerUid.parse('c-1'), itemUid: ItemUid.parse('i-9'), foundAt: now }],
  }),
  transitions: [
    { at: now, state: 'INTENT', cause: 'run', detail: null },
    { at: now, state: 'UNKNOWN', cause: 'reset', detail: 'after headers' },
    { at: now, state: 'NEEDS_HUMAN', cause: 'looks ended', detail: null },
    { at: now, state: 'NOT_APPLIED', cause: 'person', detail: 'Ada: the customer Bob said so' },
  ],
  attempts: [
    { number: 1, route: '/service/activations/top-up', began: now, ended: now, outcome: 'answer 503' },
    { number: 2, route: '/other', began: now, ended: null, outcome: null },
  ],
  note: 'Bob is at the airport',
  iccids: ['8948010000012345678'],
}

function textOf(given: OperationDetail): string {
  let text = ''
  mounted(
    defineComponent({
      setup: () => {
        const write = useTicketText()
        text = write(given)
        return () => h('i')
      },
    }),
  )
  return text
}

test('identifiers, amounts, requests and causes have a line each, in UTC', () => {
  expect(textOf(detail).split('\n')).toEqual([
    `${text('operations.detail.id')}: 01JD000000000000000000000A`,
    `${text('operations.kindLabel')}: ${text('operations.kind.top-up')}`,
    `${text('operations.stateLabel')}: ${text('operations.state.NEEDS_HUMAN')}`,
    `${text('operations.ticket.created')}: ${now}`,
    `${text('operations.ticket.updated')}: ${now}`,
    `${text('operations.ticket.customer')}: c-1`,
    `${text('operations.detail.item')}: i-1`,
    `${text('operations.detail.esim')}: e-1`,
    `${text('operations.detail.iccids')}: 8948010000012345678`,
    `${text('operations.detail.package')}: ${text('operations.ticket.withId', { name: 'Europe 3 GB', id: 'europe-3' })}`,
    `${text('operations.detail.mode')}: ${text('operations.mode.NOW')}`,
    `${text('operations.detail.reference')}: for …`,
    `${text('operations.detail.agreed')}: 4.50 USD`,
    `${text('operations.detail.cause')}: ${text('operations.cause.reset')}`,
    `${text('operations.detail.attempts')}:`,
    `  1. /service/activations/top-up · ${now} – ${now} · ${text('operations.attempt.answered', { status: 503 })}`,
    `  2. /other · ${now} – ${text('operations.detail.notEnded')} · ${text('operations.detail.none')}`,
    `${text('operations.detail.history')}:`,
    `  ${now} ${text('operations.state.INTENT')}: ${text('operations.cause.run')}`,
    `  ${now} ${text('operations.state.UNKNOWN')}: ${text('operations.cause.reset')} (after headers)`,
    `  ${now} ${text('operations.state.NEEDS_HUMAN')}: ${text('operations.cause.looksEnded')}`,
    `  ${now} ${text('operations.state.NOT_APPLIED')}: ${text('operations.cause.person')}`,
    `${text('operations.ticket.duplicates')}:`,
    `  ${now} c-1 i-9`,
    '',
  ])
})

test('no term of the journal stands in it, and a reason of the service stands as it is', () => {
  const terms = [...causeKeys.keys()].filter((term) => /[ _:]/.test(term))
  const text = textOf({
    ...detail,
    operation: { ...detail.operation, reason: 'Locked until Monday' },
    transitions: terms.map((cause) => ({ at: now, state: 'UNKNOWN', cause, detail: null })),
    attempts: terms.map((outcome) => ({ number: 1, route: '/r', began: now, ended: now, outcome })),
  })
  for (const term of terms) expect(text).not.toContain(term)
  expect(text).toContain('Locked until Monday')
})

test('it contains no e-mail, no note and no personal text', () => {
  for (const personal of ['ada@example.org', 'airport', 'Bob', 'Ada']) expect(textOf(detail)).not.toContain(personal)
})
