/** Random steps of a customer's history. The model and the sandbox run each step, and are compared afterwards. */
import fc from 'fast-check'
import { z } from 'zod'
import type { History } from './history.ts'
import { day, type DeviceAct, type Mode, type Order, type Pack } from './rules.ts'

const megabyte = 1024 * 1024

/** A random order. `index` selects the package. */
export interface OrderInput {
  readonly index: number
  readonly mode: Mode
  readonly metatag: string
  readonly expects: 'nothing' | 'right' | 'wrong' | 'fraction' | 'euro' | 'foreign'
}

const index = fc.nat({ max: 999 })
export const orderInput: fc.Arbitrary<OrderInput> = fc.record({
  index,
  mode: fc.constantFrom<Mode>('NOW', 'FIRST_USE', 'ON_DEMAND'),
  metatag: fc.oneof(
    { weight: 4, arbitrary: fc.constant('order') },
    { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
  ),
  expects: fc.oneof(
    { weight: 6, arbitrary: fc.constant('nothing' as const) },
    { weight: 1, arbitrary: fc.constantFrom<OrderInput['expects']>('right', 'wrong', 'fraction', 'euro', 'foreign') },
  ),
})

export function orderOf({ index: at, mode, metatag, expects }: OrderInput, packs: readonly Pack[]): Order {
  const pack = packs[at % packs.length]
  if (pack === undefined) throw new Error('There are no packages')
  const right = { cents: pack.retail ?? 499, currency: 'USD' }
  const expected = {
    nothing: null,
    right,
    wrong: { ...right, cents: right.cents + 1 },
    fraction: { ...right, cents: right.cents + 0.4 },
    euro: { cents: pack.retailInEuro ?? right.cents, currency: 'EUR' },
    foreign: { ...right, currency: 'EUR' },
  }[expects]
  return { pack, mode, metatag, expected }
}

/** A step with a printable name and a function that runs it on the model and on the sandbox. */
class Step implements fc.AsyncCommand<History, object> {
  readonly #name: string
  readonly #run: (history: History) => Promise<unknown>

  constructor(name: string, run: (history: History) => Promise<unknown>) {
    this.#name = name
    this.#run = run
  }

  check({ model }: Readonly<History>): boolean {
    return model.items.length > 0
  }

  async run(history: History): Promise<void> {
    await this.#run(history)
    await history.compare()
  }

  toString(): string {
    return this.#name
  }
}

const topUp = fc.tuple(orderInput, fc.boolean(), fc.nat({ max: 9 })).map(([wanted, withProfile, foreign]) => {
  const kind = withProfile ? 'topUpWithProfile' : 'topUp'
  return new Step(`${kind}(${JSON.stringify(wanted)}${foreign === 0 ? ', any country set' : ''})`, (history) => {
    const { packs } = history.real
    return history.buy(
      kind,
      orderOf(wanted, foreign === 0 ? packs : packs.filter(({ set }) => set === history.model.set)),
    )
  })
})

const onItem = (name: 'activate' | 'refund') =>
  index.map(
    (at) =>
      new Step(`${name}(${at})`, async (history) => {
        const item = history.itemAt(at)
        if (item === undefined) return
        const prefix = name === 'activate' ? '/service' : ''
        await history.money(
          name,
          `${prefix}/activations/activated-items/${item.uid}/${name}`,
          undefined,
          history.model[name](item),
        )
      }),
  )

const onDevice = fc
  .tuple(
    index,
    fc.constantFrom<DeviceAct>(
      'install',
      'install',
      'install',
      'uninstall',
      'uninstall',
      'disable',
      'enable',
      'fail',
      'replace',
    ),
  )
  .map(
    ([at, act]) =>
      new Step(`${act}(${at})`, async (history) => {
        const profile = history.profileAt(at)
        if (profile === undefined) return
        const done = history.model.device(profile, act)
        const answer = await history.control(`/esims/${profile.iccid}/${act}`, {}, done)
        const fresh = history.model.profiles.at(-1)
        if (done && fresh?.iccid === '')
          Object.assign(fresh, z.object({ uid: z.string(), iccid: z.string() }).parse(answer))
      }),
  )

/** Installs and uninstalls a profile several times. */
const reinstall = fc.integer({ min: 2, max: 6 }).map(
  (times) =>
    new Step(`reinstall(${times} times)`, async (history) => {
      const profile = history.model.profiles.find(({ replaced }) => !replaced)
      if (profile === undefined) return
      for (let count = 0; count < times; count++) {
        for (const act of ['install', 'uninstall'] as const)
          await history.control(`/esims/${profile.iccid}/${act}`, {}, history.model.device(profile, act))
      }
    }),
)

/** Installs a profile if the customer has none installed, because most steps need one. */
async function withDevice(history: History): Promise<void> {
  const profile = history.model.profiles.find(({ state, replaced }) => state === 'RELEASED' && !replaced)
  if (history.model.installed() !== undefined || profile === undefined) return
  await history.control(`/esims/${profile.iccid}/install`, {}, history.model.device(profile, 'install'))
}

const enter = fc.tuple(index, fc.nat({ max: 5 })).map(
  ([at, elsewhere]) =>
    new Step(`enter(${elsewhere === 0 ? 'elsewhere' : at})`, async (history) => {
      if (elsewhere < 4) await withDevice(history)
      const { countries } = history.model
      const country = elsewhere === 0 ? 'KP' : (countries[at % countries.length] ?? 'KP')
      await history.control(history.customerPath('enter'), { country }, history.model.enter(country))
    }),
)

/** Round amounts, and amounts that just use up a package or just reach the low-data threshold. */
const amount = fc.oneof(
  fc.record({ megabytes: fc.integer({ min: 0, max: 4000 }) }),
  fc.record({ leave: fc.constantFrom(-1, 0, 1, 99, 100, 101) }),
)
const use = fc.tuple(amount, fc.nat({ max: 5 })).map(
  ([wanted, bare]) =>
    new Step(`use(${JSON.stringify(wanted)}${bare === 0 ? ', as it is' : ''})`, async (history) => {
      if (bare > 0) await withDevice(history)
      const [next] = history.model.usable()
      const left = next === undefined ? 0 : history.model.left(next) / megabyte
      const megabytes = 'megabytes' in wanted ? wanted.megabytes : Math.max(0, left - wanted.leave)
      const used = history.model.use(Math.round(megabytes * megabyte))
      const answer = await history.control(history.customerPath('use'), { megabytes }, used !== null)
      if (used !== null && z.object({ usedBytes: z.number() }).parse(answer).usedBytes !== used)
        throw new Error(`used ${JSON.stringify(answer)} instead of ${used}`)
    }),
)

/** A random time, or the time just before, at or just after the next start or end of a package. */
const leap = fc.oneof(
  { weight: 2, arbitrary: fc.record({ milliseconds: fc.integer({ min: 1, max: 3 * day }) }) },
  { weight: 2, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 35 }) }) },
  { weight: 3, arbitrary: fc.record({ event: fc.constantFrom(-1, 0, 1) }) },
)
const advance = leap.map(
  (wanted) =>
    new Step(`advance(${JSON.stringify(wanted)})`, async (history) => {
      const { model } = history
      const dates = model.items
        .flatMap((item) => (item.startedAt === null ? model.latestStart(item) : (model.endOf(item) ?? [])))
        .filter((date) => date > model.now)
      const next = Math.min(...dates, model.now + 400 * day)
      const milliseconds =
        'event' in wanted
          ? Math.max(0, next + wanted.event - model.now)
          : 'days' in wanted
            ? wanted.days * day
            : wanted.milliseconds
      model.advance(milliseconds)
      await history.control('/clock', { advance: milliseconds }, true)
    }),
)

export const steps = fc.commands<History, object, false>(
  [topUp, onItem('activate'), onItem('refund'), onDevice, onDevice, reinstall, enter, use, use, advance, advance],
  { maxCommands: 14, size: 'max' },
)
