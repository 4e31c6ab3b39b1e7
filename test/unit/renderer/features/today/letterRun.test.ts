/** A run of letters: whom it asks about, what ends it, and how those who got none are listed. */
import { expect, it } from 'vitest'
import { DeskError, type DeskErrorCode } from '#shared/errors.ts'
import { maxSheets } from '#shared/model/esim/installation.ts'
import type { MailRow } from '#shared/model/mail.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { useLetterRun } from '../../../../../renderer/features/today/useLetterRun.ts'
import { inScope } from '../../support/inScope.ts'
import { mailRow } from '../../support/samples.ts'

const letter = { letter: { about: 'ending' as const, note: '' } }
const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    uid: CustomerUid.parse(`c-${String(n)}`),
    email: `c${String(n)}@x.example`,
  }))

function run(
  answers: Readonly<Record<number, Partial<MailRow> | DeskErrorCode>> = {},
  refused: DeskErrorCode | null = null,
) {
  const approved: number[] = []
  const tried: string[] = []
  const noted: string[] = []
  const letters = inScope(() =>
    useLetterRun({
      approve: ({ customerUids }) => {
        approved.push(customerUids.length)
        return refused === null ? Promise.resolve() : Promise.reject(new DeskError(refused, 'No'))
      },
      send: ({ customerUid }) => {
        tried.push(customerUid)
        const given = answers[tried.length]
        if (typeof given === 'string') return Promise.reject(new DeskError(given, 'Not sent'))
        return Promise.resolve(mailRow({ about: 'ending', ...given }))
      },
      sent: (uid) => Promise.resolve(noted.push(uid)),
    }),
  )
  return { letters, approved, tried, noted }
}

it('writes to each once, and continues after an error of one customer', async () => {
  const { letters, approved, tried, noted } = run({
    2: 'letter_outdated',
    3: { state: 'REJECTED', problem: 'recipient_refused' },
    4: 'mailed_already',
  })
  await letters.run(people(5), letter)
  expect([approved, tried.length, noted]).toEqual([[5], 5, ['c-0', 'c-4']])
  expect(letters.sentCount.value).toBe(2)
  expect(letters.failures.value.map(({ to }) => to)).toEqual(['c1@x.example', 'c2@x.example', 'c3@x.example'])
  expect([letters.state.value, letters.error.value]).toEqual(['ended', null])
})

it.each<[string, Partial<MailRow> | DeskErrorCode]>([
  ['the server takes no mail', { state: 'REJECTED', problem: 'unreachable' }],
  ['the connection is closed', 'not_connected'],
])('ends where %s, and says how many were not tried', async (_what, end) => {
  const { letters, tried } = run({ 2: end })
  await letters.run(people(5), letter)
  expect([tried.length, letters.doneCount.value, letters.total.value]).toEqual([2, 2, 5])
})

it('writes to nobody without the consent of a person', async () => {
  const { letters, tried } = run({}, 'not_approved')
  await letters.run(people(20), letter)
  expect([tried, letters.error.value?.code, letters.state.value]).toEqual([[], 'not_approved', 'ended'])
})

it('asks again for each further part of many', async () => {
  const { letters, approved } = run()
  await letters.run(people(maxSheets + 7), letter)
  expect([approved, letters.sentCount.value]).toEqual([[maxSheets, 7], maxSheets + 7])
})

it('sends no further mail once it is stopped', async () => {
  const { letters, tried, noted } = run()
  const running = letters.run(people(50), letter)
  letters.stop()
  await running
  expect(tried.length).toBeLessThan(50)
  expect(noted.length).toBe(letters.sentCount.value)
})
