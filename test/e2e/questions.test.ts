/**
 * A script that has taken over the window calls `window.desk` and gets no further than the question of the main
 * process, which it can neither see nor answer. The person answers outside the page, and an ordinary refund causes no
 * question.
 */
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { TestHost } from '../support/testHost.ts'
import { answerQuestion, nextQuestion, openQuestion, whileAnswering } from '../support/questions.ts'
import { giveRefundReason, openCustomer, outcome, packageRow, click, sharedDesk } from './journey.ts'

const hosts: readonly TestHost[] = ['chromium', 'electron-stand-in']
const refusal = (reason: string) => ({
  ok: false,
  error: { code: 'not_approved', message: 'A person was asked and did not agree', details: { reason } },
})

interface Answer {
  readonly ok: boolean
  readonly value?: unknown
  readonly error?: { readonly code: string; readonly details: Readonly<Record<string, unknown>> }
}

/** Calls an operation as a script in the page does. */
const call = (page: Page, operation: string, input: unknown): Promise<Answer> =>
  page.evaluate(
    ([name, value]) => {
      const [namespace = '', method = ''] = name.split('.')
      const desk: Readonly<Record<string, Readonly<Record<string, (input: unknown) => Promise<Answer>>>>> = Reflect.get(
        globalThis,
        'desk',
      )
      const operation = desk[namespace]?.[method]
      if (operation === undefined) throw new Error(name)
      return operation(value)
    },
    [operation, input] as const,
  )

const previewId = ({ value }: Answer): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, 'previewId') : null
const codes = (answers: readonly Answer[]): readonly string[] =>
  answers.map(({ ok, error }) => (ok ? 'done' : (error?.code ?? '')))
const times = (list: readonly string[], wanted: string): number => list.filter((each) => each === wanted).length

/** Tries every way in which a script may reach the question, and returns the names of what it reached. */
const tryToReach = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const reached: string[] = []
    const attempt = async (name: string, act: () => unknown): Promise<void> => {
      try {
        if ((await act()) !== null) reached.push(name)
      } catch {
        // It is refused, as it has to be.
      }
    }
    await attempt('fetch', () => fetch('https://question.invalid/answer?answer=yes'))
    await attempt('frame', () => {
      const frame = document.createElement('iframe')
      frame.src = 'https://question.invalid/'
      document.body.append(frame)
      const inner = frame.contentDocument?.querySelector('button') ?? null
      frame.remove()
      return inner
    })
    await attempt('opener', () => window.opener)
    for (const name of ['answer', 'question', '_blank', 'eSIM Desk: Use this mail server?']) {
      await attempt(`window ${name}`, () => {
        const other = window.open('', name)
        const button = other === null || other === window ? null : other.document.querySelector('button')
        other?.close()
        return button
      })
    }
    // What the page draws and clicks belongs to the page itself.
    document.querySelectorAll('button[value=yes]').forEach((button) => reached.push(button.textContent))
    return reached
  })

describe.each(hosts)('on %s', (host) => {
  const shared = sharedDesk({ customers: 1000, desk: { host, person: 'absent' } })

  test('an ordinary refund causes no question', async () => {
    const { page, desk, itemSample, executed } = shared()
    const sample = await itemSample('refundable')
    await openCustomer(page, sample.uid, sample.email)
    await packageRow(page, sample.metatag ?? '')
      .getByRole('button', { name: 'Refund', exact: true })
      .click()
    const dialog = page.getByRole('dialog')
    await giveRefundReason(dialog)
    await click(dialog, 'Refund')
    await outcome(page).filter({ hasText: 'Refunded' }).waitFor()
    expect(await executed('refund')).toBe(1)
    expect(await openQuestion(desk)).toBeNull()
  })

  test('the daily limit can be lowered but not removed, and 40 purchases stop at the fifth', async () => {
    const { page, desk, executed, control } = shared()
    const rules = { userCountry: null, userIp: null, metatag: '{id} {reference}', dailyLimit: '20', askAbove: '50' }
    expect(await call(page, 'operations.setRules', rules)).toMatchObject({ ok: true })
    const removing = call(page, 'operations.setRules', { ...rules, dailyLimit: null, askAbove: '999999' })
    const question = await answerQuestion(desk, 'Change the rules for buying?', 'no')
    expect(question.text).toMatch(/Daily limit in USD:?\s+20 → none/)
    expect(question.text).toMatch(/Ask a person above, in USD:?\s+50 → 999999/)
    expect(await removing).toEqual(refusal('refused'))
    expect(await call(page, 'operations.rules', null)).toEqual({ ok: true, value: rules })

    await control.setCredits({ add: 100_000 })
    const inventory = await call(page, 'inventory.list', null)
    const { rows } = inventory.value as {
      rows: readonly { id: string; active: boolean; purchasePrice: { amount: string } | null }[]
    }
    const cheapest = rows
      .filter(({ active, purchasePrice }) => active && purchasePrice !== null)
      .toSorted((a, b) => Number(a.purchasePrice?.amount) - Number(b.purchasePrice?.amount))[0]
    const buying = (async () => {
      const ends: Answer[] = []
      for (let each = 0; each < 40; each += 1) {
        const preview = await call(page, 'operations.preview', {
          kind: 'register',
          inventoryItemId: cheapest?.id,
          mode: 'FIRST_USE',
          userCountry: 'DE',
          userIp: '203.0.113.7',
        })
        ends.push(await call(page, 'operations.run', { previewId: previewId(preview) }))
      }
      return ends
    })()
    const { value, titles } = await whileAnswering(desk, 'no', buying)
    // One refund of the previous test counts as well.
    expect(times(codes(value), 'done')).toBeLessThanOrEqual(5)
    expect(times(codes(value), 'not_approved')).toBe(40 - times(codes(value), 'done'))
    expect(await executed('register')).toBe(times(codes(value), 'done'))
    // A person who has refused three times is not asked again. The first question was about the rules.
    expect(titles.length).toBeLessThanOrEqual(3)
    expect(new Set(titles)).toEqual(new Set(['Send this operation?']))
  })

  test('of 10 refunds in a row at most five are sent', async () => {
    const { page, desk, itemSample, executed } = shared()
    const samples = []
    for (let each = 0; each < 10; each += 1) samples.push(await itemSample('refundable'))
    const refunding = (async () => {
      const ends: Answer[] = []
      for (const { uid, itemUid } of samples) {
        const preview = await call(page, 'operations.preview', { kind: 'refund', customerUid: uid, itemUid })
        ends.push(await call(page, 'operations.run', { previewId: previewId(preview), refundReason: 'other' }))
      }
      return ends
    })()
    const { value } = await whileAnswering(desk, 'no', refunding)
    expect(times(codes(value), 'not_approved')).toBeGreaterThanOrEqual(5)
    expect(await executed('refund')).toBe(times(codes(value), 'done'))
  })
})

describe.each(hosts)('on a desk of %s without an earlier question', (host) => {
  const shared = sharedDesk({ customers: 100, desk: { host, person: 'absent' } })

  test('of 30 activation codes requested at once ten are returned, and the others after the person agrees', async () => {
    const { page, desk, sample, portal } = shared()
    const { uid } = await sample('esimReleased')
    const esim = (await portal.customer(uid)).relatedEsims[0]
    const thirty = () =>
      page.evaluate(
        (which) => {
          const { installation }: { installation: { sheet: (input: unknown) => Promise<Answer> } } = Reflect.get(
            globalThis,
            'desk',
          )
          return Promise.all(Array.from({ length: 30 }, () => installation.sheet(which)))
        },
        { customerUid: uid, esimUid: esim?.uid },
      )
    const first = thirty()
    await answerQuestion(desk, 'Hand out many activation codes?', 'no')
    expect([times(codes(await first), 'done'), times(codes(await first), 'not_approved')]).toEqual([10, 20])
    const second = thirty()
    await answerQuestion(desk, 'Hand out many activation codes?', 'yes')
    expect(times(codes(await second), 'done')).toBe(30)
  })

  test('nothing is sent to another host, through another proxy or from another file before a person has agreed', async () => {
    const { page, desk } = shared()
    const contacts: string[] = []
    const server = createServer((socket) => {
      contacts.push('contact')
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const wanted = {
      address: `https://127.0.0.1:${String(port)}/path`,
      segment: 'x',
      clientId: 'stolen data',
      clientSecret: 'stolen data',
      caFile: '/etc/passwd',
    }
    try {
      const testing = call(page, 'connections.test', wanted)
      const question = await nextQuestion(desk)
      expect(question.text).toContain(`https://127.0.0.1:${String(port)}`)
      expect(question.text).toContain('/etc/passwd')
      expect(question.text).not.toContain('stolen data')
      // Another question is refused while this one is open.
      expect(await call(page, 'connections.add', { ...wanted, name: 'x', caFile: null })).toMatchObject({
        ok: false,
        error: { code: 'approval_pending' },
      })
      await question.answer('close')
      expect(await testing).toEqual(refusal('refused'))
      expect(await call(page, 'connections.list', null)).toEqual({ ok: true, value: [] })
      expect(contacts).toEqual([])

      const agreed = call(page, 'connections.test', { ...wanted, caFile: null })
      await answerQuestion(desk, 'Connect to this service?', 'yes')
      expect(await agreed).toMatchObject({ ok: false, error: { code: expect.not.stringMatching('not_approved') } })
      expect(contacts.length).toBeGreaterThan(0)
      // A connection that was tested is stored without another question.
      expect(await call(page, 'connections.add', { ...wanted, name: 'x', caFile: null })).toMatchObject({
        ok: true,
        value: { name: 'x' },
      })
    } finally {
      server.close()
    }
  })

  test("the mail server and its sender are stored only after a person has agreed, in a dialog that the page can't reach", async () => {
    const { page, desk } = shared()
    const server = {
      host: 'localhost',
      port: 465,
      security: 'tls',
      user: 'ada',
      auth: 'password',
      from: 'ada@example.com',
      caFile: null,
    }
    const setting = call(page, 'settings.set', { mail: { ...server, secret: 'correct horse' } })
    const question = await nextQuestion(desk)
    expect(question.title).toBe('Use this mail server?')
    expect(question.text).toContain('localhost:465')
    expect(question.text).not.toContain('correct horse')
    // The page can't reach it, and it is still open after all these attempts.
    expect(await tryToReach(page)).toEqual([])
    expect((await openQuestion(desk))?.title).toBe(question.title)
    await question.answer('yes')
    expect(await setting).toMatchObject({ ok: true })
    const changing = call(page, 'settings.set', { mail: { ...server, from: 'eve@example.com' }, agentName: 'Eve' })
    await answerQuestion(desk, 'Use this mail server?', 'no')
    expect(await changing).toEqual(refusal('refused'))
    expect(await call(page, 'settings.get', null)).toMatchObject({
      value: { mail: { from: 'ada@example.com' }, agentName: expect.not.stringMatching('Eve') },
    })
    // Repeating the same change needs no question.
    expect(await call(page, 'settings.set', { mail: server })).toMatchObject({ ok: true })
  })
})
