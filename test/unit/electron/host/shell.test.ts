import { chmod, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resolveProxy, saveFile } from '../../../../electron/host/chromium/shell.ts'
import { replaceFile } from '../../../../electron/base/wholeFile.ts'
import { displayEnvironment, plainEnvironment } from '../../../../electron/host/environment.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

test('a file is saved privately under a name that is still free, and never outside the folder', async () => {
  const folder = await temporaryFolder()
  const data = new TextEncoder().encode('one')
  expect(await saveFile({ suggestedName: 'sheet.pdf', data }, folder)).toBe(join(folder, 'sheet.pdf'))
  expect(await saveFile({ suggestedName: 'sheet.pdf', data }, folder)).toBe(join(folder, 'sheet (2).pdf'))
  expect(await saveFile({ suggestedName: '../../sheet.pdf', data }, folder)).toBe(join(folder, '.._.._sheet.pdf'))
  expect(await saveFile({ suggestedName: '', data }, folder)).toBe(join(folder, 'file'))
  expect(await readFile(join(folder, 'sheet (2).pdf'), 'utf8')).toBe('one')
  expect((await stat(join(folder, 'sheet.pdf'))).mode & 0o777).toBe(0o600)
})

test('files that are saved under one name at the same time each get a name of their own', async () => {
  const folder = await temporaryFolder()
  const data = new TextEncoder().encode('one')
  const files = await Promise.all(
    Array.from({ length: 5 }, () => saveFile({ suggestedName: 'sheet.pdf', data }, folder)),
  )
  expect(files.toSorted()).toEqual(
    ['sheet (2).pdf', 'sheet (3).pdf', 'sheet (4).pdf', 'sheet (5).pdf', 'sheet.pdf'].map((name) => join(folder, name)),
  )
})

async function* pieces(end?: Error): AsyncGenerator<Uint8Array> {
  for (const text of ['one,', 'two']) yield await Promise.resolve(new TextEncoder().encode(text))
  if (end !== undefined) throw end
}

test('a file is saved from its pieces, and no part of it if a piece can not be had', async () => {
  const folder = await temporaryFolder()
  const file = await saveFile({ suggestedName: 'all.csv', data: pieces() }, folder)
  expect(await readFile(file, 'utf8')).toBe('one,two')
  const failing = saveFile({ suggestedName: 'all.csv', data: pieces(new Error('Cancelled')) }, folder)
  await expect(failing).rejects.toThrow('Cancelled')
  await expect(replaceFile(file, pieces(new Error('Cancelled')))).rejects.toThrow('Cancelled')
  expect(await readFile(file, 'utf8')).toBe('one,two')
  await replaceFile(file, new TextEncoder().encode('three'))
  expect(await readFile(file, 'utf8')).toBe('three')
  expect(await readdir(folder)).toEqual(['all.csv'])
})

test('a file that is replaced keeps its permissions and its links', async () => {
  const folder = await temporaryFolder()
  const [file, link] = [join(folder, 'shared.csv'), join(folder, 'link.csv')]
  await writeFile(file, 'old')
  await chmod(file, 0o640)
  await symlink(file, link)
  expect(await replaceFile(link, new TextEncoder().encode('new'))).toBe(link)
  expect(await readFile(file, 'utf8')).toBe('new')
  expect((await stat(file)).mode & 0o777).toBe(0o640)
  expect(await readdir(folder)).toEqual(['link.csv', 'shared.csv'])
})

test('a file that can not be moved to its name leaves none', async () => {
  const folder = await temporaryFolder()
  async function* vanishing(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('one')
    for (const name of await readdir(folder)) await rm(join(folder, name))
  }
  await expect(saveFile({ suggestedName: 'all.csv', data: vanishing() }, folder)).rejects.toThrow('ENOENT')
  expect(await readdir(folder)).toEqual([])
})

test('what a killed process left of a file is deleted by the next save, and what another one writes now is not', async () => {
  const folder = await temporaryFolder()
  const part = (digit: string): string => `.esim-desk-${digit.repeat(8)}-0000-4000-8000-${digit.repeat(12)}.part`
  const others = [part('1'), '.esim-desk-notes.part', 'own.part']
  for (const name of [part('0'), ...others]) await writeFile(join(folder, name), 'customers')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const name of [part('0'), ...others.slice(1)]) await utimes(join(folder, name), longAgo, longAgo)
  await saveFile({ suggestedName: 'all.csv', data: pieces() }, folder)
  expect((await readdir(folder)).toSorted()).toEqual([...others, 'all.csv'].toSorted())
})

test('a proxy is named as browsers do, from the variables that programs obey', () => {
  const env = { https_proxy: 'http://proxy.example:3128', NO_PROXY: '.internal.example, other.example' }
  expect(resolveProxy('https://service.example/x', env)).toBe('PROXY proxy.example:3128')
  expect(resolveProxy('https://service.example/x', { HTTPS_PROXY: 'https://proxy.example' })).toBe(
    'HTTPS proxy.example:443',
  )
  for (const direct of [
    'https://a.internal.example',
    'https://other.example',
    'https://127.0.0.1:1',
    'https://localhost',
    'http://service.example',
    'nonsense',
  ]) {
    expect(resolveProxy(direct, env), direct).toBe('DIRECT')
  }
  expect(resolveProxy('https://service.example', {})).toBe('DIRECT')
})

test.each([
  [{ https_proxy: 'proxy.example:3128' }, 'PROXY proxy.example:3128'],
  [{ https_proxy: '10.0.0.1:3128' }, 'PROXY 10.0.0.1:3128'],
  [{ https_proxy: '', HTTPS_PROXY: 'http://proxy.example' }, 'PROXY proxy.example:80'],
  [{ https_proxy: 'http://user:secret@proxy.example:3128' }, 'PROXY proxy.example:3128'],
  [{ https_proxy: 'socks5://127.0.0.1:1080' }, 'SOCKS5 127.0.0.1:1080'],
  [{ https_proxy: 'quic://proxy.example' }, 'UNKNOWN'],
  [{ https_proxy: 'http://' }, 'UNKNOWN'],
])('a proxy is understood as people write it: %o', (env, answer) => {
  expect(resolveProxy('https://service.example', env)).toBe(answer)
})

test('a process that is started sees an allow-list of the environment', () => {
  const env = {
    PATH: '/bin',
    HOME: '/home/a',
    LC_ALL: 'C',
    DISPLAY: ':0',
    AWS_SECRET_ACCESS_KEY: 'x',
    NODE_OPTIONS: '--inspect',
    https_proxy: 'p',
    ESIM_DESK_CLIENT_SECRET: 's',
    LD_PRELOAD: 'x',
  }
  expect(plainEnvironment(env)).toEqual({ PATH: '/bin', HOME: '/home/a', LC_ALL: 'C' })
  expect(displayEnvironment(env)).toEqual({ PATH: '/bin', HOME: '/home/a', LC_ALL: 'C', DISPLAY: ':0' })
})
