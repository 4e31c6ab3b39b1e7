/** The environment of a proof: a sandbox of its own, fresh targets, and a profile folder. */
import type { OperationKind, OperationState } from '#shared/model/operation/operation.ts'
import { control, type Control } from '../../support/control.ts'
import { jumpingClock, type JumpingClock } from '../../support/jumpingClock.ts'
import {
  movableClock,
  openMoneyDesk,
  type Address,
  type MoneyDeskOptions,
  type MoneyDesk,
  type MovableClock,
  type TargetInput,
} from '../desk.ts'
import { endpoints } from '../targets.ts'

export interface TestEnvironment {
  readonly info: Address & { readonly controlUrl: string; readonly controlToken: string }
  readonly folder: string
  /** Two targets of each kind. */
  readonly subjects: Readonly<Record<OperationKind, readonly TargetInput[]>>
}

export interface Scene {
  readonly info: TestEnvironment['info']
  readonly service: Control
  readonly desk: MoneyDesk
  /** The clock of the desk, whose checks run when it is advanced. */
  readonly clock: MovableClock
  /** The clock of the client. */
  readonly clientClock: JumpingClock
  readonly target: (kind: OperationKind, nth?: number) => TargetInput
  readonly open: () => Promise<MoneyDesk>
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'no code'
export const outcomeOf = (submission: Promise<{ readonly state: OperationState }>): Promise<string> =>
  submission.then(({ state }) => state, codeOf)
export const requestsOf = async ({ service }: Scene, kind: OperationKind): Promise<number> =>
  (await service.state()).counts.requests[endpoints[kind]] ?? 0
export const executionsOf = async ({ service }: Scene, id: string): Promise<number> =>
  (await service.ledger()).filter(({ executed, idempotencyKey }) => executed && idempotencyKey === id).length

/** Runs a proof with a desk of its own, and closes the desk afterwards in any case. */
export const withScene =
  (prove: (scene: Scene) => Promise<void>, options: Partial<MoneyDeskOptions> = {}) =>
  async (ground: TestEnvironment): Promise<void> => {
    const service = control(ground.info)
    const clock = movableClock()
    const clientClock = jumpingClock()
    const opened: MoneyDesk[] = []
    const open: Scene['open'] = async () => {
      const desk = await openMoneyDesk({
        info: ground.info,
        folder: ground.folder,
        clock,
        clientClock: clientClock.clock,
        timer: clock.timer,
        ...options,
      })
      opened.push(desk)
      return desk
    }
    const target: Scene['target'] = (kind, nth = 0) => {
      const one = ground.subjects[kind][nth]
      if (one === undefined) throw new Error('There is no target for this proof')
      return one
    }
    try {
      await prove({ info: ground.info, service, desk: await open(), clock, clientClock, target, open })
    } finally {
      await service.clearFaults()
      for (const desk of opened) await desk.close()
    }
  }
