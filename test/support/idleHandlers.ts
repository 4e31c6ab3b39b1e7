/** Handlers that refuse every operation. A test replaces those that it needs. */
import { DeskError } from '#shared/errors.ts'
import type { Handlers } from '../../electron/bridge/index.ts'

export const notAnswered = (): Promise<never> => Promise.reject(new DeskError('not_found', 'Not this one'))
export const idleHandlers: Handlers = {
  connections: {
    list: async () => [],
    add: notAnswered,
    update: notAnswered,
    test: notAnswered,
    open: notAnswered,
    close: async () => null,
    remove: notAnswered,
    current: async () => null,
    startSandbox: notAnswered,
  },
  inventory: { list: notAnswered, countries: notAnswered, devices: notAnswered },
  customers: {
    search: notAnswered,
    get: notAnswered,
    list: notAnswered,
    sync: notAnswered,
    cancelSync: notAnswered,
    status: notAnswered,
    wipe: async () => null,
  },
  operations: {
    preview: notAnswered,
    run: notAnswered,
    list: notAnswered,
    get: notAnswered,
    check: notAnswered,
    resolve: notAnswered,
    totals: notAnswered,
    exportCsv: notAnswered,
    rules: notAnswered,
    setRules: notAnswered,
    journal: notAnswered,
    acknowledge: notAnswered,
  },
  events: {
    list: notAnswered,
    markRead: notAnswered,
    markAllRead: notAnswered,
    timeline: notAnswered,
    watch: notAnswered,
    status: notAnswered,
  },
  installation: {
    sheet: notAnswered,
    print: notAnswered,
    savePdf: notAnswered,
    copy: notAnswered,
    email: notAnswered,
    mails: notAnswered,
    bulk: notAnswered,
    testMail: notAnswered,
  },
  settings: { get: notAnswered, set: notAnswered },
  sandbox: { state: notAnswered, act: notAnswered },
  updates: {
    state: notAnswered,
    check: notAnswered,
    download: notAnswered,
    install: notAnswered,
    postpone: notAnswered,
  },
}
