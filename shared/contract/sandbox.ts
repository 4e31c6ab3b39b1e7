/** The panel of the sandbox. These are refused unless the open connection is the sandbox that this desk started. */
import * as z from 'zod'
import { SandboxMail, SandboxMailId } from '../model/sandboxMail.ts'
import { SimulatorAct, SimulatorState } from '../model/simulator.ts'
import { PreparedScene, TrainingScene } from '../model/training.ts'
import { CustomerUid } from '../wire/ids.ts'
import { type AnyNamespace, operation, nothing, second, withDialog } from './operation.ts'

export const sandbox = {
  state: operation(() => z.union([nothing, z.strictObject({ customerUid: CustomerUid.optional() })]), SimulatorState),
  /** Resolves to the state after the action, with the customer that the action names. */
  act: operation(SimulatorAct, SimulatorState),
  /** Prepares a new customer for the tour or for a training. */
  prepare: operation(() => z.strictObject({ scene: TrainingScene }), PreparedScene),
  /** One of the mails that the sandbox keeps, with the activation code in its text. */
  mail: operation(SandboxMailId, SandboxMail),
  /** Saves the message as a file that mail programs open. `path` is `null` if the person chose none. */
  saveMail: operation(SandboxMailId, () => z.strictObject({ path: z.string().nullable() }), withDialog(30 * second)),
} as const satisfies AnyNamespace
