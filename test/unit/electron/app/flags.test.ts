import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseFlags, takeCredentials } from '../../../../electron/app/flags.ts'
import { isLoopbackAddress } from '../../../../electron/base/loopbackHost.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const credentials = { clientId: 'id', clientSecret: 'secret' }
const flagsOf = (args: readonly string[], given: Parameters<typeof parseFlags>[1] = null) => {
  const parsed = parseFlags(args, given)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.flags
}
const problemOf = (args: readonly string[], given: Parameters<typeof parseFlags>[1] = null) => {
  const parsed = parseFlags(args, given)
  return parsed.ok ? 'no problem' : parsed.problem
}

test('without flags nothing is requested', () => {
  expect(flagsOf([])).toEqual({
    host: null,
    userData: null,
    headless: false,
    sandbox: false,
    sandboxCustomers: null,
    service: null,
    debugPort: null,
    selfCheck: false,
    help: false,
  })
})

test('every flag is read, with = or a space', () => {
  expect(
    flagsOf([
      '--host=chromium',
      '--user-data',
      '/tmp/x',
      '--headless',
      '--sandbox',
      '--sandbox-customers=1000',
      '--debug-port=0',
      '--self-check',
    ]),
  ).toMatchObject({
    host: 'chromium',
    userData: '/tmp/x',
    headless: true,
    sandbox: true,
    sandboxCustomers: 1000,
    debugPort: 0,
    selfCheck: true,
  })
})

test.each([
  ['--unknown'],
  ['--headless=yes'],
  ['word'],
  ['--host=firefox'],
  ['--debug-port=abc'],
  ['--debug-port=70000'],
  ['--debug-port=-1'],
  ['--debug-port=1e3'],
  ['--user-data='],
  ['--sandbox-customers=5'],
  ['--segment=service'],
])('%s is refused', (flag) => {
  expect(parseFlags([flag], null).ok).toBe(false)
})

describe('a service by flag', () => {
  const args = ['--service=http://127.0.0.1:4010', '--segment=service']

  test('on loopback with credentials from the environment it is taken', () => {
    expect(flagsOf(args, credentials).service).toEqual({
      address: 'http://127.0.0.1:4010',
      segment: 'service',
      ...credentials,
    })
  })

  test('on other systems it is refused with the reason, without the credentials', () => {
    const problem = problemOf(['--service=https://service.example', '--segment=service'], credentials)
    expect(problem).toContain('loopback')
    expect(problem).not.toContain('secret,')
    expect(parseFlags(['--service=https://service.example', '--segment=service'], credentials).ok).toBe(false)
  })

  test('it needs its segment and both credentials, and excludes the sandbox', () => {
    expect(problemOf(['--service=http://localhost:1'], credentials)).toContain('--segment')
    expect(problemOf(args, { clientId: 'id' })).toContain('ESIM_DESK_CLIENT_SECRET')
    expect(problemOf(args)).toContain('ESIM_DESK_CLIENT_ID')
    expect(problemOf([...args, '--sandbox'], credentials)).toContain('exclude')
  })

  test('credentials without a service are refused rather than ignored', () => {
    expect(problemOf([], credentials)).toContain('--service')
  })
})

describe('a file with credentials', () => {
  const args = ['--service=http://127.0.0.1:4010', '--segment=service']
  const fileWith = async (text: string, mode = 0o600): Promise<string> => {
    const folder = await temporaryFolder()
    const file = join(folder, 'credentials.json')
    await writeFile(file, text, { mode })
    await chmod(file, mode)
    return `--credentials-file=${file}`
  }

  test('that is private is read', async () => {
    expect(flagsOf([...args, await fileWith(JSON.stringify(credentials))]).service).toMatchObject(credentials)
  })

  test('that others may read is refused, with what to do', async () => {
    expect(problemOf([...args, await fileWith(JSON.stringify(credentials), 0o644)])).toMatch(/chmod 600/)
  })

  test('that is missing, not JSON or incomplete is refused with a message that does not quote it', async () => {
    expect(problemOf([...args, '--credentials-file=/nowhere/at-all'])).toContain("can't be read")
    const problem = problemOf([...args, await fileWith('{"clientSecret":"canary-secret"')])
    expect(problem).toContain('not JSON')
    expect(problem).not.toContain('canary')
    expect(problemOf([...args, await fileWith('{"clientId":"id"}')])).toContain('clientSecret')
    expect(problemOf([...args, await fileWith('null')])).toContain('not JSON')
  })

  test('belongs to a service, and excludes credentials in the environment', async () => {
    const file = await fileWith(JSON.stringify(credentials))
    expect(problemOf([file])).toContain('--service')
    expect(problemOf([...args, file], credentials)).toContain('exclude')
  })
})

test('credentials are removed from the environment, even if only one of them is set', () => {
  const env: NodeJS.ProcessEnv = { PATH: '/bin', ESIM_DESK_CLIENT_ID: 'id', ESIM_DESK_CLIENT_SECRET: 'secret' }
  expect(takeCredentials(env)).toEqual(credentials)
  expect(env).toEqual({ PATH: '/bin' })
  const half: NodeJS.ProcessEnv = { ESIM_DESK_CLIENT_SECRET: 'secret' }
  expect(takeCredentials(half)).toEqual({ clientSecret: 'secret' })
  expect(half).toEqual({})
  expect(takeCredentials({})).toBeNull()
})

test.each([
  ['http://127.0.0.1:80', true],
  ['https://127.8.9.1/x', true],
  ['http://localhost', true],
  ['http://[::1]:5', true],
  ['http://127.0.0.1.example', false],
  ['http://localhost.example', false],
  ['http://shop.localhost', false],
  ['http://127.1', true],
  ['https://10.0.0.1', false],
  ['ftp://127.0.0.1', false],
  ['http://127.0.0.1@elsewhere.example', false],
  ['127.0.0.1', false],
  ['', false],
])('loopback: %s is %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected)
})
