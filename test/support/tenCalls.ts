/**
 * The ten calls of a support desk by which the steps of an agent are counted, and how many decisions each takes. One
 * rule counts both sides: a chord of keys (Tab too), a click, a paste or one typed value is one decision. Reading,
 * waiting and pointing cost nothing.
 */

export interface SupportCall {
  readonly what: string
  /** The decisions that the desk takes. test/e2e/tenCalls.test.ts performs and counts them. */
  readonly desk: number
  /** The decisions in the plain portal that docs/calls.md describes, each by its name. They are counted on paper. */
  readonly portal: readonly string[]
}

/** Calls 1, 8 and 9 begin on the list of customers, the others on the page of the customer. */
export const supportCalls = {
  find: {
    what: 'find a customer by the last six digits of an ICCID',
    desk: 2,
    portal: ['click the search field', 'paste', 'Enter', 'click the row'],
  },
  cause: {
    what: 'say why it doesn’t work',
    desk: 0,
    portal: ['click the eSIM', 'click back to the customer', 'click the package'],
  },
  activate: {
    what: 'start a package that waits',
    desk: 2,
    portal: ['click the package', 'click Activate', 'click Confirm'],
  },
  refund: {
    what: 'refund a package',
    desk: 2,
    portal: ['click the package', 'click Refund', 'click Confirm'],
  },
  refused: {
    what: 'try a refund that the service refuses, and read why',
    desk: 2,
    portal: ['click the package', 'click Refund', 'click Confirm'],
  },
  mail: {
    what: 'send the QR code again by mail',
    desk: 2,
    portal: ['click the eSIM', 'click Send QR code', 'click Confirm'],
  },
  topUp: {
    what: 'sell the same package once more',
    desk: 2,
    portal: ['click Top up', 'click the list of packages', 'click the package', 'click Confirm'],
  },
  newCustomer: {
    what: 'sell to a new customer, with the QR code by mail',
    desk: 6,
    portal: [
      'click New order',
      'click the list of packages',
      'click the package',
      'Tab',
      'paste the e-mail address',
      'Tab',
      'type the country',
      'Tab',
      'paste the IP address',
      'click Buy',
      'click the eSIM',
      'click Send QR code',
      'click Confirm',
    ],
  },
  coverage: {
    what: 'find a package that covers Japan and South Korea',
    desk: 3,
    portal: ['click Packages', 'click the list of countries', 'click Japan', 'click a package to see its countries'],
  },
  escalate: {
    what: 'ask the operator, with everything that is known',
    desk: 1,
    portal: [
      ...['e-mail address', 'ICCID', 'package'].flatMap((what) => [`select the ${what}`, 'copy', 'paste']),
      'type the question',
    ],
  },
} as const satisfies Record<string, SupportCall>

export type CallName = keyof typeof supportCalls

/** The decisions that docs/calls.md names beside its table. test/e2e/tenCalls.test.ts counts them too. */
export const furtherDecisions = {
  /** The first sale of an agent, where the desk remembers neither a country nor the check mark. */
  firstSale: 12,
  /** Enters the country that the customer names. */
  whereabouts: 3,
} as const

/** The calls with their numbers from 1. */
export const numberedCalls = Object.values<SupportCall>(supportCalls).map((call, index) => ({
  ...call,
  number: index + 1,
}))
