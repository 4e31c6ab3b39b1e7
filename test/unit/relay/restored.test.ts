/**
 * A database that is an older one than it was: the feed is renewed, desks read again, and the lost time is a hole.
 *
 * @module-tag long
 */
import { expect, test } from 'vitest'
import { FeedPage, relayPaths } from '#shared/wire/relay.ts'
import { backUp } from '../../support/backup.ts'
import { eventually } from '../../support/eventually.ts'
import { withDatabase } from '../../support/postgres.ts'
import { callRelay, enrolDevice, poster, startTestRelay, type TestDevice, type TestRelay } from '../../support/relay.ts'
import { runCommand } from '../../../relay/commands/run.ts'
import { readCommandLine } from '../../../relay/commandLine.ts'
import { startDesk } from '../electron/events/relaySupport.ts'

type Post = (body: object) => Promise<Response>
const change = (iccid: string): object => ({ iccid, newCountry: 'FR' })

/** Posts webhooks that are acknowledged, and returns when each was. */
async function send(post: Post, name: string, count: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let sent = 0; sent < count; sent += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, count - sent) }, async (_, index) => {
        expect((await post(change(`${name}${String(sent + index)}`))).status).toBe(200)
        times.push(Date.now())
      }),
    )
  return times
}

const readWith = (url: string, { token }: TestDevice, query: string): Promise<Response> =>
  callRelay(url, `${relayPaths.feed}?limit=1000&${query}`, { token })

async function pageOf(url: string, device: TestDevice): Promise<FeedPage> {
  return FeedPage.parse(await (await readWith(url, device, '')).json())
}

/** The position of a desk that has read everything. */
const queryOf = ({ feed, next, digest }: FeedPage): string =>
  `feed=${feed}&after=${String(next)}&digest=${digest ?? ''}`

const lostTimes = ({ records }: FeedPage, times: readonly number[]): readonly number[] =>
  times.filter(
    (time) =>
      !records.some(
        (record) => record.type === 'hole' && Date.parse(record.from) <= time && time <= Date.parse(record.until),
      ),
  )

async function begin(): Promise<{ readonly relay: TestRelay; readonly device: TestDevice; readonly post: Post }> {
  const relay = await startTestRelay()
  return { relay, device: await enrolDevice(relay), post: await poster(relay, 'countryChange') }
}

async function expectRenewed(
  url: string,
  device: TestDevice,
  before: FeedPage,
  lost: readonly number[],
): Promise<FeedPage> {
  return await eventually(async () => {
    const page = await pageOf(url, device)
    expect(page.feed).not.toBe(before.feed)
    expect(lostTimes(page, lost)).toEqual([])
    expect((await readWith(url, device, queryOf(before))).status).toBe(410)
    return page
  })
}

const untilRead = (url: string, device: TestDevice, count: number): Promise<FeedPage> =>
  eventually(async () => {
    const page = await pageOf(url, device)
    expect(page.records.filter(({ type }) => type === 'event')).toHaveLength(count)
    return page
  })

/** A relay with 20 webhooks and 40 more, closed, whose database is then one from before the 40. */
async function restoredWhileClosed(): Promise<
  Pick<TestRelay['settings'], 'databaseUrl' | 'dataFolder'> & {
    readonly device: TestDevice
    /** What a desk had read of all of them. */
    readonly before: FeedPage
    readonly lost: readonly number[]
  }
> {
  const { relay, device, post } = await begin()
  await send(post, 'kept', 20)
  await untilRead(relay.url, device, 20)
  const restore = await backUp(relay.settings.databaseUrl)
  const lost = await send(post, 'lost', 40)
  const before = await untilRead(relay.url, device, 60)
  await relay.close()
  await restore()
  const { databaseUrl, dataFolder } = relay.settings
  return { device, before, lost, databaseUrl, dataFolder }
}

test('an older backup under a running relay renews the feed and is a hole, and a desk reads again', async () => {
  const { relay, device, post } = await begin()
  const desk = await startDesk(relay)
  await send(post, 'kept', 20)
  await untilRead(relay.url, device, 20)
  const restore = await backUp(relay.settings.databaseUrl)
  const lost = await send(post, 'lost', 220)
  const before = await untilRead(relay.url, device, 240)
  await eventually(() => expect(desk.rows()).toHaveLength(240))
  await restore()
  const page = await expectRenewed(relay.url, device, before, lost)
  expect(page.records.filter(({ type }) => type === 'event')).toHaveLength(20)
  await send(post, 'new', 1)
  await eventually(() => expect(desk.rows().some(({ iccid }) => iccid === 'new0')).toBe(true))
  await eventually(() => expect(desk.status().holes).not.toEqual([]))
  expect(await (await fetch(`${relay.metricsUrl}/metrics`)).text()).toMatch(/^esim_relay_restored_total 1$/m)
})

test('an older backup at the start of a relay renews the feed and is a hole', async () => {
  const { device, before, lost, databaseUrl, dataFolder } = await restoredWhileClosed()
  const next = await startTestRelay({ databaseUrl, dataFolder })
  const page = await expectRenewed(next.url, device, before, lost)
  await next.close()
  const again = await startTestRelay({ databaseUrl, dataFolder })
  expect((await pageOf(again.url, device)).feed).toBe(page.feed)
})

test('a restored backup with new records is recognised by the digest, by a desk that was away and by the relay', async () => {
  const { device, before, lost, databaseUrl, dataFolder } = await restoredWhileClosed()
  // A relay that knows nothing of what was lost.
  const other = await startTestRelay({ databaseUrl })
  await send(await poster(other, 'countryChange'), 'new', 80)
  const later = await untilRead(other.url, device, 100)
  expect(later.feed).toBe(before.feed)
  expect(later.next).toBeGreaterThan(before.next)
  expect((await readWith(other.url, device, queryOf(before))).status).toBe(410)
  expect((await readWith(other.url, device, queryOf(later))).status).toBe(200)
  const next = await startTestRelay({ databaseUrl, dataFolder })
  await expectRenewed(next.url, device, before, lost)
  await expectRenewed(other.url, device, before, lost)
})

test('what is erased is not taken for lost, and a log that is gone is', async () => {
  const { relay, device, post } = await begin()
  const low = await poster(relay, 'lowBalance')
  await send(post, 'kept', 2)
  await low({ uid: 'gone', timestamp: '2026-01-01T00:00:00Z' })
  const before = await untilRead(relay.url, device, 3)
  await runCommand(relay.settings, readCommandLine(['erase', 'gone']))
  await eventually(async () => expect((await pageOf(relay.url, device)).records.at(-1)?.type).toBe('erased'))
  expect((await readWith(relay.url, device, queryOf(before))).status).toBe(200)
  await relay.close()
  const { databaseUrl, dataFolder } = relay.settings
  await withDatabase(databaseUrl, (client) => client.query('DELETE FROM log'))
  const next = await startTestRelay({ databaseUrl, dataFolder })
  const renewed = await eventually(async () => {
    const page = await pageOf(next.url, device)
    expect(page.feed).not.toBe(before.feed)
    return page
  })
  expect(renewed.records.map(({ type }) => type)).toContain('hole')
})
