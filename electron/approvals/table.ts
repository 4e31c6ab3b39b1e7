/**
 * The approval questions of each operation of the bridge. An operation that is missing from the table doesn't compile,
 * so whoever adds an operation has to decide here.
 */
import type { Namespace, OperationName } from '#shared/contract.ts'
import type { Question } from './question.ts'

/** `never`: the operation spends nothing, sends nothing to an endpoint of the window's choice, and weakens no rule. */
type RequiredQuestions = 'never' | readonly [Question['kind'], ...Question['kind'][]]

export const questionsByOperation = {
  connections: {
    list: 'never',
    /** Asks about an endpoint or a link host that is not stored yet. */
    add: ['service'],
    update: ['service'],
    test: ['service'],
    /** The endpoint was approved when it was stored. */
    open: 'never',
    close: 'never',
    remove: 'never',
    current: 'never',
    /** The desk starts the sandbox itself, on this machine. */
    startSandbox: 'never',
  },
  inventory: { list: 'never', countries: 'never', devices: 'never' },
  customers: {
    search: 'never',
    similar: 'never',
    /** The list of customers names all of them. */
    names: 'never',
    get: 'never',
    /** Mails with activation codes then go to the new address without a question. */
    correctEmail: ['correction'],
    list: 'never',
    connectivity: 'never',
    browse: 'never',
    /** On Electron the person chooses the file; the Chromium host writes it to the folder of downloads. */
    exportCsv: 'never',
    sync: 'never',
    cancelSync: 'never',
    status: 'never',
    wipe: 'never',
    localList: 'never',
    /** A list on this machine has nothing that the window could not read from the service. */
    setLocalList: 'never',
    links: 'never',
    /** A link is shown and moves no money. */
    link: 'never',
    unlink: 'never',
    today: 'never',
    tickOff: 'never',
  },
  operations: {
    preview: 'never',
    /** Asks about a high or unknown amount, operations faster than a person works, and what may be done twice. */
    run: ['money'],
    list: 'never',
    get: 'never',
    /** Only what it reads changes anything. */
    check: 'never',
    /** Asks before what may have been done is recorded as not done, because it can then be sent again. */
    resolve: ['notApplied'],
    totals: 'never',
    exportCsv: 'never',
    rules: 'never',
    /** Asks about a rule that is raised, removed or replaced. */
    setRules: ['rules'],
    journal: 'never',
    acknowledge: ['journal'],
  },
  salesHistory: { list: 'never', exportCsv: 'never' },
  /** Notes stay on this machine. */
  notes: { add: 'never', edit: 'never', remove: 'never' },
  events: {
    list: 'never',
    markRead: 'never',
    markAllRead: 'never',
    timeline: 'never',
    watch: 'never',
    status: 'never',
    /** The window could otherwise send customers' uids to any address. */
    connectRelay: ['relay'],
    disconnectRelay: 'never',
    /** A test event causes no read. */
    sendTest: 'never',
  },
  installation: {
    /** Asks if activation codes are read faster than a person works. */
    sheet: ['codes'],
    /** The window can't read the codes on paper and in files. */
    print: 'never',
    savePdf: 'never',
    copy: ['codes'],
    /** The main process composes the address, which is that of one of three services. */
    share: ['codes'],
    /** Asks once before many mails, so that no question comes between them. */
    approveMails: ['mails'],
    /** Also asks about an address that is not the customer's. */
    email: ['codes', 'recipient'],
    /** The window gets no code. */
    previewMail: 'never',
    mails: 'never',
    leftOfRun: 'never',
    bulk: 'never',
    cancelFile: 'never',
    /** Asks about an address that is not the sender's. */
    testMail: ['recipient'],
  },
  letters: {
    /** The window gets no code. */
    preview: 'never',
    /** Asks once before many mails, and before an agent's sentence to several customers. */
    approve: ['letters'],
    /**
     * It goes to the customer's own address, and is counted as a code is. A sentence of the agent to a second customer
     * within ten minutes is asked about.
     */
    send: ['codes', 'letters'],
  },
  settings: {
    get: 'never',
    /** Asks about another mail server than the stored one. */
    set: ['mailServer'],
  },
  sandbox: {
    state: 'never',
    /**
     * Acts on the sandbox alone, which is a process of this machine. It can make the sandbox call the receivers of its
     * webhooks, and only the main process sets those.
     */
    act: 'never',
    prepare: 'never',
    /** The codes of the sandbox are invented. */
    mail: 'never',
    saveMail: 'never',
  },
  /** The published files are verified, and the window can't choose the server. */
  updates: { state: 'never', check: 'never', download: 'never', install: 'never', postpone: 'never' },
} as const satisfies { readonly [N in Namespace]: { readonly [O in OperationName<N>]: RequiredQuestions } }
