/** The error of a proof that does not hold. Any other error means that the proof itself is broken. */
export class ClaimBroken extends Error {}

/** Throws if the condition does not hold. */
export function claim(holds: boolean, message: string): void {
  if (!holds) throw new ClaimBroken(message)
}
