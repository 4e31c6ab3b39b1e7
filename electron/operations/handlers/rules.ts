/** Shows and changes the rules that a connection buys by. */
import { currentRules, requireSameRules, rulesOf } from '../buyingRules.ts'
import { serviceHost, type Handler } from '../context.ts'

export const rules: Handler<'rules'> =
  ({ connections, journal }) =>
  async () =>
    currentRules(journal, connections.require())

export const setRules: Handler<'setRules'> =
  ({ connections, journal, approvals, agent, guard }) =>
  async (next) => {
    const open = connections.require()
    const before = currentRules(journal, open)
    await approvals.rules(before, next, serviceHost(open))
    requireSameRules(before, currentRules(journal, open))
    journal.addRules(rulesOf(open), next, agent())
    guard.noteChange(open)
    void guard.flush()
    return currentRules(journal, open)
  }
