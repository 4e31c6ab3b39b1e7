/**
 * Which operations of the bridge ask a person, and when. An operation that is not in the table doesn't compile: whoever adds
 * one decides here.
 */
import type { Namespace, OperationName } from '#shared/contract.ts'
import type { Question } from './question.ts'

/** `never`: neither spends, nor sends anything to a place that a window could choose, nor makes a rule weaker. */
type RequiredQuestions = 'never' | readonly [Question['kind'], ...Question['kind'][]]

export const questionsByOperation = {
  connections: {
    list: 'never',
    /** A place or a host of links that is not stored yet. */
    add: ['service'],
    update: ['service'],
    test: ['service'],
    /** Opens what is stored, which was asked about then. */
    open: 'never',
    close: 'never',
    remove: 'never',
    current: 'never',
    /** The desk starts it itself, on this machine. */
    startSandbox: 'never',
  },
  inventory: { list: 'never', countries: 'never', devices: 'never' },
  customers: { search: 'never', get: 'never', list: 'never', sync: 'never', status: 'never', wipe: 'never' },
  operations: {
    preview: 'never',
    /** An amount above the rule's or unknown, or operations faster than a person works. */
    run: ['money'],
    list: 'never',
    get: 'never',
    check: 'never',
    resolve: 'never',
    totals: 'never',
    exportCsv: 'never',
    rules: 'never',
    /** A rule that is raised, removed or replaced. */
    setRules: ['rules'],
    journal: 'never',
    acknowledge: ['journal'],
  },
  installation: {
    /** Codes faster than a person works; so for each that hands one out. */
    sheet: ['codes'],
    /** On paper and in files, where no window reads them. */
    print: 'never',
    savePdf: 'never',
    copy: ['codes'],
    /** Also an address that is not the customer's. */
    email: ['codes', 'recipient'],
    mails: 'never',
    bulk: 'never',
    /** An address that is not the sender's. */
    testMail: ['recipient'],
  },
  settings: {
    get: 'never',
    /** A mail server other than the stored one. */
    set: ['mailServer'],
  },
  sandbox: { state: 'never', act: 'never' },
  /** The published files are verified, and no window chooses the server. */
  updates: { state: 'never', check: 'never', download: 'never', install: 'never', postpone: 'never' },
} as const satisfies { readonly [N in Namespace]: { readonly [O in OperationName<N>]: RequiredQuestions } }
