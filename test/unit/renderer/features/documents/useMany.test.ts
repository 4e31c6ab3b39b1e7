/** Sheets of many eSIMs: they are found, read a few at a time, omitted with a reason, and cancelled. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import { DeskError } from '#shared/errors.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import { maxSheets, type InstallationSheet, type WhichEsim } from '#shared/model/esim/installation.ts'
import { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import type { ManyLine } from '../../../../../renderer/features/documents/findEsims.ts'
import type { KnownEsim } from '../../../../../renderer/features/documents/useInstallation.ts'
import { useMany, type Many, type ManyDesk } from '../../../../../renderer/features/documents/useMany.ts'
import { flush } from '../../support/deferred.ts'
import { customer, esim } from '../../support/samples.ts'
import { event } from '../events/samples.ts'
import { sheet } from './samples.ts'

let scope: EffectScope
beforeEach(() => void (scope = effectScope()))
afterEach(() => scope.stop())

const row = (uid: string): CustomerRow => ({
  uid: CustomerUid.parse(uid),
  email: null,
  esims: [],
  totalRemaining: null,
  nextExpiry: null,
  lastSeen: null,
  soldAt: null,
  packages: { active: 0, waiting: 0, over: 0, total: 0 },
  packageNames: [],
  match: null,
})
const profile = (uid: string, iccid: string, active: boolean | null = true) =>
  esim({ uid: EsimUid.parse(uid), iccid: Iccid.parse(iccid), active })

/** What a search of the local list says beside its rows. */
const onlyRows = { exact: null, source: 'directory', serviceProblem: null } as const

const lineOf = (line: string | Pick<ManyLine, 'text' | 'uid'>, at: number): ManyLine => ({
  ...(typeof line === 'string' ? { text: line, uid: null } : line),
  number: at + 1,
})

function many(changes: Partial<ManyDesk> = {}): {
  readonly many: Many
  readonly made: (readonly InstallationSheet[])[]
  readonly run: (...lines: readonly (string | Pick<ManyLine, 'text' | 'uid'>)[]) => Promise<void>
} {
  const found = scope.run(() =>
    useMany({
      search: (query) =>
        Promise.resolve({
          rows: query === 'nobody' ? [] : query === 'two' ? [row('a'), row('b')] : [row(query)],
          ...onlyRows,
        }),
      customer: (uid) =>
        Promise.resolve(
          customer({
            uid,
            esims: [profile(`${uid}-1`, '8948010000000000001'), profile(`${uid}-2`, '8948010000000000002', false)],
          }),
        ),
      language: () => 'de',
      sheet: ({ esimUid }) => Promise.resolve(sheet({ esimUid, iccid: Iccid.parse(esimUid) })),
      esimEvents: () => Promise.resolve([]),
      cancelFile: () => Promise.resolve(null),
      ...changes,
    }),
  )
  if (found === undefined) throw new Error('The scope is over')
  const made: (readonly InstallationSheet[])[] = []
  return {
    many: found,
    made,
    run: (...lines) => found.run(lines.map(lineOf), (sheets) => (made.push(sheets), Promise.resolve('/x.pdf'))),
  }
}

test('it includes the active eSIMs of each line once, in the order of the lines', async () => {
  const { many: it, made, run } = many()
  await run('one', 'three', 'one')
  expect(made.map((sheets) => sheets.map(({ esimUid }) => esimUid))).toEqual([['one-1', 'three-1']])
  expect(it.state.value).toEqual({ name: 'saved', path: '/x.pdf', count: 2 })
})

test('it includes all customers with a whole address', async () => {
  const own = (uid: string): CustomerRow => ({ ...row(uid), email: 'Ada@example.org' })
  const { made, run } = many({
    search: () =>
      Promise.resolve({
        rows: [own('one'), { ...row('other'), email: 'ada@example.org.uk' }, own('three')],
        ...onlyRows,
      }),
  })
  await run('ada@example.org')
  expect(made[0]?.map(({ esimUid }) => esimUid)).toEqual(['one-1', 'three-1'])
})

test('a line of the selection means that customer alone, without a search', async () => {
  const searched: string[] = []
  const { made, run } = many({
    search: (query) => (searched.push(query), Promise.resolve({ rows: [row('one'), row('three')], ...onlyRows })),
  })
  await run({ text: 'ada@example.org', uid: CustomerUid.parse('three') }, 'ada@example.org (c (2))')
  expect(made[0]?.map(({ esimUid }) => esimUid)).toEqual(['three-1', 'c (2)-1'])
  expect(searched).toEqual([])
})

test('a typed line whose uid belongs to another address resolves to nobody', async () => {
  const { many: it, made, run } = many()
  await run('bob@example.net (one)')
  expect(it.omitted.value).toEqual([{ line: 'bob@example.net (one)', reason: 'notFound' }])
  expect(made).toEqual([])
})

test('a selected customer whom the service no longer has is not found', async () => {
  const { many: it, run } = many({ customer: () => Promise.reject(new DeskError('not_found', 'No such customer')) })
  await run({ text: 'ada@example.org', uid: CustomerUid.parse('one') })
  expect(it.omitted.value).toEqual([{ line: 'ada@example.org', reason: 'notFound' }])
})

test('it includes the eSIM that an ICCID names, also an inactive one', async () => {
  const { made, run } = many({ search: () => Promise.resolve({ rows: [row('one')], ...onlyRows }) })
  await run('8948 0100 0000 0000 002')
  expect(made[0]?.map(({ esimUid }) => esimUid)).toEqual(['one-2'])
})

test('it lists what it omits, and why', async () => {
  const unusable = ({ esimUid }: WhichEsim): Promise<InstallationSheet> =>
    esimUid === 'bad-1'
      ? Promise.resolve(sheet({ code: null, problem: 'parts', iccid: Iccid.parse('89') }))
      : esimUid === 'late-1'
        ? Promise.reject(new Error('late'))
        : Promise.resolve(sheet())
  const { many: it, made, run } = many({ sheet: unusable })
  await run('nobody', 'two', 'bad', 'late', 'good')
  expect(made[0]).toHaveLength(1)
  expect(it.omitted.value).toEqual([
    { line: 'nobody', reason: 'notFound' },
    { line: 'two', reason: 'several' },
    { line: 'ada@example.org (8948010000000000001)', reason: 'noCode' },
    { line: 'ada@example.org (8948010000000000001)', reason: 'failed' },
  ])
})

/** One customer with so many eSIMs; the code of the one at each of `without` is missing. */
const ofMany = (count: number, without: readonly number[] = []): Partial<ManyDesk> => ({
  customer: (uid) =>
    Promise.resolve(
      customer({
        uid,
        esims: Array.from({ length: count }, (_, at) => profile(String(at), String(8948010000000000000n + BigInt(at)))),
      }),
    ),
  sheet: ({ esimUid }) =>
    Promise.resolve(
      sheet({ esimUid, iccid: Iccid.parse('8948'), ...(without.includes(Number(esimUid)) && { code: null }) }),
    ),
})
const uidsFrom = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, at) => String(from + at))

test('what is over the limit of a file becomes the next one, and what was left out of the first stays listed', async () => {
  const { many: it, made, run } = many(ofMany(2 * maxSheets + 3, [1, maxSheets]))
  await run('one')
  expect([it.state.value, it.waiting.value]).toMatchObject([{ name: 'saved', count: maxSheets - 1 }, maxSheets + 3])
  const parts: number[] = []
  const next = () =>
    it.next((sheets, part) => {
      parts.push(part)
      made.push(sheets)
      return Promise.resolve('/y.pdf')
    })
  await next()
  expect([it.waiting.value, it.omitted.value.length]).toEqual([3, 2])
  await next()
  expect([it.state.value, it.waiting.value, parts]).toEqual([{ name: 'saved', path: '/y.pdf', count: 3 }, 0, [2, 3]])
  expect(made.flat().map(({ esimUid }) => esimUid)).toEqual(
    uidsFrom(0, 2 * maxSheets + 3).filter((uid) => uid !== '1' && uid !== String(maxSheets)),
  )
})

test.each([
  ['that nobody saved', (): Promise<string | null> => Promise.resolve(null)],
  ['that failed', () => Promise.reject(new DeskError('file_unwritable', 'No room'))],
  ['that was cancelled', () => Promise.reject(new DeskError('aborted', 'Cancelled'))],
])('the eSIMs of a next file %s still wait, and nothing is listed twice', async (_name, make) => {
  const { many: it, run } = many(ofMany(maxSheets + 2, [maxSheets]))
  await run('one')
  for (let times = 0; times < 2; times += 1) {
    await it.next(make)
    expect([it.waiting.value, it.omitted.value.length]).toEqual([2, 1])
  }
  await it.next(() => Promise.resolve('/y.pdf'))
  expect([it.state.value, it.waiting.value]).toMatchObject([{ name: 'saved', count: 1 }, 0])
})

test('a file of which nothing can be included leaves the next one, which is the first that is saved', async () => {
  const { many: it, run } = many(ofMany(maxSheets + 1, uidsFrom(0, maxSheets).map(Number)))
  await run('one')
  expect([it.state.value.name, it.waiting.value]).toEqual(['nothing', 1])
  const parts: number[] = []
  await it.next((_sheets, part) => (parts.push(part), Promise.resolve('/x.pdf')))
  expect([it.state.value.name, it.waiting.value, parts]).toEqual(['saved', 0, [1]])
})

test('after a next file is cancelled, the one before is still named as saved, with what to check in it', async () => {
  const { many: it, run } = many({
    ...ofMany(maxSheets + 2),
    sheet: ({ esimUid }) => Promise.resolve(sheet({ esimUid, iccid: Iccid.parse('8948'), state: 'installed' })),
  })
  await run('one')
  const saved = { name: 'saved', path: '/x.pdf', count: maxSheets }
  expect([it.state.value, it.doubtful.value.length]).toEqual([saved, maxSheets])
  const reading = it.next(() => Promise.resolve('/y.pdf'))
  it.cancel()
  await reading
  expect([it.state.value, it.doubtful.value.length]).toEqual([saved, maxSheets])
  await it.next(() => Promise.reject(new DeskError('aborted', 'Cancelled')))
  expect([it.state.value, it.doubtful.value.length, it.waiting.value]).toEqual([saved, maxSheets, 2])
})

test('mails get all that are found', async () => {
  const { many: it } = many(ofMany(maxSheets + 7))
  let listed = 0
  await it.list([lineOf('one', 0)], (esims) => ((listed = esims.length), Promise.resolve()))
  expect([listed, it.waiting.value, it.omitted.value]).toEqual([maxSheets + 7, 0, []])
})

test('a file is cancelled while it is created, and the answer to its call decides on the outcome', async () => {
  let cancels = 0
  const { many: it } = many({ cancelFile: () => ((cancels += 1), Promise.resolve(null)) })
  for (const [end, state] of [
    [() => Promise.reject(new DeskError('aborted', 'Cancelled')), 'cancelled'],
    [() => Promise.resolve('/x.pdf'), 'saved'],
  ] as const) {
    const file = Promise.withResolvers<undefined>()
    const running = it.run([lineOf('one', 0)], () => file.promise.then(end))
    await expect.poll(() => it.state.value.name).toBe('making')
    it.cancel()
    expect(it.state.value.name).toBe('making')
    file.resolve(undefined)
    await running
    expect([it.state.value.name, it.error.value]).toEqual([state, null])
  }
  expect(cancels).toBe(2)
})

test('it creates no file without sheets', async () => {
  const { many: it, made, run } = many()
  await run('nobody')
  expect(made).toEqual([])
  expect(it.state.value).toEqual({ name: 'nothing' })
})

test('after cancelling it creates no file and sends no further request', async () => {
  let reads = 0
  const {
    many: it,
    made,
    run,
  } = many({
    sheet: async () => {
      reads += 1
      if (reads === 3) it.cancel()
      return Promise.resolve(sheet())
    },
  })
  await run(...Array.from({ length: 50 }, (_, index) => `customer ${String(index)}`))
  expect(made).toEqual([])
  expect(reads).toBeLessThan(10)
  expect(it.state.value).toEqual({ name: 'cancelled' })
})

test('for mails it reads no code, and names what has none', async () => {
  let reads = 0
  const { many: it } = many({
    customer: (uid) =>
      Promise.resolve(
        customer({
          uid,
          email: 'ada@example.org',
          language: null,
          esims: [
            { ...profile('good', '8948010000000000001'), codeState: 'usable' },
            { ...profile('bad', '8948010000000000002'), codeState: 'missing' },
          ],
        }),
      ),
    sheet: () => ((reads += 1), Promise.resolve(sheet())),
  })
  const listed: KnownEsim[] = []
  await it.list([lineOf('one', 0)], (esims) => (listed.push(...esims), Promise.resolve()))
  expect(listed).toMatchObject([
    { customerUid: 'one', esimUid: 'good', customerEmail: 'ada@example.org', language: 'de' },
  ])
  expect(it.omitted.value).toEqual([{ line: 'ada@example.org (8948010000000000002)', reason: 'noCode' }])
  expect([reads, it.state.value.name]).toEqual([0, 'idle'])
})

test('a declined question about the codes ends the run, so that no file has a part of the sheets alone', async () => {
  let reads = 0
  const {
    many: it,
    made,
    run,
  } = many({
    sheet: () => {
      reads += 1
      return reads < 10 ? Promise.resolve(sheet()) : Promise.reject(new DeskError('not_approved', 'Nobody agreed'))
    },
  })
  await run(...Array.from({ length: 50 }, (_, index) => `customer ${String(index)}`))
  expect(it.error.value?.code).toBe('not_approved')
  expect([made, it.omitted.value, it.state.value.name]).toEqual([[], [], 'idle'])
  expect(reads).toBeLessThan(15)
})

test('searches take turns, because one ends another that the service is being asked for', async () => {
  let running = 0
  const ends: (() => void)[] = []
  const { many: it, run } = many({
    async search(query) {
      running += 1
      expect(running).toBe(1)
      await new Promise<void>((resolve) => ends.push(resolve))
      running -= 1
      return { rows: [row(query)], ...onlyRows }
    },
  })
  const ending = run(...Array.from({ length: 6 }, (_, index) => `customer ${String(index)}`))
  for (let n = 0; n < 6; n += 1) {
    await flush()
    expect(ends).toHaveLength(n + 1)
    ends[n]?.()
  }
  await ending
  expect(it.state.value).toMatchObject({ name: 'saved', count: 6 })
})

test('after cancelling, the searches that wait for their turn are not sent', async () => {
  let searches = 0
  const { many: it, run } = many({
    search(query) {
      searches += 1
      it.cancel()
      return Promise.resolve({ rows: [row(query)], ...onlyRows })
    },
  })
  await run(...Array.from({ length: 6 }, (_, index) => `customer ${String(index)}`))
  expect([searches, it.omitted.value]).toEqual([1, []])
})

test('it names what is in the file and probably of no use to the customer, by the state as it is read', async () => {
  const endOf: Readonly<Record<string, string>> = { one: '1', three: '3', four: '4' }
  const changesOf: Readonly<Record<string, Partial<InstallationSheet>>> = {
    'one-1': { state: 'installed', nothingToUse: true },
    'three-1': { nothingToUse: true },
  }
  const {
    many: it,
    made,
    run,
  } = many({
    customer: (uid) =>
      Promise.resolve(customer({ uid, esims: [profile(`${uid}-1`, `894801000000000000${endOf[uid] ?? '2'}`)] })),
    sheet: ({ esimUid }) => Promise.resolve(sheet({ esimUid, iccid: Iccid.parse(esimUid), ...changesOf[esimUid] })),
    esimEvents: (iccid) =>
      Promise.resolve(iccid === 'four-1' ? [event({ iccid, details: { profileState: 'ERROR' } })] : []),
  })
  await run('one', 'other', 'three', 'four')
  expect(made[0]?.map(({ esimUid }) => esimUid)).toEqual(['one-1', 'other-1', 'three-1', 'four-1'])
  expect(it.doubtful.value).toEqual([
    { line: 'ada@example.org (8948010000000000001)', obstacles: ['installed', 'nothingToUse'] },
    { line: 'ada@example.org (8948010000000000003)', obstacles: ['nothingToUse'] },
    { line: 'ada@example.org (8948010000000000004)', obstacles: ['failedBefore'] },
  ])
  await run('other')
  expect(it.doubtful.value).toEqual([])
})

test('a run that was cancelled names nothing to check in the next one', async () => {
  let give: ((read: InstallationSheet) => void) | undefined
  const { many: it, run } = many({
    sheet: ({ esimUid }) =>
      esimUid === 'one-1'
        ? new Promise((resolve) => (give = resolve))
        : Promise.resolve(sheet({ esimUid, iccid: Iccid.parse(esimUid) })),
  })
  const first = run('one')
  await flush()
  it.cancel()
  await run('three')
  give?.(sheet({ esimUid: EsimUid.parse('one-1'), state: 'installed' }))
  await first
  expect([it.state.value, it.doubtful.value]).toEqual([{ name: 'saved', path: '/x.pdf', count: 1 }, []])
})
