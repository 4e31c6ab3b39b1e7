/** Mails to many customers: nobody is mailed without a question, and each outcome is shown. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import { maxSheets } from '#shared/model/esim/installation.ts'
import type { MailRequest, MailRow } from '#shared/model/mail.ts'
import { EsimUid, Iccid } from '#shared/wire/ids.ts'
import ManyMailsPart from '../../../../../renderer/features/documents/ManyMailsPart.vue'
import type { KnownEsim } from '../../../../../renderer/features/documents/useInstallation.ts'
import { useManyMails } from '../../../../../renderer/features/documents/useManyMails.ts'
import { at, flush, recordRequests } from '../../support/deferred.ts'
import { inScope } from '../../support/inScope.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customerUid, mailRow, now } from '../../support/samples.ts'

const ofEsim = (n: number, changes: Partial<KnownEsim> = {}): KnownEsim => ({
  customerUid,
  esimUid: EsimUid.parse(`e-${String(n)}`),
  iccid: Iccid.parse(`894801000001234567${String(n)}`),
  customerEmail: `c${String(n)}@example.org`,
  language: n === 1 ? 'fr' : 'en',
  state: 'released',
  active: true,
  nothingToUse: false,
  ...changes,
})
const mailOf = ({ esimUid, to, language }: MailRequest, changes: Partial<MailRow>): MailRow =>
  mailRow({ id: `m ${esimUid}`, esimUid, to, language, ...changes })

type MailsInput = Parameters<Parameters<typeof useManyMails>[0]['mails']>[0]

interface World {
  /** The eSIMs of which the main process finds a mail of the last day. */
  readonly mailed?: readonly KnownEsim[]
  /** To whom those mails went, by default to the customer. */
  readonly mailedTo?: string | null
  readonly events?: readonly EventRow[]
  readonly approve?: Parameters<typeof useManyMails>[0]['approve']
}

function many({ mailed = [], mailedTo, events = [], approve = () => Promise.resolve() }: World = {}) {
  const sent = recordRequests<MailRequest, MailRow>()
  const asked: MailsInput[] = []
  let broken: DeskError | null = null
  const mails = inScope(() =>
    useManyMails({
      email: sent.send,
      approve,
      esimEvents: (iccid) => Promise.resolve(events.filter((event) => event.iccid === iccid)),
      mails(input) {
        asked.push(input)
        if (broken !== null) return Promise.reject(broken)
        const rows = mailed
          .filter(({ iccid }) => iccid === input?.iccid)
          .map(({ iccid, customerEmail }) => mailRow({ iccid, to: mailedTo === undefined ? customerEmail : mailedTo }))
        return Promise.resolve({ rows })
      },
      pageSize: () => 'A4',
    }),
  )
  const wrapper = mounted(ManyMailsPart, { mails })
  const answer = async (n: number, changes: Partial<MailRow> = {}): Promise<void> => {
    const request = at(sent.requests, n)
    request.answer(mailOf(request.input, changes))
    await flush()
  }
  const breakLookups = (error: DeskError): void => void (broken = error)
  return { mails, sent: sent.requests, answer, asked, wrapper, shownText: () => read(wrapper), breakLookups }
}

test('it asks before it mails anything, and names the recipients', async () => {
  const { mails, sent, shownText } = many()
  await mails.offer([ofEsim(1), ofEsim(2)])
  await flush()
  expect(shownText()).toContain(text('documents.many.mail.question', { count: 2 }))
  expect(shownText()).toContain('c1@example.org …345671')
  mails.stop()
  await flush()
  expect([mails.state.value.name, sent.length]).toEqual(['idle', 0])
})

test('each customer gets one mail at their own address and in their language, one after the other', async () => {
  const { mails, sent, answer, shownText } = many()
  await mails.offer([ofEsim(1), ofEsim(2)])
  void mails.send()
  void mails.send()
  await flush()
  expect(sent.map(({ input }) => input)).toEqual([
    {
      customerUid,
      esimUid: 'e-1',
      to: 'c1@example.org',
      language: 'fr',
      pageSize: 'A4',
      copy: false,
      note: '',
      otherAddress: false,
      onlyIfNeeded: true,
    },
  ])
  await answer(0)
  expect(shownText()).toContain(text('documents.many.mail.progress', { done: 1, total: 2 }))
  await answer(1)
  expect(sent.map(({ input }) => input.to)).toEqual(['c1@example.org', 'c2@example.org'])
  expect(shownText()).toBe(text('documents.many.mail.sent', { count: 2 }))
})

test('who has no address, and an eSIM that can’t be installed, are left out by name', async () => {
  const { mails, shownText } = many()
  await mails.offer([
    ofEsim(1, { customerEmail: null }),
    ofEsim(2, { customerEmail: 'not an address' }),
    ofEsim(3, { state: 'installed' }),
    ofEsim(4, { active: false }),
  ])
  await flush()
  expect(mails.state.value).toEqual({ name: 'nobody' })
  expect(shownText()).toContain(text('documents.many.mail.nobody'))
  // The dialog has another list of what could not be looked up.
  expect(shownText()).toContain(text('documents.many.mail.notMailed', { count: '4' }))
  expect(shownText()).not.toContain(text('documents.many.leftOut', { count: '' }))
  expect(shownText()).toContain(`${customerUid} (8948010000012345671): ${text('documents.many.mail.noAddress')}`)
  expect(shownText()).toContain(`${customerUid} (8948010000012345672): ${text('documents.many.mail.noAddress')}`)
  expect(shownText()).toContain(`c3@example.org (8948010000012345673): ${text('documents.many.obstacle.installed')}`)
  expect(shownText()).toContain(`c4@example.org (8948010000012345674): ${text('documents.many.obstacle.inactive')}`)
})

test('a refused recipient is named, and the others get their mails', async () => {
  const { mails, answer, shownText } = many()
  await mails.offer([ofEsim(1), ofEsim(2)])
  void mails.send()
  await flush()
  await answer(0, { state: 'REJECTED', problem: 'recipient_refused' })
  await answer(1)
  expect(shownText()).toContain(text('documents.many.mail.sent', { count: 1 }))
  expect(shownText()).toContain(text('documents.mail.was.REJECTED', { to: 'c1@example.org' }))
})

test.each([
  ['a problem of the mail server', { state: 'REJECTED', problem: 'unreachable' }],
  ['a server that takes none now', { state: 'REJECTED', problem: 'try_later' }],
  ['a limit of the sender', { state: 'REJECTED', problem: 'sender_limit' }],
  ['a limit of the server', { state: 'REJECTED', problem: 'server_limit' }],
  ['a press on Stop', {}],
] as const)('%s ends the run, and the rest is counted', async (why, changes) => {
  const { mails, sent, answer, shownText } = many()
  await mails.offer([ofEsim(1), ofEsim(2), ofEsim(3)])
  void mails.send()
  await flush()
  if (why === 'a press on Stop') mails.stop()
  await answer(0, changes)
  expect(sent).toHaveLength(1)
  expect(shownText()).toContain(text('documents.many.mail.left', { count: 2 }))
})

test('who may be mailed later is offered again at the end, with who was not tried, and the rest of what happened stays', async () => {
  const { mails, sent, answer, wrapper, shownText } = many()
  await mails.offer([1, 2, 3, 4, 5].map((n) => ofEsim(n)))
  void mails.send()
  await flush()
  await answer(0, { state: 'REJECTED', problem: 'recipient_refused' })
  await answer(1, { state: 'REJECTED', problem: 'recipient_later' })
  await answer(2)
  await answer(3, { state: 'REJECTED', problem: 'sender_limit' })
  expect(sent).toHaveLength(4)
  expect(shownText()).toContain(
    `${text('documents.many.mail.sent', { count: 1 })} ${text('documents.many.mail.left', { count: 1 })}`,
  )
  expect(shownText()).toContain(text('documents.mail.was.REJECTED', { to: 'c2@example.org' }))
  const again = wrapper.get('button')
  expect(read(again)).toBe(text('documents.many.mail.rest', { count: 3 }))
  await again.trigger('click')
  await flush()
  expect(shownText()).toContain(text('documents.many.mail.question', { count: 3 }))
  mails.stop()
  await flush()
  expect(shownText()).toContain(
    `${text('documents.many.mail.sent', { count: 1 })} ${text('documents.many.mail.left', { count: 1 })}`,
  )
  await wrapper.get('button').trigger('click')
  await flush()
  void mails.send()
  await flush()
  for (const n of [4, 5, 6]) await answer(n)
  expect(sent.map(({ input }) => input.esimUid)).toEqual(['e-1', 'e-2', 'e-3', 'e-4', 'e-5', 'e-2', 'e-4'])
  expect(shownText()).toContain(text('documents.many.mail.sent', { count: 4 }))
  expect(shownText()).toContain(text('documents.mail.was.REJECTED', { to: 'c1@example.org' }))
  expect(shownText()).not.toContain(text('documents.mail.was.REJECTED', { to: 'c2@example.org' }))
  expect(wrapper.find('button').exists()).toBe(false)
})

test('if the rest can’t be mailed any more, it still shows the outcomes of the others', async () => {
  const mailed: KnownEsim[] = []
  const { mails, answer, shownText, wrapper } = many({ mailed })
  await mails.offer([ofEsim(1), ofEsim(2)])
  void mails.send()
  await flush()
  await answer(0, { state: 'UNKNOWN', problem: 'answer_lost' })
  await answer(1, { state: 'REJECTED', problem: 'recipient_later' })
  mailed.push(ofEsim(2))
  await wrapper.get('button').trigger('click')
  await flush()
  expect(shownText()).toContain(text('documents.many.mail.nobody'))
  expect(shownText()).toContain(text('documents.mail.was.UNKNOWN', { to: 'c1@example.org' }))
})

test('if the rest can’t be looked up, it says why and stays offered', async () => {
  const { mails, answer, shownText, wrapper, breakLookups } = many()
  await mails.offer([ofEsim(1)])
  void mails.send()
  await flush()
  await answer(0, { state: 'REJECTED', problem: 'recipient_later' })
  breakLookups(new DeskError('storage_unreadable', 'The file is gone'))
  await mails.offerRest()
  await flush()
  expect(shownText()).toContain(text('documents.mail.was.REJECTED', { to: 'c1@example.org' }))
  expect(shownText()).toContain(text('errors.storage_unreadable.what'))
  expect(read(wrapper.get('button'))).toBe(text('documents.many.mail.rest', { count: 1 }))
})

test('who is over the limit of one question waits for the next one, and only who can be mailed counts', async () => {
  const approved: { readonly esims: readonly unknown[]; readonly later?: readonly unknown[] | undefined }[] = []
  const approve = (input: (typeof approved)[number]): Promise<void> => (approved.push(input), Promise.resolve())
  const { mails, sent, shownText } = many({ approve })
  const esims = Array.from({ length: maxSheets + 3 }, (_, n) =>
    ofEsim(n, { esimUid: EsimUid.parse(`e-${String(n)}`), ...(n === 0 && { customerEmail: null }) }),
  )
  await mails.offer(esims)
  await flush()
  expect(shownText()).toContain(text('documents.many.mail.question', { count: 500 }))
  expect(shownText()).toContain(text('documents.many.mail.behind', { count: 2 }))
  void mails.send()
  await flush()
  const named = ({ customerUid: of, esimUid, iccid }: KnownEsim) => ({ customerUid: of, esimUid, iccid })
  expect(approved).toEqual([{ esims: esims.slice(1, -2).map(named), later: esims.slice(-2).map(named) }])
  mails.stop()
  at(sent, 0).answer(mailOf(at(sent, 0).input, {}))
  await flush()
  expect(shownText()).toContain(
    `${text('documents.many.mail.sent', { count: 1 })} ${text('documents.many.mail.left', { count: 501 })}`,
  )
  await mails.offerRest()
  await flush()
  expect(shownText()).toContain(text('documents.many.mail.question', { count: 500 }))
  expect(shownText()).toContain(text('documents.many.mail.behind', { count: 1 }))
})

test('an error that would affect every mail ends the run, and is shown with its recipient', async () => {
  const { mails, sent, shownText } = many()
  await mails.offer([ofEsim(1), ofEsim(2), ofEsim(3)])
  void mails.send()
  await flush()
  at(sent, 0).fail(new DeskError('mail_not_set_up', 'No mail server is set'))
  await flush()
  expect(sent).toHaveLength(1)
  expect(shownText()).toContain(text('documents.many.mail.left', { count: 2 }))
  expect(shownText()).toContain(
    text('documents.many.mail.failed', {
      to: 'c1@example.org',
      reason: `${text('errors.mail_not_set_up.what')} ${text('errors.mail_not_set_up.todo')}`,
    }),
  )
  expect(shownText()).not.toContain(text('documents.many.mail.none'))
  expect(shownText()).toContain(text('documents.many.mail.rest', { count: 3 }))
})

test('an error of one customer is shown, and the others get their mails', async () => {
  const { mails, sent, answer, shownText } = many()
  await mails.offer([ofEsim(1), ofEsim(2)])
  void mails.send()
  await flush()
  at(sent, 0).fail(new DeskError('mail_other_address', 'The address was corrected'))
  await flush()
  await answer(1)
  expect(shownText()).toContain(text('documents.many.mail.sent', { count: 1 }))
  expect(shownText()).toContain('c1@example.org: ')
})

test('a mail whose answer was lost is not reported as not sent', async () => {
  const { mails, answer, shownText } = many()
  await mails.offer([ofEsim(1)])
  void mails.send()
  await flush()
  await answer(0, { state: 'UNKNOWN', problem: 'answer_lost' })
  expect(shownText()).toContain(text('documents.mail.was.UNKNOWN', { to: 'c1@example.org' }))
  expect(shownText()).not.toContain(text('documents.many.mail.none'))
})

const eventOf = (n: number, profileState: string): EventRow => ({
  id: '1',
  at: now,
  kind: 'esimStatus',
  customerUid,
  iccid: ofEsim(n).iccid,
  itemUid: null,
  details: { profileState },
  repeats: 0,
  isRead: true,
  alert: null,
})

test('an eSIM that was installed as often as it can be, or whose last installation failed, is left out', async () => {
  const events = [
    ...Array.from({ length: 5 }, () => eventOf(1, 'INSTALLED')),
    eventOf(2, 'ERROR'),
    ...Array.from({ length: 4 }, () => eventOf(3, 'INSTALLED')),
  ]
  const { mails, shownText } = many({ events })
  await mails.offer([ofEsim(1), ofEsim(2), ofEsim(3)])
  await flush()
  expect(shownText()).toContain(text('documents.many.mail.question', { count: 1 }))
  expect(shownText()).toContain(
    `c1@example.org (8948010000012345671): ${text('documents.many.obstacle.usedUp', { count: 5 })}`,
  )
  expect(shownText()).toContain(`c2@example.org (8948010000012345672): ${text('documents.many.obstacle.failedBefore')}`)
})

test('a customer who has no package left is left out by name', async () => {
  const { mails, shownText } = many()
  await mails.offer([ofEsim(1, { nothingToUse: true }), ofEsim(2)])
  await flush()
  expect(shownText()).toContain(text('documents.many.mail.question', { count: 1 }))
  expect(shownText()).toContain(`c1@example.org (8948010000012345671): ${text('documents.many.obstacle.nothingToUse')}`)
})

test('an eSIM that has changed since the question is left out with its reason, and the others get their mails', async () => {
  const { mails, sent, answer, shownText } = many()
  await mails.offer([ofEsim(1), ofEsim(2), ofEsim(3)])
  void mails.send()
  await flush()
  at(sent, 0).fail(new DeskError('esim_not_installable', 'Not now', { reason: 'installed' }))
  await flush()
  at(sent, 1).fail(new DeskError('mailed_already', 'Somebody has mailed it'))
  await flush()
  await answer(2)
  expect(sent.map(({ input }) => input.esimUid)).toEqual(['e-1', 'e-2', 'e-3'])
  expect(shownText()).toContain(text('documents.many.mail.sent', { count: 1 }))
  expect(shownText()).toContain(`c1@example.org (8948010000012345671): ${text('documents.many.obstacle.installed')}`)
  expect(shownText()).toContain(`c2@example.org (8948010000012345672): ${text('documents.many.mail.mailedAlready')}`)
})

test('it waits for the answer of a person before the first mail, and says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const approval = recordRequests<Parameters<Parameters<typeof useManyMails>[0]['approve']>[0], null>()
  const { mails, sent, answer, shownText } = many({ approve: approval.send })
  await mails.offer([ofEsim(1), ofEsim(2)])
  void mails.send()
  await flush()
  // A run that needs no question is approved at once.
  vi.advanceTimersByTime(299)
  await flush()
  expect(shownText()).toBe('')
  vi.advanceTimersByTime(1)
  await flush()
  expect(shownText()).toContain(text('documents.many.mail.approving'))
  expect([approval.requests.length, sent.length]).toEqual([1, 0])
  expect(at(approval.requests, 0).input.esims.map(({ esimUid }) => esimUid)).toEqual(['e-1', 'e-2'])
  at(approval.requests, 0).answer(null)
  await flush()
  await answer(0)
  await answer(1)
  expect(shownText()).toBe(text('documents.many.mail.sent', { count: 2 }))
})

test('after a no nothing is sent, and it says why', async () => {
  const { mails, sent, shownText } = many({
    approve: () => Promise.reject(new DeskError('not_approved', 'A person was asked', { reason: 'refused' })),
  })
  await mails.offer([ofEsim(1), ofEsim(2)])
  await mails.send()
  await flush()
  expect(sent).toHaveLength(0)
  expect(shownText()).toContain(`${text('documents.many.mail.none')} ${text('documents.many.mail.left', { count: 2 })}`)
  expect(shownText()).toContain(text('errors.not_approved.what'))
})

test('stopped while it waits for the answer, it sends nothing', async () => {
  const approval = recordRequests<unknown, null>()
  const { mails, sent, shownText } = many({ approve: approval.send })
  await mails.offer([ofEsim(1)])
  void mails.send()
  await flush()
  mails.stop()
  at(approval.requests, 0).answer(null)
  await flush()
  expect(sent).toHaveLength(0)
  expect(shownText()).toContain(`${text('documents.many.mail.none')} ${text('documents.many.mail.left', { count: 1 })}`)
})

test.each([
  ['somebody else', 'eve@example.net', text('documents.many.mail.question', { count: 1 })],
  ['an address that is no longer stored', null, text('documents.many.mail.nobody')],
])('an earlier mail to %s within a day is described correctly', async (_who, mailedTo, expected) => {
  const { mails, shownText } = many({ mailed: [ofEsim(1)], mailedTo })
  await mails.offer([ofEsim(1)])
  await flush()
  expect(shownText()).toContain(expected)
})

test('who was mailed within a day is left out, whatever else the customer got', async () => {
  const { mails, asked, shownText } = many({ mailed: [ofEsim(1)] })
  await mails.offer([ofEsim(1), ofEsim(2)])
  await flush()
  expect(shownText()).toContain(text('documents.many.mail.question', { count: 1 }))
  expect(shownText()).toContain(`c1@example.org (8948010000012345671): ${text('documents.many.mail.mailedAlready')}`)
  // The main process looks for the mails with this eSIM, because a customer may have got hundreds.
  expect(asked).toEqual([1, 2].map((n) => ({ customerUid, iccid: ofEsim(n).iccid, lately: true })))
})
