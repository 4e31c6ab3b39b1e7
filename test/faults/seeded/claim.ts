/** What a proof says when it does not hold; anything else that is thrown means that the proof itself is broken. */
export class ClaimBroken extends Error {}

export function claim(holds: boolean, message: string): void {
  if (!holds) throw new ClaimBroken(message)
}
