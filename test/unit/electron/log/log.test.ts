import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { createLog, type Log } from '../../../../electron/log/index.ts'
import { limits } from '../../../limits.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

async function logIn(
  level: 'info' | 'debug' = 'debug',
  maxSize?: number,
): Promise<{ log: Log; text: () => Promise<string>; folder: string }> {
  const folder = await temporaryFolder()
  const file = join(folder, 'desk.log')
  return {
    log: createLog({ file, level, ...(maxSize === undefined ? {} : { maxSize }) }),
    text: () => readFile(file, 'utf8'),
    folder,
  }
}

it.each([
  ['Authorization: Bearer abc.def-ghi', 'abc.def'],
  ['"authorization":"Basic Y2xpZW50OnNlY3JldA=="', 'Y2xpZW50'],
  ['code LPA:1$smdp.example.com$K2-ABC-DEF', 'K2-ABC'],
  ['https://links.example/esim_qrcode_provisioning?carddata=LPA:1$smdp.example.com$K2-ABC', 'K2-ABC'],
  ['carddata=LPA%3A1%24smdp.example.com%24K2-ABC', 'K2-ABC'],
  ['{"accessToken":"eyJhbGciOiJI.eyJzdWIi.sig","x":1}', 'eyJzdWIi'],
  ['{"accessToken":"opaque-token-text"}', 'opaque'],
  ['clientSecret=hunter22, next', 'hunter22'],
  ["client_secret: 'hunter22'", 'hunter22'],
  ['GET https://service.example/path?email=person@example.com', 'person@'],
  ['https://user:hunter22@service.example/', 'hunter22'],
])('keeps %s without its secret', async (line, secret) => {
  const { log, text } = await logIn()
  log.info(line)
  log.info('as facts', { line, nested: { line } })
  expect(await text()).not.toContain(secret)
})

it('hides what was registered, in every spelling', async () => {
  const { log, text } = await logIn()
  const secret = 'pa/ss "word"+1'
  log.hide(secret)
  log.hide('a')
  log.info(`plain ${secret}`)
  log.warn(`encoded ${encodeURIComponent(secret)} and ${Buffer.from(secret).toString('base64')}`)
  log.error('facts', { secret, error: new Error(secret) })
  const written = await text()
  expect(written).toMatch(/ info plain \[hidden\]\n/)
  expect(written).not.toMatch(/pa\/ss|pa%2Fss|cGEvc3M/)
  expect(written).toContain('facts')
})

it('logs errors of the desk by code and others by name, without their text', async () => {
  const { log, text } = await logIn()
  log.error('failed', { error: new DeskError('rate_limited', 'Asked too often', { retryAfter: 5 }) })
  log.error('failed', { error: new TypeError('quoted answer of the service') })
  expect(await text()).toContain('"code":"rate_limited"')
  expect(await text()).toContain('"name":"TypeError"')
  expect(await text()).not.toContain('quoted answer')
})

it('keeps one line one line', async () => {
  const { log, text } = await logIn()
  log.info('first\nsecond\u001b[31m\u2028third')
  expect((await text()).trimEnd().split('\n')).toHaveLength(1)
  expect(await text()).not.toContain('\u001b')
})

it('keeps facts that can’t be printed from failing the caller', async () => {
  const { log, text } = await logIn()
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  log.info('circle', circle)
  expect(await text()).toContain('not printable')
})

it('writes nothing below its level and rotates a large file', async () => {
  const { log, text, folder } = await logIn('info', 2000)
  log.debug('not this')
  log.info('this')
  expect(await text()).not.toContain('not this')
  for (let line = 0; line < 100; line += 1) log.info('x'.repeat(100))
  await expect
    .poll(async () => {
      log.info('one more')
      return (await readdir(folder)).length
    })
    .toBe(2)
  expect((await text()).length).toBeLessThan(4000)
})

it('keeps every line and their order while its library is loaded', async () => {
  const { log, text, folder } = await logIn('info', 1000)
  let last = 0
  const write = (): void => log.info(`line ${String((last += 1)).padStart(5, '0')}`)
  write()
  expect(await text()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info line 00001\r?\n$/)
  await expect
    .poll(async () => {
      for (let line = 0; line < 10; line += 1) write()
      return (await readdir(folder)).length
    })
    .toBe(2)
  const written = (await readFile(join(folder, 'desk.old.log'), 'utf8')) + (await text())
  expect([...written.matchAll(/^(\S+Z) info line (\d+)$/gm)].map(([, , number]) => Number(number))).toEqual(
    Array.from({ length: last }, (_line, index) => index + 1),
  )
})

it('writes wherever the desk was started from', async () => {
  const { folder } = await logIn()
  const log = new URL('../../../../electron/log/index.ts', import.meta.url).href
  const file = join(folder, 'desk.log')
  const script = `
    import { existsSync } from 'node:fs'
    import { createLog } from ${JSON.stringify(log)}
    const log = createLog({ file: ${JSON.stringify(file)}, level: 'info', maxSize: 100 })
    const write = () => {
      log.info('x'.repeat(60))
      if (existsSync(${JSON.stringify(folder)}) && !existsSync(${JSON.stringify(join(folder, 'desk.old.log'))}))
        setImmediate(write)
    }
    write()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    timeout: limits.state,
  })
  expect(await readFile(file, 'utf8')).toMatch(/ info x+\r?\n$/)
})
