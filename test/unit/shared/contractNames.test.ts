import { expect, it } from 'vitest'
import { contractNames, eventNames } from '#shared/contract-names.ts'

it('the contract has exactly the names that outside programs use', () => {
  expect(contractNames).toEqual({
    connections: ['list', 'add', 'update', 'test', 'open', 'close', 'remove', 'current', 'startSandbox'],
    inventory: ['list', 'countries', 'devices'],
    customers: [
      'search',
      'get',
      'list',
      'sync',
      'cancelSync',
      'status',
      'wipe',
      'localList',
      'setLocalList',
      'links',
      'link',
      'unlink',
    ],
    operations: [
      'preview',
      'run',
      'list',
      'get',
      'check',
      'resolve',
      'totals',
      'exportCsv',
      'rules',
      'setRules',
      'journal',
      'acknowledge',
    ],
    events: [
      'list',
      'markRead',
      'markAllRead',
      'timeline',
      'watch',
      'status',
      'connectRelay',
      'disconnectRelay',
      'sendTest',
    ],
    installation: ['sheet', 'print', 'savePdf', 'copy', 'email', 'mails', 'bulk', 'testMail'],
    settings: ['get', 'set'],
    sandbox: ['state', 'act'],
    updates: ['state', 'check', 'download', 'install', 'postpone'],
  })
  expect(eventNames).toEqual([
    'sync.progress',
    'customer.changed',
    'operation.changed',
    'journal.changed',
    'mail.changed',
    'connection.changed',
    'events.changed',
    'updates.changed',
    'page.requested',
    'notice',
  ])
})
