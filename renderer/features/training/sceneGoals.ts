/**
 * What good looks like in each scene of the training, checked from the journal and the customer: never from what was
 * clicked.
 */
import { isTerminal, isUnresolved } from '#shared/model/operation/operationStates.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { TrainingSceneName } from '#shared/model/training.ts'
import type { CustomerView, InventoryRow } from '#shared/model/customer/views.ts'
import type { Iccid } from '#shared/wire/ids.ts'

export interface SceneFacts {
  /** The customer's local copy, or `null` while it is not known. */
  readonly view: CustomerView | null
  /** The operations of the journal on this customer. */
  readonly operations: readonly OperationRow[]
  /** The sales to new customers with the same e-mail address. */
  readonly sales: readonly OperationRow[]
  readonly inventory: readonly InventoryRow[]
  /** The eSIM that the scene is about. */
  readonly iccid: Iccid
  /** The ISO2 code of the country where the customer is. */
  readonly country: string | null
}

export type GoalId =
  | 'dataSold'
  | 'soldOnce'
  | 'online'
  | 'soldThere'
  | 'nothingMoreHere'
  | 'givenBack'
  | 'installed'
  | 'nothingSold'
  | 'refundTried'
  | 'triedOnce'
  | 'notRepeated'
  | 'outcomeRecorded'
  | 'refunded'

export interface Goal {
  readonly id: GoalId
  readonly reached: boolean
}

const ofKind = ({ operations }: SceneFacts, kind: OperationRow['kind']): readonly OperationRow[] =>
  operations.filter((row) => row.kind === kind).toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
const confirmed = ({ state }: OperationRow): boolean => state === 'CONFIRMED'
const goal = (id: GoalId, reached: boolean): Goal => ({ id, reached })

function topUps(facts: SceneFacts): readonly OperationRow[] {
  return [...ofKind(facts, 'top-up'), ...ofKind(facts, 'top-up-with-profile')].filter(
    ({ state }) => state !== 'REJECTED',
  )
}

/** A package that works in the country where the customer is, sold to the same address. */
function isSoldThere({ sales, country, inventory }: SceneFacts): boolean {
  return sales.filter(confirmed).some(({ inventoryItemId }) => {
    const row = inventory.find(({ id }) => id === inventoryItemId)
    return country !== null && row !== undefined && (row.countrySet === country || row.countries.includes(country))
  })
}

const isInstalled = ({ view, iccid }: SceneFacts): boolean =>
  view?.esims.some((esim) => esim.iccid === iccid && esim.state === 'installed') === true

/** The next refund was sent only once the outcome of the one before was known. */
function waitedForOutcome(refunds: readonly OperationRow[]): boolean {
  return refunds.every(({ createdAt }, index) => {
    const before = refunds[index - 1]
    return before === undefined || (isTerminal(before.state) && before.updatedAt <= createdAt)
  })
}

const goals: Readonly<Record<TrainingSceneName, (facts: SceneFacts) => readonly Goal[]>> = {
  noData: (facts) => [
    goal('dataSold', topUps(facts).some(confirmed)),
    goal('soldOnce', topUps(facts).length === 1),
    goal('online', facts.view?.items.some(({ phase }) => phase === 'active') === true),
  ],
  wrongCountry: (facts) => [
    goal('givenBack', ofKind(facts, 'refund').some(confirmed)),
    goal('soldThere', isSoldThere(facts)),
    goal('nothingMoreHere', topUps(facts).length === 0),
  ],
  notInstalled: (facts) => [goal('installed', isInstalled(facts)), goal('nothingSold', facts.operations.length === 0)],
  twoEsims: (facts) => [goal('installed', isInstalled(facts)), goal('nothingSold', facts.operations.length === 0)],
  refundRefused: (facts) => {
    const refunds = ofKind(facts, 'refund')
    return [
      goal(
        'refundTried',
        refunds.some(({ state }) => state === 'REJECTED'),
      ),
      goal('triedOnce', refunds.length === 1),
    ]
  },
  unconfirmedRefund: (facts) => {
    const refunds = ofKind(facts, 'refund')
    const [first] = refunds
    return [
      goal('notRepeated', first !== undefined && waitedForOutcome(refunds)),
      goal('outcomeRecorded', first?.state === 'NOT_APPLIED'),
      goal('refunded', refunds.some(confirmed)),
    ]
  },
}

export const goalsOf = (name: TrainingSceneName, facts: SceneFacts): readonly Goal[] => goals[name](facts)

/** The operator has answered that nothing arrived: the agent can record the outcome. */
export const hasOperatorAnswered = (name: TrainingSceneName, facts: SceneFacts): boolean =>
  name === 'unconfirmedRefund' && ofKind(facts, 'refund').some(({ state }) => isUnresolved(state))
