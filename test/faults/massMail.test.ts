/**
 * A mass mail with bad addresses, a recipient who is greylisted and a quota of the account, which is stopped, killed
 * and taken up: each customer is mailed once or named. `npm run faults -- massMail` mails 2,000 customers, and prints
 * its figures.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../electron/base/clock.ts'
import { createMailRun, createOutbox } from '../../electron/documents/index.ts'
import { openStorage } from '../../electron/storage/index.ts'
import { programUrl } from '../support/programs.ts'
import { projectNode } from '../support/projectNode.ts'
import { startScriptedMail, type MailMoment } from '../support/scriptedMail.ts'
import { shopSegment, startShopOf } from '../support/shop.ts'
import { noKeychain } from './desk.ts'
import type { MailChildInput, Press, RunEnd } from './mailChild.ts'
import { sizes } from './sizes.ts'

const program = fileURLToPath(programUrl('mailing'))
const total = sizes.mails
const share = (part: number): number => Math.round(total * part)
/** As large as that of a sheet. */
const pdfBytes = 60_000
const uidOf = (n: number): string => `customer-${String(n + 1)}`
const emailOf = (n: number): string => `c${String(n)}@example.org`
const numbers = Array.from({ length: total }, (_, n) => n)
/** Ten of them, at even distances: five are unknown, and the domains of five are. */
const bad = Array.from({ length: 10 }, (_, at) => Math.floor(((at + 0.5) * total) / 10))
const unknown = new Set(bad.filter((_n, at) => at % 2 === 0).map((n) => emailOf(n)))
const noDomain = new Set(bad.filter((_n, at) => at % 2 === 1).map((n) => emailOf(n)))
const greylisted = emailOf(3)

interface Child {
  readonly process: ChildProcess
  readonly press: (press: Press) => void
  /** Resolves with the next end of the run. */
  readonly end: () => Promise<RunEnd>
  readonly ended: Promise<unknown>
}

function start(input: MailChildInput): Child {
  const child = fork(program, [JSON.stringify(input)], { execPath: projectNode, stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<unknown>((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
  return {
    process: child,
    press: (press) => void child.send(press),
    end: () =>
      new Promise((resolve, reject) => {
        // The program sends nothing else.
        child.once('message', (message) => resolve(message as RunEnd))
        void ended.then((code) => reject(new Error(`The desk ended with ${String(code)}`)))
      }),
    ended,
  }
}

it('mails each customer once or names them, in at most one login for a hundred mails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mails-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const shop = await startShopOf(
    numbers.map((n) => ({
      customer: { email: emailOf(n) },
      esims: [{ activationCode: `LPA:1$smdp.example.com$CODE-${String(n)}` }],
    })),
  )
  onTestFinished(shop.close)

  const tries = new Map<string, number>()
  let quota = share(0.6)
  /** What happens when so many have arrived. */
  const atArrival = new Map<number, () => unknown>()
  const answer = ({ step, to }: MailMoment): string | undefined => {
    if (step === 'body') atArrival.get(mail.arrived.length + 1)?.()
    if (step !== 'RCPT TO') return undefined
    const tried = (tries.get(to) ?? 0) + 1
    tries.set(to, tried)
    if (unknown.has(to)) return `550 5.1.1 <${to}>: Recipient address rejected: User unknown`
    if (noDomain.has(to)) return `450 4.1.2 <${to}>: Recipient address rejected: Domain not found`
    if (to === greylisted && tried === 1) return `450 4.2.0 <${to}>: Recipient address rejected: Greylisted`
    return mail.arrived.length >= quota ? '550 5.4.5 Daily sending quota exceeded' : undefined
  }
  const mail = await startScriptedMail({ answer, extensions: ['AUTH PLAIN', 'PIPELINING', 'ENHANCEDSTATUSCODES'] })
  onTestFinished(mail.close)
  const begun = performance.now()
  const input = { folder, service: { baseUrl: shop.baseUrl, segment: shopSegment }, mailPort: mail.port, pdfBytes }

  // It is stopped, and goes on by the button for the rest.
  const first = start({ ...input, customers: numbers.map((n) => uidOf(n)) })
  atArrival.set(share(0.2), () => first.press('stop'))
  const stopped = await first.end()
  expect(stopped).toMatchObject({ state: 'ended', found: 0 })
  expect(stopped.rest).toContain(uidOf(3))
  expect(stopped.sent).toBe(mail.arrived.length)
  // It is killed while the server takes a mail, whose outcome nobody knows then.
  let killed = ''
  atArrival.set(share(0.45), () => {
    killed = mail.lines.findLast((line) => line.startsWith('RCPT TO')) ?? ''
    first.process.kill('SIGKILL')
  })
  first.press('rest')
  const questions = goOn(first)
  expect(await first.ended).toBe('SIGKILL')
  await questions

  // The next desk takes up whom that one has left, until the quota.
  const second = start(input)
  const limited = await untilNothingFollows(second, () => mail.arrived.length >= quota)
  expect(limited.found).toBeGreaterThan(total - mail.arrived.length - 10 - 1)
  expect(mail.arrived).toHaveLength(quota)
  expect(limited.rest.length).toBeGreaterThan(total - quota - 10 - 1)
  // The next day it sends the rest.
  quota = Infinity
  second.press('rest')
  const finished = await untilNothingFollows(second, () => mail.arrived.length >= total - bad.length)
  second.press('close')
  expect(await second.ended).toBe(0)

  // Nobody is mailed twice, and everybody but those of bad addresses once.
  const good = numbers.map((n) => emailOf(n)).filter((email) => !unknown.has(email) && !noDomain.has(email))
  expect(mail.arrived.toSorted()).toEqual(good.toSorted())
  // Those are named, and a further try is offered for those who may be reached later.
  expect(finished.rest.toSorted()).toEqual([...noDomain].map((email) => uidOf(numberIn(email))).toSorted())
  const storage = await openStorage({ folder, keychain: noKeychain, clock: systemClock, log: silent })
  onTestFinished(() => storage.close())
  const outbox = createOutbox(storage.journal, storage.work, systemClock)
  const ends = new Map<string, string[]>()
  for (let cursor: string | undefined; ;) {
    const page = outbox.list({ limit: 200, cursor })
    for (const { customerUid, state, problem } of page.rows)
      ends.set(customerUid, [...(ends.get(customerUid) ?? []), problem ?? state])
    cursor = page.cursor
    if (cursor === undefined) break
  }
  expect(ends.size).toBe(total)
  const unconfirmed = [...ends].filter(([, of]) => of.includes('answer_lost')).map(([uid]) => uid)
  expect(unconfirmed).toEqual([uidOf(numberIn(killed))])
  for (const email of unknown) expect(ends.get(uidOf(numberIn(email)))).toEqual(['recipient_refused'])
  for (const email of noDomain) expect(new Set(ends.get(uidOf(numberIn(email))))).toEqual(new Set(['recipient_later']))
  const left = createMailRun(storage.journal, systemClock).left()
  expect(left.map(({ customerUid }) => customerUid).toSorted()).toEqual(finished.rest.toSorted())

  const attempts = [...tries.values()].reduce((sum, times) => sum + times, 0)
  const logins = mail.logins()
  const seconds = (performance.now() - begun) / 1000
  process.stdout.write(
    `mass mail: ${String(total)} customers, ${String(mail.arrived.length)} mails in ${String(logins)} logins, ` +
      `${String(attempts)} recipients offered to the server, ${seconds.toFixed(0)} s\n`,
  )
  // One when it begins, one after the kill, and two more for the quota: it is reached once more on a new connection.
  expect(logins).toBeLessThanOrEqual(4)
  if (sizes.all) expect(logins).toBeLessThanOrEqual(total / 100)
})

const silent = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  hide: () => () => undefined,
}
const numberIn = (text: string): number => Number(/\d+/.exec(text)?.[0])

/** Presses the button for the rest after each question, as long as the process lives. */
async function goOn(child: Child): Promise<void> {
  try {
    for (;;) {
      await child.end()
      child.press('rest')
    }
  } catch {
    // The process was killed.
  }
}

/** Presses that button until it is done, and returns the last end. */
async function untilNothingFollows(child: Child, isDone: () => boolean): Promise<RunEnd> {
  let end = await child.end()
  while (!isDone()) {
    child.press('rest')
    end = await child.end()
  }
  return end
}
