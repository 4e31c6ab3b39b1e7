/**
 * `npm run bench [-- NAME … NUMBER …]`: runs test/bench/*.ts and prints their figures, one program after another so
 * that none disturbs the next. Numbers are passed to the programs, which describe them.
 */
import { existsSync, readdirSync } from 'node:fs'
import { ensureBuilt } from '../built.mjs'
import { at, main, projectEnvironment, projectNode, run, say } from '../lib.mjs'
import { ensureReady } from '../setup.mjs'

await main(async () => {
  await ensureReady(['desk', 'browser'])
  await ensureBuilt()
  const folder = at('test', 'bench')
  const isNumber = (arg) => /^\d+$/.test(arg)
  const wanted = process.argv.slice(2).filter((arg) => !isNumber(arg))
  const numbers = process.argv.slice(2).filter(isNumber)
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter(
    (name) => name.endsWith('.ts') && (wanted.length === 0 || wanted.some((part) => name.includes(part))),
  )
  let failed = 0
  for (const name of names.sort()) {
    const { code, timedOut } = await run(projectNode(), [at('test', 'bench', name), ...numbers], {
      seconds: 3600,
      env: projectEnvironment(),
    })
    if (code === 0) continue
    failed += 1
    say(`${name}: ${timedOut ? 'took too long' : `ended with ${code}`}`)
  }
  return failed === 0 ? 0 : 1
})
