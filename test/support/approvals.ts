/** Approvals for tests of what comes after them: a person who agrees to everything at once. */
import type { Approvals } from '../../electron/approvals/index.ts'

const yes = (): Promise<void> => Promise.resolve()

export const approveAll: Approvals = {
  service: yes,
  mailServer: yes,
  recipient: yes,
  rules: yes,
  money: yes,
  code: yes,
  journal: yes,
  close: () => undefined,
}
