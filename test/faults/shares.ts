/** Counts for each fault how often a person is needed. */
import type { OperationRow } from '#shared/model/operation/operation.ts'

interface Share {
  operations: number
  needHuman: number
}

export interface Shares {
  /** `decisive` is true if the request was executed and the service shows it. */
  readonly add: (fault: string, row: Pick<OperationRow, 'state'>, decisive: boolean) => void
  /** Returns the counts of all operations with decisive evidence. */
  readonly decisive: () => Readonly<Share>
  readonly print: (title: string) => void
}

const percent = ({ operations, needHuman }: Share): string =>
  `${String(Math.round((100 * needHuman) / Math.max(1, operations)))} %`

export function createShares(): Shares {
  const byFault = new Map<string, Share>()
  const decisive: Share = { operations: 0, needHuman: 0 }
  const count = (share: Share, needsHuman: boolean): void => {
    share.operations += 1
    share.needHuman += Number(needsHuman)
  }
  return {
    add: (fault, { state }, isDecisive) => {
      const share = byFault.get(fault) ?? { operations: 0, needHuman: 0 }
      byFault.set(fault, share)
      count(share, state === 'NEEDS_HUMAN')
      if (isDecisive) count(decisive, state === 'NEEDS_HUMAN')
    },
    decisive: () => decisive,
    print: (title) => {
      const lines = [...byFault].map(([fault, share]) => `  ${fault}: ${percent(share)} of ${String(share.operations)}`)
      process.stdout.write(
        `${title}: a person is needed\n${lines.join('\n')}\n  where the evidence is decisive: ` +
          `${percent(decisive)} of ${String(decisive.operations)}\n`,
      )
    },
  }
}
