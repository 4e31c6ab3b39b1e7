/** Mails that a person has approved are sent without another question, each once, and no others are. */
import { beforeEach, expect, it } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { MailRequest } from '#shared/model/mail.ts'
import { CustomerUid, EsimUid } from '#shared/wire/ids.ts'
import { createApprovedMails, type ApprovedMails } from '../../../../electron/documents/approvedMails.ts'

const esim = (n: number) => ({ customerUid: CustomerUid.parse('c-1'), esimUid: EsimUid.parse(`e-${String(n)}`) })
const mail = (n: number, changes: Partial<MailRequest> = {}): MailRequest => ({
  ...esim(n),
  to: 'ada@example.org',
  language: 'en',
  pageSize: 'A4',
  copy: false,
  note: '',
  otherAddress: false,
  onlyIfNeeded: true,
  ...changes,
})

let now: number
/** How many codes were counted one by one. */
let codes: number
let asked: number[]
let answer: () => Promise<boolean>
let mails: ApprovedMails
beforeEach(() => {
  ;[now, codes, asked] = [0, 0, []]
  answer = () => Promise.resolve(true)
  mails = createApprovedMails(
    {
      code: () => ((codes += 1), Promise.resolve()),
      mails: (count) => (asked.push(count), answer()),
    },
    { monotonic: () => now },
  )
})

it('counts each approved mail no further, and each only once', async () => {
  await mails.approve('c', [esim(1), esim(2), esim(2)])
  expect(asked).toEqual([2])
  await mails.count('c', mail(1))
  await mails.count('c', mail(2))
  expect(codes).toBe(0)
  await mails.count('c', mail(1))
  expect(codes).toBe(1)
})

it.each([
  ['of another eSIM', 'c', mail(3)],
  ['to another address', 'c', mail(1, { otherAddress: true })],
  ['with a text of its own', 'c', mail(1, { note: 'Pay here' })],
  ['with a copy to the sender', 'c', mail(1, { copy: true })],
  ['that is sent whatever the state', 'c', mail(1, { onlyIfNeeded: false })],
  ['over another connection', 'd', mail(1)],
])('counts a mail %s as a code', async (_which, connection, request) => {
  await mails.approve('c', [esim(1), esim(2)])
  await mails.count(connection, request)
  expect(codes).toBe(1)
})

it('counts mails as codes once no mail has been sent for ten minutes', async () => {
  const minute = 60_000
  await mails.approve('c', [esim(1), esim(2), esim(3)])
  now = 9 * minute
  await mails.count('c', mail(1))
  now = 18 * minute
  await mails.count('c', mail(2))
  expect(codes).toBe(0)
  now = 28 * minute
  await mails.count('c', mail(3))
  expect(codes).toBe(1)
})

it.each([
  ['approved', () => Promise.resolve(true)],
  ['too small for a question', () => Promise.resolve(false)],
  ['refused', () => Promise.reject(new DeskError('not_approved', 'Nobody agreed'))],
])('counts the mails of one run as codes after another one was %s', async (_how, next) => {
  await mails.approve('c', [esim(1)])
  answer = next
  await mails.approve('c', [esim(2)]).catch(() => undefined)
  await mails.count('c', mail(1))
  expect(codes).toBe(1)
})

it('counts mails as codes that were too few for a question, or that a person has refused', async () => {
  answer = () => Promise.resolve(false)
  await mails.approve('c', [esim(1)])
  await mails.count('c', mail(1))
  answer = () => Promise.reject(new DeskError('not_approved', 'Nobody agreed'))
  await expect(mails.approve('c', [esim(1)])).rejects.toMatchObject({ code: 'not_approved' })
  await mails.count('c', mail(1))
  expect(codes).toBe(2)
})
