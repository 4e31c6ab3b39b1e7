/** Bugs in what buys. */
import { change, type Bug } from './bug.ts'

const sent: readonly Bug[] = [
  {
    name: 'id dropped from the metatag', proof: 'a purchase whose answer is lost is found by its id', says: /top-up is UNKNOWN after a minute/,
    changes: [change('operations/previewPurchase.ts', "metatag: metatagOf(template, id, subject.reference ?? '')", "metatag: metatagOf(template, '', subject.reference ?? '')")],
  },
  {
    name: 'body of a purchase rebuilt with another id on the second send', proof: 'the second send of a purchase carries the same id', says: /without its id/,
    changes: [change('operations/send.ts', 'client.sendMoney({ ...order, intentId', "client.sendMoney({ ...order, ...(number > 1 && 'body' in order ? { body: { ...order.body, metatag: order.body.metatag.replace(id, 'another-id') } } : {}), intentId")],
  },
  {
    name: 'expectedPrice left out', proof: 'the price that was agreed to goes along', says: /at another price it was CONFIRMED/,
    changes: [change('operations/previewPurchase.ts', '...(expected === undefined ? {} : { expectedPrice: expected }),', '')],
  },
]

const answers: readonly Bug[] = [
  {
    name: 'a purchase CONFIRMED without a valid body', proof: 'a success that says not what was bought is not known', says: /it is CONFIRMED with 0 executions/,
    changes: [
      change('operations/kinds.ts', 'severalRoutes: false, body: isActivationOf(customerUid) }', 'severalRoutes: false }'),
      change('operations/send.ts', "|| !('body' in order)) return verdict", "|| !('body' in order) || !evidence.body.includes('activatedItem')) return verdict"),
    ],
  },
  {
    name: 'what was made written after CONFIRMED', proof: 'what was made is written with its end or not at all', says: /CONFIRMED in the journal without what it made/,
    changes: [
      change('operations/journal.ts', 'addTransition(id, transition)\n    if (made !== undefined) addMade(id, made)', 'if (made !== undefined) addMade(id, made)'),
      change('operations/journal.ts', 'writing(() => { addMove.immediate(id, transition, made) })', 'writing(() => { addTransition(id, transition) })\n      writing(() => { addMove.immediate(id, transition, made) })'),
    ],
  },
]

const looks: readonly Bug[] = [
  {
    name: 'an empty read as NOT_APPLIED for a purchase', proof: 'a purchase that is not found stays open, and is never repeated', says: /looks made it NOT_APPLIED/,
    changes: [change('operations/look.ts', "transition: stays(row, 'read: not found')", "transition: { state: 'NOT_APPLIED', cause: 'read: not found' }")],
  },
  {
    name: 'UNKNOWN purchase repeated by the reconciler', proof: 'a purchase that is not found stays open, and is never repeated', says: /there were [2-9] requests/,
    changes: [
      change('operations/operations.ts', 'const settledLooks =', 'const orders = new Map()\n  const settledLooks ='),
      change('operations/operations.ts', 'const order = bound.order(intent.id)', 'const order = bound.order(intent.id)\n        orders.set(intent.id, order)'),
      change('operations/operations.ts', '    note(row, seen)\n    seen.entries', "    if (seen.transition?.cause === 'read: not found') await open.client.sendMoney({ ...orders.get(row.id), intentId: row.id, route: 0 })\n    note(row, seen)\n    seen.entries"),
    ],
  },
  {
    name: 'failed reads counted as looks', proof: 'a read that failed counts for nothing', says: /it is NEEDS_HUMAN/,
    changes: [change('operations/reconcile.ts', 'if (made) goOn(one, after)\n    else goOnAfterFailure(one, after)', 'goOn(one, after)')],
  },
  {
    name: 'late twin not looked for', proof: 'a late twin is told', says: /0 twins were told/,
    changes: [change('operations/operations.ts', "if (isPurchaseKind(row.kind) && transition.state === 'CONFIRMED') reconciler.watchForTwins(row)", '')],
  },
]

const sums: readonly Bug[] = [
  {
    name: 'float sums in the totals', proof: 'sums are exact', says: /add up to \d+\.\d{3,}/,
    changes: [change('operations/totals.ts', "addAmounts(sums.get(currency) ?? '0', timesAmount(amount, count))", "String(Number(sums.get(currency) ?? '0') + Number(timesAmount(amount, count)))")],
  },
  {
    name: 'float sums at the limit', proof: 'a limit that is just reached allows', says: /what just fits was operation_not_possible/,
    changes: [change('operations/totals.ts', 'compareAmounts(addAmounts(spent, amount), limit) > 0', 'Number(spent) + Number(amount) > Number(limit)')],
  },
  {
    name: 'daily limit only in the preview', proof: 'a limit holds in the moment of the press', says: /beyond the limit it was CONFIRMED/,
    changes: [change('operations/operations.ts', 'checkLimit(bound, journal, clock.now(), rules(open).dailyLimit)', '')],
  },
]

export const purchaseBugs: readonly Bug[] = [...sent, ...answers, ...looks, ...sums]
