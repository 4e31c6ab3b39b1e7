/**
 * The names of the bridge and nothing else: what the preload script needs, without the schemas' weight.
 * `contract.ts` is checked against this list in both directions by the compiler and a test.
 */
export const contractNames = {
  connections: ['list', 'add', 'update', 'test', 'open', 'close', 'remove', 'current', 'startSandbox'],
  inventory: ['list', 'countries', 'devices'],
  customers: ['search', 'get', 'list', 'sync', 'status', 'wipe'],
  operations: ['preview', 'run', 'list', 'get', 'check', 'resolve', 'totals', 'exportCsv', 'rules', 'setRules', 'journal', 'acknowledge'],
  installation: ['sheet', 'print', 'savePdf', 'copy', 'email', 'mails', 'bulk', 'testMail'],
  settings: ['get', 'set'],
  sandbox: ['state', 'act'],
  updates: ['state', 'check', 'download', 'install', 'postpone'],
} as const

export const eventNames = ['sync.progress', 'customer.changed', 'operation.changed', 'journal.changed', 'mail.changed', 'connection.changed', 'updates.changed', 'notice'] as const

export type ContractNames = typeof contractNames
export type EventName = (typeof eventNames)[number]
