/**
 * `esim-desk --self-check | node test/support/electronCheck/checkSelfCheck.ts`: exits with code 1
 * if a setting differs from its required value, or nobody can see the window, and reports which or why.
 */
import { text } from 'node:stream/consumers'
import { readSelfCheck, unseen, violations } from './security.ts'

const printed = await text(process.stdin)
process.stdout.write(printed)
try {
  const report = readSelfCheck(printed)
  const violated = [...violations(report), ...(report.pdf.isPdf ? [] : ['pdf.isPdf'])]
  if (violated.length > 0) throw new Error(`These settings are not as they have to be: ${violated.join(', ')}`)
  const hidden = unseen(report)
  if (hidden !== null) throw new Error(`Nobody can see the window: ${hidden}`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
