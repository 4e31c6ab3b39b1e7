/**
 * The container's packages and the restore drill.
 *
 * @module-tag long
 */
import { execFile } from 'node:child_process'
import { cp, readFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../../relay/ingest/delivery.ts'
import { writeDeliveries } from '../../../relay/ingest/write.ts'
import { createSealer } from '../../../relay/secrets.ts'
import { temporaryDatabase, withDatabase } from '../../support/postgres.ts'
import { projectNode } from '../../support/projectNode.ts'
import { runToEnd, type ExitResult } from '../../support/runToEnd.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const root = join(import.meta.dirname, '../../..')
const deploy = join(root, 'relay/deploy')
const program = join(root, 'relay/main.ts')
const { relayNodeFlags }: { relayNodeFlags: readonly string[] } = await import(join(deploy, 'nodeFlags.mjs'))
const { isSafeNode }: { isSafeNode: (version: string) => boolean } = await import(join(root, 'build/nodeVersions.mjs'))
const { relayPackages }: { relayPackages: readonly string[] } = await import(join(deploy, 'packages.mjs'))

async function importsOf(pattern: string): Promise<ReadonlySet<string>> {
  const files = globSync(pattern, { cwd: root })
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^(?:import|export)[^'"]* from '([^'.#][^']*)'/gm)].flatMap(([statement, name = '']) =>
      /^import type /.test(statement) || name.startsWith('node:') ? [] : name,
    ),
  )
  return new Set(names)
}

test("the container's list of packages is what the relay and the schemas import", async () => {
  const imported = new Set([...(await importsOf('relay/**/*.ts')), ...(await importsOf('shared/wire/*.ts'))])
  expect([...imported].toSorted()).toEqual(relayPackages)
})

test('the relay runs on the packages of its container alone', async () => {
  const folder = await temporaryFolder()
  await promisify(execFile)(projectNode, [join(deploy, 'packages.mjs'), folder], { cwd: root })
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  await cp(join(root, 'relay'), join(folder, 'relay'), { recursive: true })
  await cp(join(root, 'shared'), join(folder, 'shared'), { recursive: true })
  const env = { DATABASE_URL: await temporaryDatabase(), RELAY_DATA: join(folder, 'data') }
  const { code, out, err } = await runToEnd([join(folder, 'relay/main.ts'), 'addresses'], env)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/lowBalance +http/)
})

test('the container starts the program with the flags that the other launchers give', async () => {
  const [, entry = ''] = /^ENTRYPOINT (\[.*\])$/m.exec(await readFile(join(deploy, 'Containerfile'), 'utf8')) ?? []
  expect(JSON.parse(entry)).toEqual(['node', ...relayNodeFlags, 'relay/main.ts'])
})

test('every image of the containers is named by its version and one digest, and its Node has no known hole', async () => {
  const files = ['Containerfile', 'compose.yaml'].map((name) => readFile(join(deploy, name), 'utf8'))
  const images = (await Promise.all(files)).flatMap((text) =>
    [...text.matchAll(/^(?:FROM| +image:) (\S+)/gm)].map(([, image = '']) => image),
  )
  expect(images).toHaveLength(4)
  expect(new Set(images).size).toBe(3)
  for (const image of images) expect(image).toMatch(/^[a-z]+:\d+\.\d[\w.-]*@sha256:[0-9a-f]{64}$/)
  const [, version = ''] = /^node:([\d.]+)-/.exec(images.find((image) => image.startsWith('node:')) ?? '') ?? []
  expect(isSafeNode(version)).toBe(true)
})

test('the compose file names the files and the variables that there are', async () => {
  const compose = JSON.stringify(load(await readFile(join(deploy, 'compose.yaml'), 'utf8')))
  const settings = await readFile(join(root, 'relay/settings.ts'), 'utf8')
  const given = [...compose.matchAll(/"((?:RELAY|DATABASE)_[A-Z_]+)":/g)].map(([, name = '']) => name)
  expect(given.length).toBeGreaterThan(3)
  for (const name of given.filter((variable) => variable !== 'RELAY_DOMAIN')) expect(settings).toContain(`${name}:`)
  expect(compose).toContain('relay/deploy/Containerfile')
})

test('the restore drill restores what is stored and starts a relay on it', async () => {
  const databaseUrl = await temporaryDatabase()
  await withDatabase(databaseUrl, async (client) => {
    const receivedAt = Date.now()
    const body = Buffer.from('{"iccid":"1","newCountry":"FR"}')
    const head = { connection: 'main', kind: 'countryChange', isTest: false, answer: null } as const
    const deliveries = [1, 2, 3].map(() => ({ ...head, id: newId(receivedAt), receivedAt, body }))
    await writeDeliveries(client, deliveries, createSealer(Buffer.alloc(32)))
  })
  const env = { DATABASE_URL: databaseUrl, RELAY_KEY: '0'.repeat(64) }
  const drill = (...args: string[]): Promise<ExitResult> => runToEnd([program, 'drill', ...args], env)
  const removed = await drill()
  expect([removed.code, removed.err]).toEqual([0, ''])
  expect(removed.out).toMatch(/Backed up after [\d.]+ s: \{"events":3,"receipts":3,"log":3\}/)
  expect(removed.out).toMatch(/Restored after [\d.]+ s, and a relay works on it: \{"events":3/)
  const name = `kept_${String(process.pid)}`
  const kept = await drill('--keep', name)
  onTestFinished(async () => {
    await withDatabase(databaseUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name}`))
  })
  expect([kept.code, kept.out]).toEqual([0, expect.stringContaining(`The database "${name}" stays`)])
  const again = await drill('--keep', name)
  expect([again.code, again.err]).toEqual([1, `There is a database "${name}" already. Choose another name.\n`])
  const keyless = { DATABASE_URL: databaseUrl, RELAY_DATA: await temporaryFolder() }
  const early = await runToEnd([program, 'drill', '--keep', name], keyless)
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('There is no key: ')])
  const { rows } = await withDatabase(databaseUrl, (client) =>
    client.query("SELECT datname FROM pg_database WHERE datname = $1 OR datname ~ '^relay_drill_'", [name]),
  )
  expect(rows).toEqual([{ datname: name }])
  expect(await drill('--keep', 'Not a name')).toMatchObject({ code: 1, err: expect.stringContaining('small letters') })
})
