/** The handlers of the bridge for operations. */
import type { OperationsContext, OperationsHandlers } from '../context.ts'
import { exportCsv, get, list, totals } from './journal.ts'
import { preview } from './preview.ts'
import { check, resolve } from './resolve.ts'
import { rules, setRules } from './rules.ts'
import { run } from './run.ts'

export function createHandlers(context: OperationsContext): OperationsHandlers {
  const { guard, agent } = context
  return {
    preview: (input, call) => preview(context, input, call),
    run: (input, call) => run(context, input, call),
    list: (input, call) => list(context, input, call),
    get: (input, call) => get(context, input, call),
    check: (input, call) => check(context, input, call),
    resolve: (input, call) => resolve(context, input, call),
    totals: (input, call) => totals(context, input, call),
    exportCsv: (input, call) => exportCsv(context, input, call),
    journal: guard.state,
    acknowledge: ({ id }) => guard.acknowledge(id, agent()),
    rules: (input, call) => rules(context, input, call),
    setRules: (input, call) => setRules(context, input, call),
  }
}
