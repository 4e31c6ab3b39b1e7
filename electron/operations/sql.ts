/** Writes names of states and kinds as SQL text. The types reject a name that does not exist. */
import type { OperationKind, OperationState } from '#shared/model/operation.ts'

export const quoted = (names: readonly (OperationState | OperationKind)[]): string =>
  names.map((name) => `'${name}'`).join(', ')
