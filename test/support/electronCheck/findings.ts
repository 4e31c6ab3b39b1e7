/** Collects the results of the checks on a real machine, and formats them as a table and as one line for a report. */

export interface Finding {
  readonly check: string
  readonly passed: boolean
  readonly detail: string
}

export interface Machine {
  readonly program: string
  readonly versions: string
  readonly system: string
  readonly date: string
}

export interface Findings {
  /** Runs one check and records its result; resolves to whether it passed. The work resolves to its detail. */
  readonly check: (name: string, work: () => Promise<string>) => Promise<boolean>
  readonly all: () => readonly Finding[]
}

/** Returns only the first line of an error, without the stack. */
const reason = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).split('\n')[0] ?? ''

export function collectFindings(onFinding: (finding: Finding) => void): Findings {
  const findings: Finding[] = []
  return {
    async check(name, work) {
      const finding = await work().then(
        (detail) => ({ check: name, passed: true, detail }),
        (thrown: unknown) => ({ check: name, passed: false, detail: reason(thrown) }),
      )
      findings.push(finding)
      onFinding(finding)
      return finding.passed
    },
    all: () => findings,
  }
}

export function tableOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const rows = findings.map(
    ({ check, passed, detail }) => `${passed ? 'held    ' : 'NOT HELD'}  ${check.padEnd(width)}  ${detail}`,
  )
  return rows.map((row) => row.trimEnd()).join('\n')
}

export function summaryOf(findings: readonly Finding[], { program, versions, system, date }: Machine): string {
  const failed = findings.filter(({ passed }) => !passed).map(({ check }) => check)
  const count = `${String(findings.length - failed.length)} of ${String(findings.length)} held`
  return [program, versions, system, date, failed.length === 0 ? count : `${count}, not: ${failed.join(', ')}`].join(
    ' | ',
  )
}
