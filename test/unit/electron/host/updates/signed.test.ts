/** A program with a packaged key accepts what is signed for it, and refuses everything else before the download. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { fakeAppImage, startUpdateServer, type UpdateServer } from '../../../../support/updateServer.ts'
import { download, expectUnchanged, installProgram } from './support.ts'

const keys = generateKeyPairSync('ed25519')
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const newContent = fakeAppImage()
let server: UpdateServer

beforeAll(async () => {
  server = await startUpdateServer()
})
afterAll(() => server.close())
beforeEach(() => void (server.requests.length = 0))

it('a signed update is found, downloaded and installed', async () => {
  server.publish({ version: '1.1.0', content: newContent, key: keys.privateKey })
  const program = await installProgram({ address: server.address, publicKey })
  expect(await program.source.check()).toMatchObject({ version: '1.1.0' })
  await download(program)
  await program.source.prepareInstall({ restart: true })
  expect(await program.content()).toEqual(newContent)
})

it.each([
  ['is not signed', {}],
  ['is signed with another key', { key: generateKeyPairSync('ed25519').privateKey }],
  [
    'was changed after it was signed',
    { key: keys.privateKey, tamper: (text: string) => text.replace('1.1.0', '1.2.0') },
  ],
  [
    'has other files than were signed',
    { key: keys.privateKey, tamper: (text: string) => text.replaceAll(/sha512: \S{10}/g, 'sha512: AAAAAAAAAA') },
  ],
  ['has another date than was signed', { key: keys.privateKey, tamper: (text: string) => text.replace(/'2\d/, "'3") }],
  ['is the signed metadata of another system', { key: keys.privateKey, signedName: 'latest-mac.yml' }],
])('an update is refused before it is downloaded when it %s', async (_, published) => {
  server.publish({ version: '1.1.0', content: newContent, ...published })
  const program = await installProgram({ address: server.address, publicKey })
  await expect(program.source.check()).rejects.toMatchObject({ problem: 'signature' })
  await expect(program.source.download(() => undefined)).rejects.toMatchObject({ problem: expect.any(String) })
  expect(server.requests.filter(({ path }) => path.includes('AppImage'))).toEqual([])
  await expectUnchanged(program)
  server.publish({ version: '1.1.0', key: keys.privateKey })
  expect(await program.source.check()).toMatchObject({ version: '1.1.0' })
})

it.each([
  ['was released before the program was built', '2026-01-02T03:04:04.999Z', /older than this program/],
  ['has a date that can not be read', 'yesterday', /older than this program/],
])('a signed update with a greater version is refused when it %s', async (_, releasedAt, cause) => {
  const builtAt = '2026-01-02T03:04:05.000Z'
  const program = await installProgram({ address: server.address, publicKey, builtAt })
  server.publish({ version: '1.1.0', key: keys.privateKey, releasedAt: builtAt })
  expect(await program.source.check()).toMatchObject({ version: '1.1.0' })
  server.publish({ version: '1.2.0', content: newContent, key: keys.privateKey, releasedAt })
  await expect(program.source.check()).rejects.toMatchObject({
    problem: 'unreadable',
    cause: { message: expect.stringMatching(cause) },
  })
  expect(server.requests.filter(({ path }) => path.includes('AppImage'))).toEqual([])
  await expectUnchanged(program)
})
