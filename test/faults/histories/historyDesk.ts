/** One desk of a history. It can crash at certain points, restart, and wait until it has no pending requests. */
import { setImmediate } from 'node:timers/promises'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { ServiceClient } from '../../../electron/service/index.ts'
import { jumpingClock } from '../../support/jumpingClock.ts'
import { openMoneyDesk, type Address, type MoneyDesk, type MovableClock, type TargetInput } from '../desk.ts'

/** The points of a crash: after the intent, after SENDING, or after the answer. */
export type KillPoint = 'intent' | 'sending' | 'answer'
export type SubmissionResult = { readonly row: OperationRow } | { readonly refused: string } | 'died'

const never = new Promise<never>(() => undefined)
const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown)

/** One run of the desk's process. */
interface DeskProcess {
  readonly moneyDesk: MoneyDesk
  alive: boolean
  readonly pendingCalls: Set<Promise<unknown>>
  killAt: KillPoint | null
  readonly died: PromiseWithResolvers<'died'>
}

export class HistoryDesk {
  readonly clientClock = jumpingClock()
  readonly #info: Address
  readonly #folder: string
  readonly #clock: MovableClock
  #life: DeskProcess | null = null
  #inventory: ReturnType<ServiceClient['inventory']> | null = null

  constructor(info: Address, folder: string, clock: MovableClock) {
    this.#info = info
    this.#folder = folder
    this.#clock = clock
  }

  get moneyDesk(): MoneyDesk {
    if (this.#life === null) throw new Error('This desk is not running')
    return this.#life.moneyDesk
  }

  async start(): Promise<void> {
    const state = {
      alive: true,
      pendingCalls: new Set<Promise<unknown>>(),
      killAt: null as KillPoint | null,
      died: Promise.withResolvers<'died'>(),
    }
    const end = (): Promise<never> => {
      state.alive = false
      state.died.resolve('died')
      return never
    }
    /** Makes a call that never settles after the process has crashed. */
    const whileAlive =
      <Args extends unknown[], T>(ask: (...args: Args) => Promise<T>) =>
      async (...args: Args): Promise<T> => {
        const call = ask(...args)
        state.pendingCalls.add(call)
        try {
          const answer = await call
          return state.alive ? answer : await never
        } catch (thrown) {
          if (!state.alive) await never
          throw thrown
        } finally {
          state.pendingCalls.delete(call)
        }
      }
    const around = (client: ServiceClient): ServiceClient => ({
      ...client,
      // The inventory never changes in a history and causes most of the reads, so it is cached.
      inventory: whileAlive((read) => (this.#inventory ??= client.inventory(read))),
      customer: whileAlive(client.customer),
      readCustomer: whileAlive(client.readCustomer),
      customersPage: whileAlive(client.customersPage),
      searchCustomers: whileAlive(client.searchCustomers),
      salesHistory: whileAlive(client.salesHistory),
      renewToken: whileAlive(client.renewToken),
      prepareMoney: (read) => (state.killAt === 'intent' ? end() : whileAlive(client.prepareMoney)(read)),
      sendMoney: async (request) => {
        if (state.killAt === 'sending') return await end()
        const evidence = await whileAlive(client.sendMoney)(request)
        return state.killAt === 'answer' ? await end() : evidence
      },
    })
    const timer = (milliseconds: number, act: () => void): (() => void) =>
      this.#clock.timer(milliseconds, () => {
        if (state.alive) act()
      })
    const moneyDesk = await openMoneyDesk({
      info: this.#info,
      folder: this.#folder,
      clock: this.#clock,
      clientClock: this.clientClock.clock,
      around,
      timer,
    })
    this.#life = Object.assign(state, { moneyDesk })
    moneyDesk.operations.recover()
    moneyDesk.reopen()
  }

  async submit(target: TargetInput, killAt: KillPoint | null): Promise<SubmissionResult> {
    const process = this.#life
    if (process === null) throw new Error('This desk is not running')
    const preview = await process.moneyDesk.preview(target).catch(codeOf)
    if (typeof preview === 'string') return { refused: preview }
    if (!preview.possible) return { refused: preview.reasons.join() }
    process.killAt = killAt
    const submission = process.moneyDesk.run(preview.previewId).then(
      (row) => ({ row }),
      (thrown: unknown) => ({ refused: codeOf(thrown) }),
    )
    const end = await Promise.race([submission, process.died.promise])
    process.killAt = null
    if (end === 'died') this.#lose(process)
    return end
  }

  /** Drops the process after a crash, without closing its operations. */
  #lose({ moneyDesk }: DeskProcess): void {
    this.#life = null
    moneyDesk.storage.close()
  }

  async restart(): Promise<void> {
    if (this.#life !== null) {
      await this.idle()
      await this.stop()
    }
    await this.start()
  }

  /** Waits until there are no pending calls, and their completion causes no further ones. */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await setImmediate()
      const pendingCalls = [...(this.#life?.pendingCalls ?? [])]
      if (pendingCalls.length === 0) continue
      await Promise.allSettled(pendingCalls)
      quiet = -1
    }
  }

  async stop(): Promise<void> {
    await this.#life?.moneyDesk.close()
    this.#life = null
  }
}
