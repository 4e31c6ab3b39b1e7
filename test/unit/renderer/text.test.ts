/** Every value that the window inserts into a key has a text. The linter can't see composed keys. */
import { expect, test } from 'vitest'
import {
  ConfirmedBy,
  EchoedReference,
  OperationKind,
  OperationState,
  RefundReason,
} from '#shared/model/operation/operation.ts'
import { ActionReason, EsimState, ItemPhase } from '#shared/model/customer/views.ts'
import { causeIds } from '../../../renderer/rules/cause.ts'
import { UpdateProblem } from '#shared/model/updates.ts'
import { ActivationMode } from '#shared/wire/activationMode.ts'
import { inventoryColumns } from '../../../renderer/features/inventory/inventoryColumns.ts'
import { activeChoices, sizeBands, validityBands } from '../../../renderer/lib/inventoryFilter.ts'
import { causeKeys } from '../../../renderer/features/operations/causeTexts.ts'
import { createDeskI18n } from '../../../renderer/locales/index.ts'

const { global: i18n } = createDeskI18n()
const keys = (prefix: string, values: readonly string[], suffix = ''): string[] =>
  values.map((value) => `${prefix}.${value}${suffix}`)

test.each([
  ...keys('customer.phase', ItemPhase.options),
  ...keys('customer.reason', ActionReason.options),
  ...keys('customer.reasonShort', ActionReason.options),
  ...keys('customer.mode', ['NOW', 'FIRST_USE', 'ON_DEMAND']),
  ...keys('customer.validityLength', ['hours', 'days', 'weeks', 'months', 'years']),
  ...keys('common.esimState', EsimState.options),
  ...keys('money.refundReason', RefundReason.options),
  ...keys('money.outcome.activateText', ConfirmedBy.options),
  ...keys('money.outcome.refundText', ConfirmedBy.options),
  ...keys('money.outcome.boughtText', ConfirmedBy.options),
  ...keys(
    'money.outcome.echoed',
    EchoedReference.options.filter((echoed) => echoed !== 'same'),
  ),
  ...keys('purchases.mode', ActivationMode.options),
  ...keys('purchases.mode', ActivationMode.options, 'Text'),
  ...keys('purchases.summary', ActivationMode.options),
  ...keys('purchases.field', ['package', 'customer', 'email', 'country', 'ip', 'reference']),
  ...keys('purchases.package', ['inactive', 'other_set', 'probably_other_set']),
  ...keys('operations.state', OperationState.options),
  ...keys('operations.stateMeaning', OperationState.options),
  ...keys('operations.confirmedBy', ConfirmedBy.options),
  ...keys('operations.kind', OperationKind.options),
  ...keys('operations.todo', OperationKind.options),
  ...keys('operations.resolve.happened', OperationKind.options),
  ...keys('operations.cause', [...causeKeys.values(), 'restartNotSent']),
  ...keys(
    'inventory.column',
    inventoryColumns.map(({ key }) => key),
  ),
  ...keys('inventory.sizeBand', sizeBands),
  ...keys('inventory.validityBand', validityBands),
  ...keys('inventory.activeChoice', activeChoices),
  ...keys('verdict.cause', [...causeIds, 'wrongCountryAsk']),
  ...keys('verdict.short', [...causeIds, 'wrongCountryAsk']),
  ...keys('verdict.next', [...causeIds, 'wrongCountryRecord', 'wrongCountryPackage']),
  ...keys('updates.problem', UpdateProblem.options, '.what'),
  ...keys('updates.problem', UpdateProblem.options, '.todo'),
])('%s has a text', (key) => {
  expect(i18n.te(key)).toBe(true)
  expect(i18n.t(key)).not.toBe('')
})
