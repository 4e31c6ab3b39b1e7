/** Names of states and kinds as SQL text. A name that does not exist does not compile. */
import type { OperationKind, OperationState } from '#shared/model/operation.ts'

export const quoted = (names: readonly (OperationState | OperationKind)[]): string =>
  names.map((name) => `'${name}'`).join(', ')
