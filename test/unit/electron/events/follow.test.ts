/** How often the feed of a relay is requested that answers at once and leads nowhere. */
import { expect, test } from 'vitest'
import type { FeedPage } from '#shared/wire/relay.ts'
import { CursorUnknown } from '../../../../electron/events/relay/answers.ts'
import type { Position } from '../../../../electron/events/relay/client.ts'
import { follow, type FollowState } from '../../../../electron/events/relay/follow.ts'
import { manualTime } from './support.ts'

/** More requests than this stay without an answer, so that a test without a pause ends. */
const maxRequests = 100

async function requestsOf(answer: (position: Position, count: number) => FeedPage, milliseconds: number) {
  const time = manualTime()
  const ending = new AbortController()
  const states: FollowState[] = []
  let requests = 0
  const { ended } = follow({
    client: {
      page(position, _wait, signal) {
        requests += 1
        if (requests <= maxRequests) return new Promise((resolve) => resolve(answer(position, requests)))
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))))
      },
      stream: (_position, _onPage, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
    },
    from: { feed: null, after: 0 },
    store: () => undefined,
    onState: (state) => void states.push(state),
    clock: time.clock,
    timer: time.timer,
    signal: ending.signal,
    retryAfter: (failures) => 1000 * 2 ** failures,
  })
  for (let passed = 0; passed < milliseconds; passed += 100) await time.pass(100)
  ending.abort()
  await time.pass(0)
  await ended
  return { requests, states }
}

const page = (changes: Partial<FeedPage> = {}): FeedPage => ({
  feed: 'feed-1',
  records: [],
  next: 0,
  more: false,
  ...changes,
})

test('a page that brings nothing new although more follows is requested again after growing pauses', async () => {
  const { requests, states } = await requestsOf(() => page({ more: true }), 10_000)
  // The first page names the feed; then after 1, 2 and 4 seconds.
  expect(requests).toBe(5)
  expect(states).toContainEqual({ state: 'away', code: 'not_a_relay' })
})

test('pages that bring something new follow each other at once', async () => {
  const { requests } = await requestsOf((_position, count) => page({ next: count, more: count < 10 }), 1000)
  expect(requests).toBeGreaterThanOrEqual(10)
})

test('a cursor that is refused again and again is sent after growing pauses, and the first time at once', async () => {
  const refusing = (): FeedPage => {
    throw new CursorUnknown('cursor unknown')
  }
  const always = await requestsOf(refusing, 10_000)
  expect(always.requests).toBe(5)
  const knownOnly = await requestsOf(({ feed }) => (feed === null ? page() : refusing()), 10_000)
  expect(knownOnly.requests).toBeLessThanOrEqual(10)
  const once = await requestsOf(
    (_position, count) => (count === 1 ? refusing() : page({ next: count, more: count < 10 })),
    500,
  )
  expect(once.requests).toBeGreaterThanOrEqual(10)
})
