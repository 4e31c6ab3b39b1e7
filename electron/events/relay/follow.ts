/**
 * Follows the feed of a relay: a stream, and long polls until the stream is up and whenever it fails. Proxies that hold
 * a stream back are common, so a stream counts as up with its second event, and as down when three heartbeats are
 * missing. Both read the same records with one cursor, and each record is accepted once.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { asDeskError, DeskError } from '#shared/errors.ts'
import {
  heartbeatMs as defaultHeartbeatMs,
  maxFeedWaitSeconds,
  type FeedPage,
  type ReceivedRecord,
} from '#shared/wire/relay.ts'
import { backoffMs } from '../../base/backoff.ts'
import type { Clock } from '../../base/clock.ts'
import type { Timer } from '../../base/timer.ts'
import { CursorUnknown } from './answers.ts'
import type { Position, RelayClient } from './client.ts'

export type FollowState =
  | { readonly state: 'connecting' }
  | { readonly state: 'stream' | 'polling'; readonly isCatchingUp: boolean }
  /** `code` is that of a DeskError. */
  | { readonly state: 'away' | 'refused'; readonly code: string }

export interface FollowOptions {
  readonly client: Pick<RelayClient, 'page' | 'stream'>
  readonly from: Position
  /** Stores the records with the position after them, or throws. */
  readonly store: (records: readonly ReceivedRecord[], position: Position) => void
  readonly onState: (state: FollowState) => void
  readonly clock: Pick<Clock, 'monotonic'>
  readonly timer: Timer
  readonly signal: AbortSignal
  readonly heartbeatMs?: number
  /** Milliseconds before the next attempt, by the number of failures. */
  readonly retryAfter?: (failures: number) => number
}

interface Following {
  /** Tries again at once. */
  readonly wake: () => void
  /** Resolves when nothing more is stored. */
  readonly ended: Promise<void>
}

/** Records that are stored in one transaction, which blocks this process. */
const storeRecords = 100
const missedHeartbeats = 3
/** A relay may ask for a longer pause than the desk would make. */
const maxRequestedPauseMs = 300_000
/** A stream that was held back is tried again after this time. Long polls are as good meanwhile. */
const heldBackMs = 300_000

/** Longer pauses would keep a desk without events after the relay is back; a relay bears an attempt of each desk. */
const maxPauseMs = 20_000
const defaultRetry = (failures: number): number => backoffMs(1000, failures, maxPauseMs)

/** A page that announces more and brings nothing new would be requested for ever. */
class NoProgress extends DeskError {
  constructor() {
    super('not_a_relay', 'The relay announces more and sends nothing new')
  }
}

class Follower {
  readonly #options: FollowOptions
  readonly #heartbeatMs: number
  #position: Position
  /** Counts how often the feed started over: what was requested before is not accepted. */
  #generation = 0
  #accepting: Promise<unknown> = Promise.resolve()
  #isCatchingUp = true
  #isStreamUp = false
  #failures = 0
  /** Counts how often the cursor was refused since this desk had last caught up with a known feed. */
  #unknownCursors = 0
  /** Aborted when long polls are not needed for a while, and replaced when they are again. */
  #polling = new AbortController()
  #wakeUp = Promise.withResolvers<void>()
  readonly #firstPage = Promise.withResolvers<void>()
  readonly #refused = new AbortController()
  readonly #signal: AbortSignal

  constructor(options: FollowOptions) {
    this.#options = options
    this.#position = options.from
    this.#heartbeatMs = options.heartbeatMs ?? defaultHeartbeatMs
    this.#signal = AbortSignal.any([options.signal, this.#refused.signal])
  }

  async run(): Promise<void> {
    this.#options.onState({ state: 'connecting' })
    await Promise.all([this.#poll(), this.#stream()])
    await this.#accepting
  }

  wake(): void {
    this.#wakeUp.resolve()
    this.#wakeUp = Promise.withResolvers()
  }

  #isEnded(): boolean {
    return this.#signal.aborted
  }

  /** Waits, until `wake` is called or following ends. */
  async #pause(milliseconds: number): Promise<void> {
    if (this.#signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = (): void => resolve()
    const cancel = this.#options.timer(milliseconds, end)
    this.#signal.addEventListener('abort', end, { once: true })
    await Promise.race([promise, this.#wakeUp.promise])
    this.#signal.removeEventListener('abort', end)
    cancel()
  }

  /** Accepts one page after another, whichever way they came. */
  async #accept(page: FeedPage, generation: number): Promise<void> {
    const accepted = this.#accepting.then(() => (generation === this.#generation ? this.#store(page) : undefined))
    this.#accepting = accepted.catch(() => undefined)
    await accepted
  }

  async #store({ feed, records, next, digest = null, more }: FeedPage): Promise<void> {
    const { feed: known } = this.#position
    if (known !== null && feed !== known) throw new CursorUnknown('another feed')
    const fresh = records.filter(({ seq }) => seq > this.#position.after)
    for (let at = 0; at < fresh.length && !this.#signal.aborted; at += storeRecords) {
      const part = fresh.slice(at, at + storeRecords)
      const last = part.at(-1)
      const position = { feed, after: last?.seq ?? this.#position.after, digest: last?.digest ?? null }
      this.#options.store(part, position)
      this.#position = position
      await nextTurn()
    }
    if (this.#signal.aborted) return
    if (next > this.#position.after) this.#position = { feed, after: next, digest }
    else this.#position = { ...this.#position, feed }
    this.#isCatchingUp = more
  }

  #report(): void {
    if (!this.#signal.aborted)
      this.#options.onState({
        state: this.#isStreamUp ? 'stream' : 'polling',
        isCatchingUp: this.#isCatchingUp,
      })
  }

  /** Returns how long to wait after a failure, in milliseconds. */
  #pauseAfter(error: unknown): number {
    const { retryAfter = defaultRetry } = this.#options
    const { details } = asDeskError(error)
    const seconds = details['retryAfter']
    const requested = typeof seconds === 'number' ? Math.min(seconds * 1000, maxRequestedPauseMs) : 0
    return Math.max(retryAfter(this.#failures), requested * (1 + Math.random() / 4))
  }

  /** Handles what cannot be repeated. Returns whether a later attempt may help. */
  #mayRetry(error: unknown): boolean {
    if (this.#signal.aborted) return false
    if (error instanceof CursorUnknown) {
      this.#position = { feed: null, after: 0 }
      this.#generation += 1
      this.#unknownCursors += 1
      this.#isCatchingUp = true
      return true
    }
    const { code } = asDeskError(error)
    if (code !== 'relay_device_refused') return true
    this.#options.onState({ state: 'refused', code })
    this.#refused.abort()
    return false
  }

  async #poll(): Promise<void> {
    while (!this.#signal.aborted) {
      if (this.#isStreamUp) {
        await this.#pause(this.#heartbeatMs)
        continue
      }
      const { signal } = this.#polling
      try {
        await this.#pollOnce(signal)
      } catch (error) {
        if (signal.aborted) continue
        if (!this.#mayRetry(error)) break
        const isCursorUnknown = error instanceof CursorUnknown
        // The feed is read from its beginning at once, but not again and again.
        if (isCursorUnknown && this.#unknownCursors === 1) continue
        if (!isCursorUnknown) this.#options.onState({ state: 'away', code: asDeskError(error).code })
        await this.#pause(this.#pauseAfter(error))
        this.#failures += 1
      }
    }
    this.#firstPage.resolve()
  }

  async #pollOnce(signal: AbortSignal): Promise<void> {
    const generation = this.#generation
    const before = this.#position
    const wait = this.#isCatchingUp ? 0 : maxFeedWaitSeconds
    const page = await this.#options.client.page(before, wait, AbortSignal.any([this.#signal, signal]))
    await this.#accept(page, generation)
    this.#report()
    if (!page.more) this.#firstPage.resolve()
    // What was requested before the feed started over does not belong to it.
    if (generation !== this.#generation) return
    const { feed, after } = this.#position
    if (page.more && feed === before.feed && after === before.after) throw new NoProgress()
    if (!page.more && before.feed !== null) this.#unknownCursors = 0
    if (this.#unknownCursors === 0) this.#failures = 0
  }

  async #stream(): Promise<void> {
    await this.#firstPage.promise
    let failures = 0
    while (!this.#isEnded()) {
      const outcome = await this.#streamOnce()
      if (this.#isEnded()) return
      failures = outcome === 'ended' ? 0 : failures + 1
      const { retryAfter = defaultRetry } = this.#options
      if (outcome === 'heldBack') await this.#pause(heldBackMs)
      else await this.#pause(retryAfter(failures))
    }
  }

  /** Receives one stream until it ends. It has `ended` well if it was up before, as when its token expires. */
  async #streamOnce(): Promise<'ended' | 'failed' | 'heldBack'> {
    const silent = new AbortController()
    let stopWatch = (): void => undefined
    const watch = (): void => {
      stopWatch()
      stopWatch = this.#options.timer(missedHeartbeats * this.#heartbeatMs, () => silent.abort())
    }
    const generation = this.#generation
    let events = 0
    watch()
    try {
      await this.#options.client.stream(
        this.#position,
        async (page) => {
          watch()
          events += 1
          await this.#accept(page, generation)
          if (events === 2) this.#setStreamUp(true)
          if (events > 1) this.#report()
        },
        AbortSignal.any([this.#signal, silent.signal]),
      )
    } catch (error) {
      // A poll finds the cause too, and reports it.
      if (!silent.signal.aborted) this.#mayRetry(error)
    } finally {
      stopWatch()
      this.#setStreamUp(false)
    }
    if (silent.signal.aborted) return 'heldBack'
    return events > 1 ? 'ended' : 'failed'
  }

  #setStreamUp(isUp: boolean): void {
    if (isUp === this.#isStreamUp) return
    this.#isStreamUp = isUp
    if (isUp) {
      this.#polling.abort()
      this.#polling = new AbortController()
    } else this.wake()
  }
}

export function follow(options: FollowOptions): Following {
  const follower = new Follower(options)
  return { wake: () => follower.wake(), ended: follower.run() }
}
