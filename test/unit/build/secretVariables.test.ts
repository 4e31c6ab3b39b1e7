/**
 * Secrets in the environment of a script reach the program that needs them, and nothing else keeps them.
 *
 * @module-tag long
 */
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runToEnd } from '../../support/runToEnd.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const script = (name: string): string =>
  JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../build', name)).href)
const Environments = z.record(z.enum(['own', 'block', 'child', 'desk']), z.string())

test('credentials of a service are in the environment of the desk alone, not of its launcher and its other programs', async () => {
  const canary = 'canary-secret'
  const desk = join(await temporaryFolder(), 'desk')
  await writeFile(desk, '#!/bin/sh\nenv > "$0.env"\n')
  await chmod(desk, 0o755)
  const launcher = `
    import { readFileSync } from 'node:fs'
    import { launch } from ${script('launch.mjs')}
    import { run } from ${script('lib.mjs')}
    const { output: child } = await run(process.execPath, ['-p', 'JSON.stringify(process.env)'], { collect: true })
    await launch('electron', ${JSON.stringify(desk)}, [])
    const block = process.platform === 'linux' ? readFileSync('/proc/self/environ', 'latin1') : 'LC_TIME'
    const own = JSON.stringify(process.env)
    console.log(JSON.stringify({ own, block, child, desk: readFileSync(${JSON.stringify(`${desk}.env`)}, 'utf8') }))`
  const { out, err } = await runToEnd(['--input-type=module', '--eval', launcher], {
    ESIM_DESK_CLIENT_ID: 'canary-client',
    ESIM_DESK_CLIENT_SECRET: canary,
    LC_TIME: 'C.UTF-8',
  })
  expect(err).toBe('')
  const found = Environments.parse(JSON.parse(out))
  for (const text of [found.own, found.block, found.child]) {
    expect(text).toContain('LC_TIME')
    expect(text).not.toContain('canary')
  }
  expect(found.desk).toContain(`ESIM_DESK_CLIENT_SECRET=${canary}`)
  expect(found.desk).toContain('ESIM_DESK_CLIENT_ID=canary-client')
})

test.each([
  ['a relay', 'relay/main.ts'],
  ['its script', 'build/relay.mjs'],
])('%s does not keep its secrets in the environment that other programs inherit', async (_, file) => {
  const print = "process.on('exit', () => console.log(JSON.stringify(process.env)))"
  const relay = join(import.meta.dirname, '../../..', file)
  const { out, err } = await runToEnd([`--import=data:text/javascript,${encodeURIComponent(print)}`, relay], {
    DATABASE_URL: 'postgres://relay:canary@127.0.0.1:1/relay',
    RELAY_KEY: 'c0'.repeat(32),
    RELAY_DATA: await temporaryFolder(),
  })
  expect(err).toContain("PostgreSQL can't be reached")
  const environment: unknown = JSON.parse(out)
  expect(environment).toHaveProperty('RELAY_DATA')
  expect(environment).not.toHaveProperty('RELAY_KEY')
  expect(environment).not.toHaveProperty('DATABASE_URL')
})
