import type { CopyKind } from '#shared/model/esim/installation.ts'

/** What can be copied from an eSIM's installation, in the order of the menu. */
export const copyKinds = ['apple', 'android', 'page', 'code', 'picture', 'mail'] as const satisfies readonly CopyKind[]
