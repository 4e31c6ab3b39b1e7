/** A reason why the host cannot start, with a message that is meant for a person. */
export class HostProblem extends Error {
  override readonly name = 'HostProblem'
}
