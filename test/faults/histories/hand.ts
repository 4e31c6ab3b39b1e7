/** One desk of a history: it may lose its power at a point, be started again, and is waited for until it asks nobody any more. */
import { setImmediate } from 'node:timers/promises'
import type { OperationRow } from '#shared/model/operation.ts'
import type { ServiceClient } from '../../../electron/service/index.ts'
import { jumpingClock } from '../../support/jumpingClock.ts'
import { openMoneyDesk, type Address, type MoneyDesk, type MovableClock, type Wanted } from '../desk.ts'

/** Where the power goes: the intent, SENDING, or the answer is the last thing that was known. */
export type Death = 'intent' | 'sending' | 'answer'
export type Press = { readonly row: OperationRow } | { readonly refused: string } | 'died'

const never = new Promise<never>(() => undefined)
const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown)

/** One run of the desk's program. */
interface Life {
  readonly desk: MoneyDesk
  alive: boolean
  readonly asking: Set<Promise<unknown>>
  die: Death | null
  readonly died: PromiseWithResolvers<'died'>
}

export class Hand {
  readonly clientClock = jumpingClock()
  readonly #info: Address
  readonly #folder: string
  readonly #clock: MovableClock
  #life: Life | null = null
  #inventory: ReturnType<ServiceClient['inventory']> | null = null

  constructor(info: Address, folder: string, clock: MovableClock) {
    this.#info = info
    this.#folder = folder
    this.#clock = clock
  }

  get desk(): MoneyDesk {
    if (this.#life === null) throw new Error('this desk is not running')
    return this.#life.desk
  }

  async start(): Promise<void> {
    const state = {
      alive: true,
      asking: new Set<Promise<unknown>>(),
      die: null as Death | null,
      died: Promise.withResolvers<'died'>(),
    }
    const end = (): Promise<never> => {
      state.alive = false
      state.died.resolve('died')
      return never
    }
    /** What a process that ended asked for is answered to nobody. */
    const living =
      <Args extends unknown[], T>(ask: (...args: Args) => Promise<T>) =>
      async (...args: Args): Promise<T> => {
        const asked = ask(...args)
        state.asking.add(asked)
        try {
          const answer = await asked
          return state.alive ? answer : await never
        } catch (thrown) {
          if (!state.alive) await never
          throw thrown
        } finally {
          state.asking.delete(asked)
        }
      }
    const around = (client: ServiceClient): ServiceClient => ({
      ...client,
      // It never changes here, and is most of what is read.
      inventory: living((read) => (this.#inventory ??= client.inventory(read))),
      customer: living(client.customer),
      customersPage: living(client.customersPage),
      searchCustomers: living(client.searchCustomers),
      salesHistory: living(client.salesHistory),
      renewToken: living(client.renewToken),
      prepareMoney: (read) => (state.die === 'intent' ? end() : living(client.prepareMoney)(read)),
      sendMoney: async (request) => {
        if (state.die === 'sending') return await end()
        const evidence = await living(client.sendMoney)(request)
        return state.die === 'answer' ? await end() : evidence
      },
    })
    const timer = (milliseconds: number, act: () => void): (() => void) =>
      this.#clock.timer(milliseconds, () => {
        if (state.alive) act()
      })
    const desk = await openMoneyDesk({
      info: this.#info,
      folder: this.#folder,
      clock: this.#clock,
      clientClock: this.clientClock.clock,
      around,
      timer,
    })
    this.#life = Object.assign(state, { desk })
    desk.operations.recover()
    desk.reopen()
  }

  async press(wanted: Wanted, death: Death | null): Promise<Press> {
    const life = this.#life
    if (life === null) throw new Error('this desk is not running')
    const preview = await life.desk.preview(wanted).catch(codeOf)
    if (typeof preview === 'string') return { refused: preview }
    if (!preview.possible) return { refused: preview.reasons.join() }
    life.die = death
    const pressed = life.desk.run(preview.previewId).then(
      (row) => ({ row }),
      (thrown: unknown) => ({ refused: codeOf(thrown) }),
    )
    const end = await Promise.race([pressed, life.died.promise])
    life.die = null
    if (end === 'died') this.#lose(life)
    return end
  }

  /** Nobody says good-bye. */
  #lose({ desk }: Life): void {
    this.#life = null
    desk.storage.close()
  }

  async restart(): Promise<void> {
    if (this.#life !== null) {
      await this.idle()
      await this.stop()
    }
    await this.start()
  }

  /** Until nothing is asked for, and nothing comes of that. */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await setImmediate()
      const asking = [...(this.#life?.asking ?? [])]
      if (asking.length === 0) continue
      await Promise.allSettled(asking)
      quiet = -1
    }
  }

  async stop(): Promise<void> {
    await this.#life?.desk.close()
    this.#life = null
  }
}
