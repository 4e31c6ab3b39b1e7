/** Approvals that agree to everything at once, for tests of what follows an approval. */
import type { Approvals } from '../../electron/approvals/index.ts'

const yes = (): Promise<void> => Promise.resolve()

export const approveAll: Approvals = {
  service: yes,
  relay: yes,
  mailServer: yes,
  recipient: yes,
  correction: yes,
  rules: yes,
  money: yes,
  notApplied: yes,
  code: yes,
  mails: () => Promise.resolve(true),
  letters: () => Promise.resolve(true),
  journal: yes,
  close: () => undefined,
}
