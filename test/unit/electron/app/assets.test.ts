import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAssets } from '../../../../electron/app/assets.ts'
import { policyHeaders } from '../../../../electron/host/policy.ts'

let folder = ''
const png = new Uint8Array([137, 80, 78, 71])
const asked: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'esim-desk-assets-'))
  await mkdir(join(folder, 'window', 'assets'), { recursive: true })
  await writeFile(join(folder, 'window', 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'window', 'assets', 'app-1a2b.js'), 'export {}')
  await writeFile(join(folder, 'window', 'assets', 'notes.exe'), 'no type of ours')
  await writeFile(join(folder, 'secret.json'), '{}')
  await writeFile(join(folder, 'window-other.json'), '{}')
})
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

function serve(address: string, init: RequestInit = {}, origin = 'https://desk.invalid'): Promise<Response> {
  const flag = (iso2: string): Promise<Uint8Array | null> => {
    asked.push(iso2)
    if (iso2 === 'XX') return Promise.reject(new Error('offline'))
    return Promise.resolve(iso2 === 'DE' ? png : null)
  }
  return createAssets({ folder: join(folder, 'window'), origin, flag })(new Request(address, init))
}

test('the page comes with the policy, word for word', async () => {
  const response = await serve('https://desk.invalid/')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('<!doctype html>')
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
      "font-src 'self'; connect-src 'self'; worker-src 'none'; object-src 'none'; base-uri 'none'; " +
      "form-action 'none'; frame-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
      'trusted-types vue',
  )
  expect(response.headers.get('x-dns-prefetch-control')).toBe('off')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('files have their content type, and hashed ones may be cached', async () => {
  const response = await serve('https://desk.invalid/assets/app-1a2b.js')
  expect(response.headers.get('content-type')).toContain('text/javascript')
  expect(response.headers.get('cache-control')).toContain('immutable')
})

test('it is the same on an origin with a custom scheme', async () => {
  expect((await serve('app://desk/', {}, 'app://desk')).status).toBe(200)
  expect((await serve('app://other/', {}, 'app://desk')).status).toBe(404)
})

test.each([
  '/../secret.json',
  '/%2e%2e/secret.json',
  '/..%2fsecret.json',
  '/assets/..%2f..%2fsecret.json',
  '/..%5csecret.json',
  '/%2e%2e%2fwindow-other.json',
  '/assets/%00',
  '/%',
  '/assets',
  '/assets/',
  '/missing.js',
  '/assets/notes.exe',
  '/index.html/',
  '//etc/passwd',
  '/flags/de.png',
  '/flags/DEU.png',
  '/flags/DE.svg',
  '/flags/../index.html%00',
])('%s is not there', async (path) => {
  const response = await serve(`https://desk.invalid${path}`)
  expect(response.status).toBe(404)
  expect(await response.text()).toBe('')
  for (const name of Object.keys(policyHeaders)) expect(response.headers.get(name)).not.toBeNull()
})

test('only GET requests are answered, and only on the own origin', async () => {
  expect((await serve('https://desk.invalid/', { method: 'POST' })).status).toBe(404)
  expect((await serve('https://elsewhere.example/')).status).toBe(404)
  expect((await serve('http://desk.invalid/')).status).toBe(404)
})

test('flags come from the service by country; one that cannot be loaded is not found', async () => {
  const response = await serve('https://desk.invalid/flags/DE.png')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(png)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect((await serve('https://desk.invalid/flags/ZZ.png')).status).toBe(404)
  expect((await serve('https://desk.invalid/flags/XX.png')).status).toBe(404)
  expect(asked).toEqual(['DE', 'ZZ', 'XX'])
})

test('a symbolic link that leads out of the folder is not followed', async () => {
  await symlink(join(folder, 'secret.json'), join(folder, 'window', 'linked.json'))
  expect((await serve('https://desk.invalid/linked.json')).status).toBe(404)
})
