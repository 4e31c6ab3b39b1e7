/** A reason why the shell around the desk can't start that is a sentence for a person already. */
export class HostProblem extends Error {
  override readonly name = 'HostProblem'
}
