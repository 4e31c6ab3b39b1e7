/** The panel of the sandbox. These are refused unless the open connection is the sandbox that this desk started. */
import * as z from 'zod'
import { SimulatorAct, SimulatorState } from '../model/simulator.ts'
import { PreparedScene, TrainingScene } from '../model/training.ts'
import { CustomerUid } from '../wire/ids.ts'
import { type AnyNamespace, operation, nothing } from './operation.ts'

export const sandbox = {
  state: operation(() => z.union([nothing, z.strictObject({ customerUid: CustomerUid.optional() })]), SimulatorState),
  /** Resolves to the state after the action, with the customer that the action names. */
  act: operation(SimulatorAct, SimulatorState),
  /** Prepares a new customer for the tour or for a training. */
  prepare: operation(() => z.strictObject({ scene: TrainingScene }), PreparedScene),
} as const satisfies AnyNamespace
