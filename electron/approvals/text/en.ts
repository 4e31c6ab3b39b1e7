import { rateLimits } from '../rules.ts'
import type { QuestionsText } from './types.ts'

const warning = 'If you did not ask for this yourself just now, say no and report it.'

export const en: QuestionsText = {
  questions: {
    service: {
      title: 'Connect to this service?',
      text:
        `The desk has not used it in this way before. Client ID, client secret and customers' data go ` +
        `there. ${warning}`,
      yes: 'Connect',
      no: "Don't connect",
    },
    relay: {
      title: 'Receive events from this relay?',
      text: `This desk signs in there and reports which customers it reads after an event. ${warning}`,
      yes: 'Use it',
      no: "Don't use it",
    },
    mailServer: {
      title: 'Use this mail server?',
      text: `Mails with activation codes will be handed to it under this sender's address. ${warning}`,
      yes: 'Use it',
      no: "Don't use it",
    },
    recipient: {
      title: 'Send to this address?',
      text: `It is not the address that is on record. Whoever reads the mail can use what is in it. ${warning}`,
      yes: 'Send',
      no: "Don't send",
    },
    correction: {
      title: "Change this customer's e-mail address?",
      text: `From then on the desk sends activation codes for this customer there without a question. ${warning}`,
      yes: 'Change it',
      no: "Don't change it",
    },
    rules: {
      title: 'Change the rules for buying?',
      text: `They protect less after this change than before. ${warning}`,
      yes: 'Change them',
      no: 'Leave them',
    },
    money: {
      title: 'Send this operation?',
      text: warning,
      yes: 'Send it',
      no: "Don't send it",
    },
    notApplied: {
      title: 'Record that this was not done?',
      text:
        `What was read doesn't prove it. Once it is recorded, the same can be sent again, and it may be ` +
        `done twice. ${warning}`,
      yes: 'It was not done',
      no: "Don't record it",
    },
    codes: {
      title: 'Hand out many activation codes?',
      text:
        `More than ${String(rateLimits.codes.count)} activation codes were requested within a minute. ` +
        `Say yes only while you are making many sheets: then up to ${String(rateLimits.codes.grantCount)} more are ` +
        `handed out within ten minutes. ${warning}`,
      yes: 'Hand them out',
      no: "Don't hand them out",
    },
    mails: {
      title: 'Mail many activation codes?',
      text:
        `Each goes to the e-mail address that is on record for its customer. A yes covers these mails until the run ` +
        `pauses for ten minutes, and nothing else. ${warning}`,
      yes: 'Mail them',
      no: "Don't mail them",
    },
    letters: {
      title: 'Write to many customers?',
      text:
        `Each mail goes to the e-mail address that is on record for its customer, and has no activation ` +
        `code. A yes covers these mails until the run pauses for ten minutes, and nothing else. ` +
        warning,
      yes: 'Send them',
      no: "Don't send them",
    },
    journal: {
      title: 'Go on without these operations?',
      text:
        `What is missing can't be read any more: an operation that the desk doesn't know may be done twice. ` + warning,
      yes: 'Go on without them',
      no: 'Not now',
    },
  },
  money: {
    amount: (limit) => `The amount is above ${limit}, so a person has to confirm it.`,
    unknownAmount: (limit) =>
      `The amount in USD is not known and may be above ${limit}, so a person has to confirm it.`,
    acceptedBefore: () =>
      'The service has accepted this operation on this package before and does not show it. It may be done twice.',
    repeatsUnknown: () =>
      'The same package was sold to this customer minutes ago, and whether that went through is not ' +
      'known. It may be bought twice.',
    refundUnseen: () =>
      'The service has accepted a refund for this customer and does not show it. If it was not done, ' +
      'both packages are paid for.',
    pace: () =>
      `More than ${String(rateLimits.money.count)} operations were sent within a minute. ` +
      `A yes allows ${String(rateLimits.money.grantCount)} more.`,
  },
  lastChecks: {
    unchanged: 'The package is as before',
    notFound: 'No package with its reference was found',
    incomplete: 'The answer was not complete',
    none: 'Nothing could be read',
  },
  accepted: 'The service has accepted this operation.',
  operations: {
    activate: 'Activate a package',
    refund: 'Refund a package',
    register: 'Buy for a new customer',
    'top-up': 'Top up',
    'top-up-with-profile': 'Top up with a new eSIM',
  },
  rules: {
    dailyLimit: 'Daily limit in USD',
    askAbove: 'Ask a person above, in USD',
    userCountry: 'Country of residence',
    userIp: 'IP address',
    metatag: 'Reference',
  },
  losses: {
    missing: 'is missing',
    damaged: 'was damaged',
    other: 'belongs to another desk',
    older: 'is an older copy',
  },
  labels: {
    service: 'Service',
    relay: 'Relay',
    proxy: 'Proxy',
    caFile: 'Trusts the authorities in',
    linkHost: "Host of customers' links",
    server: 'Server',
    security: 'Encryption',
    user: 'User',
    from: 'Sender',
    tokenAddress: 'Token address',
    to: 'Recipient',
    customer: 'Customer',
    iccid: 'eSIM',
    emailBefore: 'Address until now',
    emailAfter: 'New address',
    operation: 'Operation',
    amount: 'Amount',
    packageName: 'Package',
    sentAt: 'Sent',
    checks: 'Checks',
    lastCheck: 'Last check',
    mails: 'Mails',
    subject: 'Subject',
    note: 'Your sentence',
    journal: 'The journal',
    work: 'The notes',
    connections: 'Connections',
  },
  unknown: 'Not known',
  newCustomer: 'New, without e-mail address',
  none: 'none',
  testMail: 'Test mail',
  change: (before, after) => `${before} → ${after}`,
  missingRows: (loss, count) => `${loss}, at least ${String(count)} missing`,
}
