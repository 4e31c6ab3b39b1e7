/**
 * The signatures that are published with updates: the script makes them, and a packaged desk accepts them.
 *
 * @module-tag long
 */
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inProject } from '../../../build/package/project.ts'
import { fakeAppImage, metadataName, publishedFiles, startUpdateServer } from '../../support/updateServer.ts'
import { installProgram } from '../electron/host/updates/support.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const script = fileURLToPath(new URL('../../../build/package/signUpdate.mjs', import.meta.url))
const keys = generateKeyPairSync('ed25519')
const privatePem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const publicPem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()

async function folderOf(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

function runScript(folder: string, env: Readonly<Record<string, string>>) {
  const { status, stderr } = spawnSync(process.execPath, [script, folder], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  return { status, stderr }
}

type SignPackages = (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  say: (text: string) => void,
  since: number,
) => void
// A plain script without types: what is used of it is named here.
const { signPackages }: { signPackages: SignPackages } = await import('../../../build/package/signUpdate.mjs' as string)

describe('signing at the end of packing', () => {
  const address = { ESIM_DESK_UPDATE_URL: 'https://updates.example.com/' }
  const printed: string[] = []
  const run = (args: readonly string[], env: NodeJS.ProcessEnv): readonly string[] => {
    printed.length = 0
    signPackages(args, env, (text) => void printed.push(text), 1000)
    return [...printed]
  }

  it('signs in the folder of the packages if an address and a key are given', async () => {
    const folder = await folderOf({ 'latest.yml': 'a' })
    const signed = `Signed: ${join(folder, 'latest.yml.sig')}`
    const env = { ...address, ESIM_DESK_UPDATE_PRIVATE_KEY: privatePem }
    expect(run(['--linux', `--output=${folder}`], env)).toEqual([signed])
    expect(run(['--output', folder, '--x64'], env)).toEqual([signed])
  })

  it('leaves the signatures of earlier runs alone, but not those of what a run without a key has replaced', async () => {
    const old = ['latest-mac.yml', 'latest-mac.yml.sig', 'latest.yml.sig']
    const folder = await folderOf(Object.fromEntries([...old, 'latest.yml'].map((name) => [name, 'a'])))
    for (const name of old) await utimes(join(folder, name), 0, 0)
    expect(run([`--output=${folder}`], address)).toHaveLength(1)
    expect((await readdir(folder)).sort()).toEqual(['latest-mac.yml', 'latest-mac.yml.sig', 'latest.yml'])
    const env = { ...address, ESIM_DESK_UPDATE_PRIVATE_KEY: privatePem }
    expect(run([`--output=${folder}`], env)).toEqual([`Signed: ${join(folder, 'latest.yml.sig')}`])
  })

  it('does nothing without an address, and for the unpacked program alone', async () => {
    const folder = await folderOf({ 'latest.yml': 'a' })
    expect(run([`--output=${folder}`], { ESIM_DESK_UPDATE_PRIVATE_KEY: privatePem })).toEqual([])
    expect(run([`--output=${folder}`, '--dir'], { ...address, ESIM_DESK_UPDATE_PRIVATE_KEY: privatePem })).toEqual([])
    expect(await readdir(folder)).toEqual(['latest.yml'])
  })

  it('reports updates that are not signed and packaged without a key, so that a server alone decides', async () => {
    expect(run([`--output=${await folderOf({})}`], address)).toEqual([
      expect.stringMatching(/NOT SIGNED.*certificate of its publisher alone/),
    ])
  })

  it('reports updates that are not signed although a public key is packaged', async () => {
    expect(run([`--output=${await folderOf({})}`], { ...address, ESIM_DESK_UPDATE_PUBLIC_KEY: publicPem })).toEqual([
      expect.stringContaining('NOT SIGNED'),
    ])
  })
})

describe('signing', () => {
  it('writes a signature beside each metadata, and beside nothing else', async () => {
    const folder = await folderOf({
      'latest-linux.yml': 'a',
      'latest-linux-arm64.yml': 'b',
      'latest.yml': 'c',
      'builder-debug.yml': 'd',
      'esim-desk.AppImage': 'e',
    })
    expect(runScript(folder, { ESIM_DESK_UPDATE_PRIVATE_KEY: privatePem })).toMatchObject({ status: 0 })
    expect((await readdir(folder)).filter((name) => name.endsWith('.sig')).sort()).toEqual([
      'latest-linux-arm64.yml.sig',
      'latest-linux.yml.sig',
      'latest.yml.sig',
    ])
  })

  it('creates signatures that a packaged desk accepts, with the key as text or as a path', async () => {
    const content = fakeAppImage()
    const published = publishedFiles({ version: '1.1.0', content })
    const folder = await folderOf({
      [metadataName]: published.get(`/${metadataName}`) ?? '',
      'private.pem': privatePem,
      'public.pem': publicPem,
    })
    const env = {
      ESIM_DESK_UPDATE_PRIVATE_KEY: join(folder, 'private.pem'),
      ESIM_DESK_UPDATE_PUBLIC_KEY: join(folder, 'public.pem'),
    }
    expect(runScript(folder, env)).toMatchObject({ status: 0 })

    const server = await startUpdateServer()
    onTestFinished(() => server.close())
    server.serve(new Map([...published, [`/${metadataName}.sig`, await readFile(join(folder, `${metadataName}.sig`))]]))
    const program = await installProgram({ address: server.address, publicKey: publicPem })
    expect(await program.source.check()).toMatchObject({ version: '1.1.0' })
  })

  it.each([
    ['there is no key', {}, /PRIVATE_KEY is not set/],
    [
      'the key is none',
      { ESIM_DESK_UPDATE_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' },
      /no key that can be read/,
    ],
    [
      'the key is of another kind',
      {
        ESIM_DESK_UPDATE_PRIVATE_KEY: generateKeyPairSync('x25519')
          .privateKey.export({ type: 'pkcs8', format: 'pem' })
          .toString(),
      },
      /has to be an Ed25519 key/,
    ],
    [
      'the file of the key is not there',
      { ESIM_DESK_UPDATE_PRIVATE_KEY: '/nowhere/key.pem' },
      /nor the path of one that can be read/,
    ],
    [
      'the keys do not fit',
      {
        ESIM_DESK_UPDATE_PRIVATE_KEY: privatePem,
        ESIM_DESK_UPDATE_PUBLIC_KEY: generateKeyPairSync('ed25519')
          .publicKey.export({ type: 'spki', format: 'pem' })
          .toString(),
      },
      /do not fit each other/,
    ],
  ])('stops with a sentence that contains no key if %s', async (_, env, sentence) => {
    const folder = await folderOf({ 'latest.yml': 'a' })
    const { status, stderr } = runScript(folder, env)
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
    expect(stderr).toMatch(sentence)
    expect(stderr).not.toMatch(/BEGIN|AAAA/)
    expect(await readdir(folder)).toEqual(['latest.yml'])
  })

  it('stops with a sentence if the disk is full, and leaves no signature', async () => {
    const folder = await folderOf({ 'latest.yml': 'a', 'latest.yml.sig': 'old' })
    const full = pathToFileURL(inProject('test', 'support', 'fullDisk.mjs')).href
    const { status, stderr } = runScript(folder, {
      ESIM_DESK_UPDATE_PRIVATE_KEY: privatePem,
      NODE_OPTIONS: `--import=${full}`,
      FULL_DISK_AT: '.sig',
    })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^.*latest\.yml\.sig can't be written \(ENOSPC\).*\n$/)])
    expect(await readdir(folder)).toEqual(['latest.yml'])
  })

  it('stops with a sentence if there is nothing to sign', async () => {
    const folder = await folderOf({ 'builder-debug.yml': 'a' })
    expect(runScript(folder, { ESIM_DESK_UPDATE_PRIVATE_KEY: privatePem })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no metadata of updates'),
    })
    expect(runScript(join(folder, 'nowhere'), { ESIM_DESK_UPDATE_PRIVATE_KEY: privatePem })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("can't be read (ENOENT)"),
    })
  })
})
