/** Bugs in purchases. */
import type { Bug } from './bug.ts'
import { after, before, remove, replace, replacePart } from './edits.ts'

const runHandler = 'operations/handlers/run.ts'
const checkRuns = 'operations/reconcile/checks.ts'
const send = 'operations/send/send.ts'
const journal = 'operations/journal/journalWrites.ts'
const previewPurchase = 'operations/preview/previewPurchase.ts'
const totals = 'operations/export/totals.ts'

const sent: readonly Bug[] = [
  {
    name: 'id dropped from the metatag',
    proof: 'a purchase whose answer is lost is found by its id',
    message: /top-up is UNKNOWN after a minute/,
    changes: [replacePart({ file: previewPurchase, find: 'metatagOf($template, { id: $id, $$$ })' }, '$id', "''")],
  },
  {
    name: 'body of a purchase with another id in the second request',
    proof: 'the second request of a purchase has the same id',
    message: /without its id/,
    changes: [
      replacePart(
        {
          file: send,
          find: '$client.sendMoney({ ...$order, intentId: $id, $$$ })',
          given: ['const $facts = { number: $number, $$$ }'],
        },
        '$order',
        `($number > 1 && 'body' in $order
          ? { ...$order, body: { ...$order.body, metatag: $order.body.metatag.replace($id, 'another-id') } }
          : $order)`,
      ),
    ],
  },
  {
    name: 'missing expectedPrice',
    proof: 'a purchase is sent with the agreed price',
    message: /at another price it was CONFIRMED/,
    changes: [replace({ file: previewPurchase, find: '$price === undefined ? {} : { expectedPrice: $price }' }, '{}')],
  },
]

const answers: readonly Bug[] = [
  {
    name: 'a purchase CONFIRMED without a valid body',
    proof: 'a success without its result is UNKNOWN',
    message: /it is CONFIRMED with 0 executions/,
    changes: [
      replace(
        { file: 'operations/send/classify.ts', find: "$denies ? 'denied' : 'open'" },
        "$denies ? 'denied' : 'accepted'",
      ),
    ],
  },
  {
    name: 'result of a purchase written after CONFIRMED',
    proof: 'the result of a purchase is written together with CONFIRMED',
    message: /CONFIRMED in the journal without a result/,
    changes: [
      before(
        {
          file: journal,
          find: '$addMove.immediate($operation, $state, $result)',
          given: ['const $addMove = $db.transaction(($id, $transition, $written) => { $add($id, $transition); $$$ })'],
        },
        '$add($operation, $state)',
      ),
      remove({
        file: journal,
        given: ['const $addMove = $db.transaction(($id, $transition, $written) => { $add($id, $transition); $$$ })'],
        inside: '$addMove',
        find: '$add($id, $transition)',
      }),
    ],
  },
]

const checks: readonly Bug[] = [
  {
    name: 'an empty read as NOT_APPLIED for a purchase',
    proof: 'a purchase that is not found stays UNKNOWN and is never repeated',
    message: /checks made it NOT_APPLIED/,
    changes: [
      replace(
        { file: 'operations/reconcile/checkOutcome.ts', find: "$stays($row, 'read: not found')" },
        "{ state: 'NOT_APPLIED', cause: 'read: not found' }",
      ),
    ],
  },
  {
    name: 'UNKNOWN purchase repeated by the reconciler',
    proof: 'a purchase that is not found stays UNKNOWN and is never repeated',
    message: /there were [2-9] requests/,
    changes: [
      after(
        { file: runHandler, find: '$bound.requestOf($intent.id, $agent)' },
        'globalThis.orders = new Map(globalThis.orders).set($intent.id, $bound.requestOf($intent.id, $agent))',
      ),
      replace(
        { file: checkRuns, find: 'checkOutcome({ client: $client, row: $row, $$$ })' },
        `$match.then(async (seen) => {
          if (seen.transition?.cause === 'read: not found') {
            await $client.sendMoney({ ...globalThis.orders?.get($row.id), intentId: $row.id })
          }
          return seen
        })`,
      ),
    ],
  },
  {
    name: 'failed reads counted as checks',
    proof: 'a failed read does not count as a check',
    message: /it is NEEDS_HUMAN/,
    changes: [
      replace(
        {
          file: 'operations/reconcile/reconcile.ts',
          find: 'if ($isRead) $goOn($context, $watched, $row); else $goOnAfterFailure($context, $watched, $row)',
        },
        '$goOn($context, $watched, $row)',
      ),
    ],
  },
  {
    name: 'no checks for late duplicates',
    proof: 'a late duplicate is reported',
    message: /0 duplicates were reported/,
    changes: [replace({ file: checkRuns, find: 'isTerminal($transition.state)' }, 'false')],
  },
]

const sums: readonly Bug[] = [
  {
    name: 'floating-point sums in the totals',
    proof: 'totals are exact',
    message: /add up to \d+\.\d{3,}/,
    changes: [
      replace(
        { file: totals, find: 'addAmounts($sums.get($currency) ?? $zero, timesAmount($amount, $count))' },
        'String(Number($sums.get($currency) ?? $zero) + Number(timesAmount($amount, $count)))',
      ),
    ],
  },
  {
    name: 'floating-point sums at the limit',
    proof: 'a purchase that just reaches the limit is allowed',
    message: /at the limit it was operation_not_possible/,
    changes: [
      replace(
        { file: totals, find: 'compareAmounts(addAmounts($spent, $amount), $limit) > 0' },
        'Number($spent) + Number($amount) > Number($limit)',
      ),
    ],
  },
  {
    name: 'daily limit only in the preview',
    proof: 'the limit is checked at the submission',
    message: /beyond the limit it was CONFIRMED/,
    changes: [remove({ file: runHandler, find: 'checkLimit($$$)' })],
  },
]

export const purchaseBugs: readonly Bug[] = [...sent, ...answers, ...checks, ...sums]
