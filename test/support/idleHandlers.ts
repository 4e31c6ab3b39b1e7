/** Handlers of every operation that answer nothing: a test replaces those that it is about. */
import { DeskError } from '#shared/errors.ts'
import type { Handlers } from '../../electron/call.ts'

export const unanswered = (): Promise<never> => Promise.reject(new DeskError('not_found', 'Not this one'))
export const idleHandlers: Handlers = {
  connections: {
    list: async () => [],
    add: unanswered,
    update: unanswered,
    test: unanswered,
    open: unanswered,
    close: async () => null,
    remove: unanswered,
    current: async () => null,
    startSandbox: unanswered,
  },
  inventory: { list: unanswered, countries: unanswered, devices: unanswered },
  customers: {
    search: unanswered,
    get: unanswered,
    list: unanswered,
    sync: unanswered,
    status: unanswered,
    wipe: async () => null,
  },
  operations: {
    preview: unanswered,
    run: unanswered,
    list: unanswered,
    get: unanswered,
    check: unanswered,
    resolve: unanswered,
    totals: unanswered,
    exportCsv: unanswered,
    rules: unanswered,
    setRules: unanswered,
    journal: unanswered,
    acknowledge: unanswered,
  },
  installation: {
    sheet: unanswered,
    print: unanswered,
    savePdf: unanswered,
    copy: unanswered,
    email: unanswered,
    mails: unanswered,
    bulk: unanswered,
    testMail: unanswered,
  },
  settings: { get: unanswered, set: unanswered },
  sandbox: { state: unanswered, act: unanswered },
  updates: { state: unanswered, check: unanswered, download: unanswered, install: unanswered, postpone: unanswered },
}
